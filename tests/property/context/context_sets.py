"""The sound context sets, their members, and where these stand in a file."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "data" / "context_check"

SQL_DIALECTS = ("sqlite", "postgresql", "mysql", "googlesql", "bigtable")
DIALECTS = SQL_DIALECTS + ("mongodb",)

TEXT_MEMBERS = {
    "templates": ("nl_query", "sql", "intent", "manifest",
                  "parameterized/parameterized_intent", "parameterized/parameterized_sql"),
    "facets": ("sql_snippet", "intent", "manifest",
               "parameterized/parameterized_intent", "parameterized/parameterized_sql_snippet"),
    "value_searches": ("query", "concept_type", "description"),
}
LITERAL_FORM = {"templates": "sql", "facets": "sql_snippet", "value_searches": "query"}
PARAMETERIZED_FORM = {"templates": "parameterized/parameterized_sql",
                      "facets": "parameterized/parameterized_sql_snippet"}
PARAMETERIZED_INTENT = "parameterized/parameterized_intent"

CANONICAL_KINDS = {"fragments": "facets", "valueSearches": "value_searches"}

SPACE = re.compile(r"[ \t\r\n]*")


@dataclass(frozen=True)
class SoundSet:
    """A context set without fault. Placeholders are numbered ("$") or not ("?")."""

    dialect: str
    items: dict
    schema: Path | None

    @property
    def placeholders(self):
        return "$" if self.dialect in ("sqlite", "postgresql", "mongodb") else "?"

    @property
    def is_sql(self):
        return self.dialect in SQL_DIALECTS


def load_sound_sets():
    sets = []
    for dialect in DIALECTS:
        items = json.loads((DATA / f"{dialect}.context.json").read_text(encoding="utf-8"))
        schema = DATA / f"{dialect}.schema.json"
        sets.append(SoundSet(dialect, items, schema if schema.exists() else None))
    return sets


def encode(items):
    return (json.dumps(items, indent=2, ensure_ascii=False) + "\n").encode()


def members_of(kind, index):
    """Pointers of an item, of all of its members, and of the object between."""
    item = f"/{kind}/{index}"
    between = () if kind == "value_searches" else (f"{item}/parameterized",)
    return (item, *between, *(f"{item}/{member}" for member in TEXT_MEMBERS[kind]))


def item_of(pointer):
    """The pointer of the item that `pointer` leads into: its first two parts."""
    return "/".join(pointer.split("/")[:3])


def item_spans(content):
    """Byte spans of the items of a file, by canonical pointer. Empty for what is no JSON object."""
    try:
        text = content.decode("utf-8-sig")
        if not isinstance(json.loads(text), dict):
            return {}
    except ValueError:
        return {}
    mark = len(content) - len(text.encode())

    def byte(position):
        return mark + len(text[:position].encode())

    spans = {}
    for name, position in _members(text, SPACE.match(text).end()):
        kind = CANONICAL_KINDS.get(name, name)
        if text[position] != "[":
            continue
        for index, (begin, end) in enumerate(_elements(text, position)):
            spans[f"/{kind}/{index}"] = (byte(begin), byte(end))
    return spans


def _members(text, begin):
    """Names and positions of the values of the object that begins at `begin`."""
    decoder = json.JSONDecoder()
    position = SPACE.match(text, begin + 1).end()
    while text[position] != "}":
        name, position = decoder.raw_decode(text, position)
        position = SPACE.match(text, SPACE.match(text, position).end() + 1).end()
        yield name, position
        _, position = decoder.raw_decode(text, position)
        position = _after_comma(text, position)


def _elements(text, begin):
    decoder = json.JSONDecoder()
    position = SPACE.match(text, begin + 1).end()
    while text[position] != "]":
        _, end = decoder.raw_decode(text, position)
        yield position, end
        position = _after_comma(text, end)


def _after_comma(text, position):
    position = SPACE.match(text, position).end()
    return SPACE.match(text, position + 1).end() if text[position] == "," else position
