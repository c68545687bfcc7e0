"""Faults of whole files: what cannot be read, is not JSON, or is JSON of another form."""

import json

from context_sets import encode
from faults import PLAIN, Draft, Fault

ONCE = (PLAIN,)


def unreadable_files(sound_sets):
    content = encode(sound_sets[0].items)
    for name, path in (("no such file", "nowhere.json"), ("a folder", "."), ("a file taken for a folder", "set.json/x"),
                       ("no such folder", "nowhere/set.json"), ("a name that is too long", "n" * 300 + ".json")):
        yield Fault(sound_sets[0].dialect, "unreadable_file", name, content, ("",), modes=ONCE, path=path)


def broken_json(sound_sets):
    for sound in sound_sets:
        whole = encode(sound.items)
        end = len(whole.rstrip())
        for name, content, first, last in _broken_texts(whole, end):
            yield Fault(sound.dialect, "not_json", name, content, (), modes=ONCE, bytes_between=(first, last))


def _broken_texts(whole, end):
    """(name, text, first and last byte at which the trouble may be said to be)."""
    def replaced(name, old, new, reach=1):
        at = whole.index(old)
        return name, whole[:at] + new + whole[at + len(old):], at, at + len(new) + reach

    half = whole.index(b'"facets"')
    quote = whole.index(b'"manifest"') + 1
    yield "cut in the middle", whole[:half], half - 10, half
    yield "cut before its end", whole[:end - 1], end - 2, end - 1
    yield "cut within a name", whole[:quote + 3], quote - 1, quote + 3
    yield "a brace too many", whole[:end] + b"}\n", end, end + 1
    yield "a second object", whole + b'{"templates": []}\n', end, end + 1
    yield "words behind the end", whole + b"end of file\n", end, end + 1
    yield replaced("no comma between members", b'",\n      "sql"', b'"\n      "sql"', 0)
    yield replaced("no comma between lists", b'],\n  "facets"', b']\n  "facets"', 0)
    yield replaced("a comma behind the last member", b'"\n      }\n    }', b'",\n      }\n    }', 0)
    yield replaced("single quotes", b'"nl_query"', b"'nl_query'", 0)
    yield replaced("a name without quotes", b'"nl_query"', b"nl_query", 0)
    yield replaced("no colon", b'"nl_query":', b'"nl_query"')
    yield replaced("a comment", b'"templates"', b'// the questions\n  "templates"', 0)
    yield replaced("NaN", b'{\n  "templates"', b'{\n  "version": NaN,\n  "templates"', 0)
    yield replaced("a number with a leading zero", b'{\n  "templates"', b'{\n  "version": 01,\n  "templates"', 0)
    yield replaced("a line end within a text", b"Hallberg", b"Hall\nberg", 0)
    yield replaced("an unknown escape", b"Hallberg", b"Hall\\berg\\x", 0)
    yield replaced("a byte that is not UTF-8", b"Hallberg", b"Hall\xffberg", 0)
    yield replaced("a letter of Latin-1", b"Hallberg", b"H\xe4llberg", 0)


def other_forms(sound_sets):
    for sound in sound_sets:
        whole = json.dumps(sound.items)
        templates = json.dumps(sound.items["templates"])
        for name, text in (("a list of one set", f"[{whole}]"), ("a list of templates", templates),
                           ("a set in quotes", json.dumps(whole)), ("a number", "42"), ("true", "true")):
            yield Fault(sound.dialect, "not_an_object", name, text.encode(), ("",), modes=ONCE)


def unknown_lists(sound_sets):
    lists = {
        "joins": [{"from": "loans.tool_id", "to": "tools.id"}],
        "glossary_terms": [{"term": "overdue", "description": "not returned when due"}],
        "valueIndex": [{"table": "tools", "column": "name"}],
        "schema_relationships": [{"left": "loans", "right": "members"}],
        "example_queries": [{"question": "Who has the big saw?", "sql": "SELECT 1"}],
    }
    for sound in sound_sets:
        for name, value in lists.items():
            draft = Draft(sound)
            draft.items[name] = value
            yield draft.fault("unknown_item_kind", name, (f"/{name}",), modes=ONCE)
