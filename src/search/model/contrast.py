"""Training of the table: agreement with the teacher, and pairs that should meet among others that should not."""
import collections

import numpy as np
from scipy.sparse import csr_matrix

import ingredients

BATCH = 512
TEMPERATURE = .15
RATE = 2e-3
SIMILARITIES = 40  # how much they count against the vectors themselves
KEPT = .5  # share of the table to begin with in the result
GLOSSES = 30_000  # of WordNet, the most used


class Sources:
    """Kinds of pairs (left text, right text), each with a share of the steps, from training sets only."""

    def __init__(self, data, synsets, hold_out):
        spider = ingredients.Schemas(data / "spider_train/tables.json.gz")
        bird = ingredients.Schemas(data / "bird_train_schemas/train_tables.json.gz")
        databases = sorted({database for database, _ in spider.names})
        self.held_out = set(databases[::2]) if hold_out else set()
        questions = [question for question in ingredients.read_json(data / "spider_train/train_spider.json.gz")
                     if question["db_id"] not in self.held_out]
        self.pairs = collections.defaultdict(list)
        self._questions = sorted({question[wording] for question in questions for wording in
                                  ("question", "question_syn")})
        self._labels = set()
        self._add_questions(questions, spider)
        for schemas in (spider, bird):
            self._add_labels(schemas)
        self._synsets = synsets
        self._add_wordnet(synsets)

    def _add_questions(self, questions, schemas):
        swapped = collections.Counter()
        for question in questions:
            for pair in ingredients.swapped_phrases(question["question"], question["question_syn"]):
                swapped[pair] += 1
            for wording in ("question", "question_syn"):
                for table in question.get("gold_tables", []):
                    self.pairs["table"].append(
                        (question[wording], schemas.names[question["db_id"], table.lower()]))
                for column in question.get("gold_columns", []):
                    table, _, name = column.lower().partition(".")
                    self.pairs["column"].append((question[wording], schemas.columns[question["db_id"], table][name]))
        for pair, count in swapped.items():
            self.pairs["swapped"] += [pair] * min(count, 5)

    def _add_labels(self, schemas):
        for (database, table), name in schemas.names.items():
            if database in self.held_out:
                continue
            self._labels.add(name)
            for label in schemas.columns[database, table].values():
                self._labels.add(label)
                self.pairs["belongs"].append((name, label))
        if not self.held_out:
            self.pairs["label"] += [pair for pair in schemas.originals if pair[0].lower() != pair[1].lower()]

    def _add_wordnet(self, synsets):
        for synset in synsets:
            repeat = 1 + int(np.log2(synset.count))
            first = synset.lemmas[0]
            for lemma in synset.lemmas[1:]:
                self.pairs["synonym"] += [(first, lemma)] * repeat
            for lemma in synset.hypernyms[:1]:
                self.pairs["hypernym"] += [(first, lemma)] * (repeat - 1)
            if synset.count > 1:
                definition = synset.gloss.split(';')[0]
                self.pairs["gloss"] += [(lemma, definition) for lemma in synset.lemmas[:3]]

    def texts(self):
        """Texts for which the teacher is asked, each once, in order."""
        used = sorted(self._synsets, key=lambda synset: (-synset.count, synset.lemmas))[:GLOSSES]
        glosses = [synset.gloss.split(';')[0] for synset in used]
        lemmas = [lemma for synset in used for lemma in synset.lemmas]
        return sorted(set(self._questions) | self._labels | set(glosses) | set(lemmas))


# Share of the steps that each kind gets.
SHARES = {"teacher": .5, "table": .16, "column": .13, "swapped": .06, "synonym": .08, "hypernym": .03, "gloss": .03,
          "belongs": .005, "label": .005}


class Table:
    """Rows under Adam; only the rows that a batch touches move."""

    def __init__(self, rows):
        self.rows = rows.copy()
        self.first = np.zeros_like(rows)
        self.second = np.zeros_like(rows)
        self.steps = np.zeros(len(rows), np.int64)

    def step(self, touched, gradient, rate):
        self.steps[touched] += 1
        count = self.steps[touched, None]
        first = self.first[touched] = .9 * self.first[touched] + .1 * gradient
        second = self.second[touched] = .99 * self.second[touched] + .01 * gradient ** 2
        self.rows[touched] -= rate * (first / (1 - .9 ** count)) / (np.sqrt(second / (1 - .99 ** count)) + 1e-8)


class Batch:
    """Unit vectors of texts, and the way back from their gradient to the rows."""

    def __init__(self, table, bags):
        indices = np.concatenate(bags)
        self.touched, local = np.unique(indices, return_inverse=True)
        starts = np.concatenate([[0], np.cumsum([len(bag) for bag in bags])])
        self.counts = csr_matrix((np.ones(len(indices), np.float32), local, starts),
                                 (len(bags), len(self.touched)))
        sums = self.counts @ table.rows[self.touched]
        self.lengths = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)
        self.vectors = sums / self.lengths

    def gradient(self, of_vectors):
        along = (of_vectors * self.vectors).sum(1, keepdims=True)
        return self.counts.T @ ((of_vectors - along * self.vectors) / self.lengths)


def softmax(scores):
    scores = np.exp(scores - scores.max(1, keepdims=True))
    return scores / scores.sum(1, keepdims=True)


def contrast(table, left, right, same, rate):
    """One step of symmetric InfoNCE (arXiv:1807.03748); pairs of equal texts are no counter-examples."""
    a, b = Batch(table, left), Batch(table, right)
    scores = a.vectors @ b.vectors.T / TEMPERATURE
    scores[same] = -1e9
    target = np.eye(len(left), dtype=np.float32)
    slope = (softmax(scores) - target + (softmax(scores.T) - target).T) / (2 * TEMPERATURE * len(left))
    moves = [(a, a.gradient(slope @ b.vectors)), (b, b.gradient(slope.T @ a.vectors))]
    for batch, gradient in moves:
        table.step(batch.touched, gradient, rate)


def agree(table, bags, targets, rate):
    """One step towards the teacher: its vectors, and its similarities among the texts of the batch."""
    batch = Batch(table, bags)
    difference = batch.vectors @ batch.vectors.T - targets @ targets.T
    np.fill_diagonal(difference, 0)
    slope = (SIMILARITIES * difference @ batch.vectors / len(bags) - targets) / len(bags)
    table.step(batch.touched, batch.gradient(slope), rate)


def equal_pairs(texts):
    number = {text: place for place, text in enumerate(texts)}
    numbers = np.array([number[text] for text in texts])
    return numbers[:, None] == numbers


def tune(rows, vocabulary, sources, texts, targets, steps, random):
    """The mean of the table to begin with and the tuned one: it is better than either, also on databases that the
    training has not seen (Wortsman et al. 2022, arXiv:2109.01903)."""
    start = rows / np.linalg.norm(rows, axis=1).mean()
    table = Table(start)
    bags = {}

    def bag(text):
        if text not in bags:
            bags[text] = np.array(vocabulary.rows_of(text), np.int64)
        return bags[text]
    targets = (targets / np.linalg.norm(targets, axis=1, keepdims=True)).astype(np.float32)
    known = np.array([place for place, text in enumerate(texts) if len(bag(text)) > 0])
    pairs = {kind: [pair for pair in of_kind if len(bag(pair[0])) and len(bag(pair[1]))]
             for kind, of_kind in sorted(sources.pairs.items())}
    kinds = [kind for kind in SHARES if kind == "teacher" or pairs.get(kind)]
    shares = np.array([SHARES[kind] for kind in kinds])
    for step in range(steps):
        rate = RATE * (1 - step / steps)
        kind = kinds[random.choice(len(kinds), p=shares / shares.sum())]
        if kind == "teacher":
            chosen = random.choice(known, BATCH, replace=False)
            agree(table, [bag(texts[place]) for place in chosen], targets[chosen], rate)
            continue
        chosen = [pairs[kind][place] for place in random.integers(len(pairs[kind]), size=BATCH)]
        if random.random() < .5 and kind in ("synonym", "swapped"):
            chosen = [pair[::-1] for pair in chosen]
        left, right = zip(*chosen)
        same = equal_pairs(left) | equal_pairs(right)
        np.fill_diagonal(same, False)
        contrast(table, [bag(text) for text in left], [bag(text) for text in right], same, rate)
    return KEPT * start + (1 - KEPT) * table.rows
