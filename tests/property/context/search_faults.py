"""Faults of value searches and of names that a restricted reader may not see."""

import re

from context_sets import LITERAL_FORM, members_of
from faults import PLAIN, SCHEMA, Draft

# Constants of the select list, which can be left out where they stand.
CONSTANT = {
    "columns": re.compile(r", '[\w.]+' AS `?columns`?"),
    "concept_type": re.compile(r", '\w+' AS concept_type"),
    "distance": re.compile(r", [\d.]+ AS distance"),
    "context": re.compile(r", (JSON_OBJECT\(\)|(JSON )?'[{}]*'(::text)?) AS context"),
}
OTHER_NAMES = {"value": "found", "columns": "place", "concept_type": "concept", "distance": "score", "context": "more"}


def missing_columns(sound_sets):
    for sound in sound_sets:
        if not sound.is_sql:
            continue
        for index in range(len(sound.items["value_searches"])):
            for column in OTHER_NAMES:
                yield from _missing_column(sound, index, column)


def _missing_column(sound, index, column):
    pointer = f"/value_searches/{index}/query"
    query = Draft(sound).get(pointer)
    severity = "information" if column == "context" else "error"

    def fault(what, changed, mode):
        return Draft(sound).set(pointer, changed).fault(
            "value_search_columns", f"{pointer}: {what}", (pointer,), severity=severity, modes=(mode,))

    alias = re.compile(rf"AS (`?){column}(`?)")
    yield fault(f"{column} has another name", alias.sub(rf"AS \g<1>{OTHER_NAMES[column]}\g<2>", query, count=1), SCHEMA)
    if column in CONSTANT and CONSTANT[column].search(query):
        yield fault(f"{column} is left out", CONSTANT[column].sub("", query, count=1), PLAIN)


def differing_concept_types(sound_sets):
    for sound in sound_sets:
        if not sound.is_sql:
            continue
        for index, search in enumerate(sound.items["value_searches"]):
            item = f"/value_searches/{index}"
            places = (f"{item}/query", f"{item}/concept_type")
            concept = search["concept_type"]
            for name, other in (("another one", "Village"), ("small letters", concept.lower()),
                                ("the plural", concept + "s")):
                query = search["query"].replace(f"'{concept}' AS", f"'{other}' AS")
                yield Draft(sound).set(f"{item}/query", query).fault(
                    "concept_type_mismatch", f"{item}/query: {name}", places)
            yield Draft(sound).set(f"{item}/concept_type", f"{concept} Name").fault(
                "concept_type_mismatch", f"{item}/concept_type: a word more", places)


SCOPE = {dialect: "tools,categories" for dialect in ("sqlite", "postgresql", "mysql", "googlesql")} | {"bigtable": "tools"}
OUT_OF_SCOPE = re.compile(r"\b(members|loans|swipes)\b")


def scope_options(sound):
    return ("--scope-tables", SCOPE[sound.dialect])


def within_scope(sound):
    """The draft of a sound set that keeps to the tables in scope."""
    draft = Draft(sound)
    for kind, items in draft.items.items():
        items[:] = [item for item in items if not OUT_OF_SCOPE.search(item[LITERAL_FORM[kind]])]
    return draft


def restricted_names(sound_sets):
    for sound in sound_sets:
        if not sound.is_sql:
            continue
        for kind, items in sound.items.items():
            for original, item in enumerate(items):
                if OUT_OF_SCOPE.search(item[LITERAL_FORM[kind]]):
                    draft = within_scope(sound)
                    places = members_of(kind, draft.append(kind, item))
                    yield _restricted(sound, draft, f"/{kind}/{original} of the whole set", places)
        for index, search in enumerate(within_scope(sound).items["value_searches"]):
            pointer = f"/value_searches/{index}/query"
            draft = within_scope(sound).set(pointer, re.sub(r"'tools\.\w+'", "'members.name'", search["query"]))
            yield _restricted(sound, draft, f"{pointer}: a name in a text", (pointer,))


def _restricted(sound, draft, name, places):
    return draft.fault("restricted_name", name, places, modes=(PLAIN, SCHEMA), options=scope_options(sound))
