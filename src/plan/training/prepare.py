"""Makes training sets for the matcher: a context set, questions and a database each.

usage: prepare.py DATA OUT

DATA is the folder of the data sets (it holds `text2sql_templates` and `spider_train`), OUT a folder to write into. For
every set OUT/<set>/ gets `context.json`, `questions.json` (the form of match_eval) and `database` (a path). The sets
geography and restaurants are left out: they are kept for measuring.
"""

import gzip
import json
import pathlib
import random
import re
import sys

TEMPLATE_SETS = ["imdb", "scholar", "yelp", "atis"]
SHARE_WITHOUT = 0.2  # of the queries get no template
SHARE_NARROWED = 0.2  # of the questions come once more with a word that no template accounts for
MOST_QUESTIONS = 400  # of one set, chosen by chance


def read_json(path):
    path = pathlib.Path(path)
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def write_set(folder, context, questions, database):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "context.json").write_text(json.dumps(context))
    (folder / "questions.json").write_text(json.dumps(questions))
    (folder / "database").write_text(str(database))


def prepare_template_set(data, out, name):
    folder = data / "text2sql_templates" / name
    questions = next(p for p in [folder / f"{name}.match_eval.json", folder / f"{name}.match_eval.json.gz"] if p.exists())
    asked = read_json(questions)
    if len(asked) > MOST_QUESTIONS:
        asked = random.Random(name).sample(asked, MOST_QUESTIONS)
    write_set(out / name, read_json(folder / f"{name}.context_set.json"), asked, folder / f"{name}.values.sqlite")


def normal(sql):
    return " ".join(sql.split())


LITERAL = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w.])\d+(?:\.\d+)?(?![\w.])""")


def literals(sql):
    """Spans and bare values of the literals of a query."""
    for match in LITERAL.finditer(sql):
        text = match.group()
        yield match.span(), text[1:-1] if text[0] in "'\"" else text


def find_value(question, value):
    """Where a question says a value, whatever its case; None if nowhere."""
    bare = value.strip("%")
    if not bare:
        return None
    match = re.search(r"(?<![\w.])" + re.escape(bare) + r"(?![\w])(?!\.\d)", question, re.I)
    return match.span() if match else None


def parameterise(question, sql):
    """The question and its query with $n for the values that both have."""
    places, replaced, values = [], [], []
    for span, value in literals(sql):
        where = find_value(question, value)
        if where is None or any(where[0] < end and begin < where[1] for begin, end in places):
            continue
        places.append(where)
        replaced.append(span)
        values.append(value)
    wording, query = question, sql
    for number, (begin, end) in sorted(enumerate(places, 1), key=lambda item: -item[1][0]):
        wording = wording[:begin] + f"${number}" + wording[end:]
    for number, (begin, end) in sorted(enumerate(replaced, 1), key=lambda item: -item[1][0]):
        query = query[:begin] + f"${number}" + query[end:]
    return wording, query, values


def make_template(record, identity):
    question, sql = record["question"], normal(record["query"])
    wording, query, _ = parameterise(question, sql)
    return {"nl_query": question, "sql": sql, "intent": question, "manifest": wording, "id": identity,
            "parameterized": {"parameterized_intent": wording, "parameterized_sql": query}}


def make_question(utterance, sql, template, same_wording):
    return {"utterance": utterance, "template": template, "params": None, "sql": sql, "same_wording": same_wording}


WORD = re.compile(r"[A-Za-z]{4,}")


def words_of(records):
    return {word.lower() for record in records for word in WORD.findall(record["question"])}


def narrowed(question, sql, foreign, chance):
    """The question with a condition that nothing in its database answers: a word before one that the query names, or
    a phrase at its end."""
    named = [match.start() for match in WORD.finditer(question) if re.search(rf"\b{match.group()[:4]}", sql, re.I)]
    word = chance.choice(foreign)
    if named and chance.random() < 0.7:
        at = chance.choice(named)
        return f"{question[:at]}{word} {question[at:]}"
    body, mark = (question[:-1], question[-1]) if question[-1:] in "?." else (question, "")
    return f"{body} {chance.choice(['with', 'in', 'on', 'for', 'during', 'without', 'by'])} {word}{mark}"


def add_narrowed(questions, foreign, chance):
    for item in list(questions):
        if item["template"] is not None and chance.random() < SHARE_NARROWED:
            questions.append(make_question(narrowed(item["utterance"], item["sql"], foreign, chance), None, None, False))


def prepare_spider_database(name, records, foreign, database, folder, random_source):
    groups = {}
    for record in records:
        groups.setdefault(normal(record["query"]).lower(), []).append(record)
    templates, questions = [], []
    for number, key in enumerate(sorted(groups)):
        group = groups[key]
        identity = f"{name}-{number:04}"
        sql = normal(group[0]["query"])
        wordings = {r["question"] for r in group} | {r["question_syn"] for r in group}
        if random_source.random() < SHARE_WITHOUT:
            questions += [make_question(w, sql, None, False) for w in sorted(wordings)]
            continue
        chosen = group[random_source.randrange(len(group))]
        templates.append(make_template(chosen, identity))
        questions += [make_question(w, sql, identity, w == chosen["question"]) for w in sorted(wordings)]
    add_narrowed(questions, foreign, random_source)
    write_set(folder, {"templates": templates, "facets": [], "value_searches": []}, questions, database)


def prepare_spider(data, out):
    folder = data / "spider_train"
    by_database = {}
    for record in read_json(folder / "train_spider.json.gz"):
        if "gold_error" not in record:
            by_database.setdefault(record["db_id"], []).append(record)
    words = {name: words_of(records) for name, records in by_database.items()}
    everywhere = sorted(set().union(*words.values()))
    # A word of many databases holds sentences together.
    counts = {word: sum(word in own for own in words.values()) for word in everywhere}
    for name in sorted(by_database):
        database = folder / "database" / f"{name}.sqlite"
        foreign = [word for word in everywhere if word not in words[name] and counts[word] <= 20]
        prepare_spider_database(name, by_database[name], foreign, database, out / f"spider.{name}", random.Random(name))


def main():
    data, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    for name in TEMPLATE_SETS:
        prepare_template_set(data, out, name)
    prepare_spider(data, out)


if __name__ == "__main__":
    main()
