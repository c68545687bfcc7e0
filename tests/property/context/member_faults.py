"""Faults of single members: of a wrong type, missing, misspelt; and items that are there twice."""

import copy
import itertools

from context_sets import TEXT_MEMBERS, members_of
from faults import PLAIN, Draft

ONCE = (PLAIN,)

REQUIRED = {"templates": ("nl_query", "sql"), "facets": ("sql_snippet", "intent"),
            "value_searches": ("query", "concept_type")}
# Forms of queries that are not SQL are not derived.
DERIVABLE = {"templates": ("intent", "manifest"), "facets": ("manifest",)}
DERIVABLE_FORMS = {
    "templates": ("parameterized", "parameterized/parameterized_intent", "parameterized/parameterized_sql"),
    "facets": ("parameterized", "parameterized/parameterized_intent", "parameterized/parameterized_sql_snippet"),
}
MISSPELT = {
    "templates": (("nl_query", "nl_qeury"), ("sql", "sqll"), ("intent", "intnet"), ("manifest", "manifst"),
                  ("parameterized", "parametrized"),
                  ("parameterized/parameterized_intent", "parameterised_intent"),
                  ("parameterized/parameterized_sql", "parameterized_sq")),
    "facets": (("sql_snippet", "sql_snipet"), ("intent", "intents"), ("manifest", "manifesto"),
               ("parameterized", "parameterised"),
               ("parameterized/parameterized_sql_snippet", "parameterized_sql_snippets")),
    "value_searches": (("query", "qeury"), ("concept_type", "concept_typ"), ("description", "descripton")),
}
CAMEL_CASE = {"nl_query": "nlQuery", "sql_snippet": "sqlSnippet", "concept_type": "conceptType",
              "parameterized_intent": "parameterizedIntent", "parameterized_sql": "parameterizedSql",
              "parameterized_sql_snippet": "parameterizedSqlSnippet", "value_searches": "valueSearches"}


def wrong_types(sound_sets):
    for sound in sound_sets:
        wrong = itertools.cycle((("a number", 7), ("true", True), ("a list", ["text"]), ("an object", {"text": "text"})))
        for kind, members in TEXT_MEMBERS.items():
            for index, member in enumerate(members):
                pointer = f"/{kind}/{index % 3}/{member}"
                yield _set(sound, pointer, *next(wrong))
            for name, value in (("an object", {"0": {}}), ("a text", "none"), ("a number", 0)):
                yield _set(sound, f"/{kind}", name, value)
            for name, value in (("a text", "SELECT 1"), ("a number", 1), ("a list", [])):
                yield _set(sound, f"/{kind}/1", name, value)
        for kind in ("templates", "facets"):
            for name, value in (("a text", "$1"), ("a list", ["$1"]), ("false", False)):
                yield _set(sound, f"/{kind}/2/parameterized", name, value)


def _set(sound, pointer, name, value):
    return Draft(sound).set(pointer, value).fault("wrong_type", f"{pointer} is {name}", (pointer,), modes=ONCE)


def missing_members(sound_sets):
    for sound in sound_sets:
        for kind, members in REQUIRED.items():
            for index, member in enumerate(members):
                item = f"/{kind}/{index}"
                yield from _missing(sound, "missing_member", f"{item}/{member}", (item, f"{item}/{member}"))


def derivable_members(sound_sets):
    for sound in sound_sets:
        for kind, members in DERIVABLE.items():
            forms = DERIVABLE_FORMS[kind] if sound.is_sql else ()
            for index, member in enumerate(members + forms):
                item = f"/{kind}/{index % 3}"
                yield from _missing(sound, "derivable_member", f"{item}/{member}", members_of(kind, index % 3))


def _missing(sound, rule, pointer, places):
    empty = {} if isinstance(Draft(sound).get(pointer), dict) else ""
    yield Draft(sound).remove(pointer).fault(rule, f"{pointer} is left out", places, modes=ONCE)
    yield Draft(sound).set(pointer, empty).fault(rule, f"{pointer} is empty", places, modes=ONCE)
    yield Draft(sound).set(pointer, None).fault(rule, f"{pointer} is null", places, modes=ONCE)


def misspelt_members(sound_sets):
    for sound in sound_sets:
        for kind, names in MISSPELT.items():
            for index, (member, misspelt) in enumerate(names):
                item = f"/{kind}/{index % 3}"
                place = f"{item}/{member}".rsplit("/", 1)[0] + f"/{misspelt}"
                fault = Draft(sound).rename(f"{item}/{member}", misspelt)
                yield fault.fault("misspelt_member", place, (place, item), modes=ONCE)
        for name, misspelt in (("templates", "template"), ("value_searches", "value_serches")):
            yield Draft(sound).rename(f"/{name}", misspelt).fault(
                "misspelt_member", f"/{misspelt}", (f"/{misspelt}",), modes=ONCE, other_rules=("unknown_item_kind",))


def duplicates(sound_sets):
    for sound in sound_sets:
        for kind in TEXT_MEMBERS:
            original = sound.items[kind][1]
            for name, twin in (("the same", original), ("members in another order", in_reverse(original)),
                               ("names in camelCase", in_camel_case(original))):
                draft = Draft(sound)
                index = draft.append(kind, copy.deepcopy(twin))
                yield draft.fault("duplicate_item", f"/{kind}/1: {name}", (f"/{kind}/{index}",), modes=ONCE)
        draft = Draft(sound).remove("/value_searches/2/description")
        index = draft.append("value_searches", {**draft.get("/value_searches/2"), "description": None})
        yield draft.fault("duplicate_item", "null for what is left out", (f"/value_searches/{index}",), modes=ONCE)
        draft = Draft(sound)
        draft.items["templates"].insert(0, in_reverse(sound.items["templates"][3]))
        yield draft.fault("duplicate_item", "the later of two far from each other", ("/templates/4",), modes=ONCE)


def in_reverse(value):
    if not isinstance(value, dict):
        return value
    return {name: in_reverse(member) for name, member in reversed(value.items())}


def in_camel_case(value):
    if isinstance(value, list):
        return [in_camel_case(element) for element in value]
    if not isinstance(value, dict):
        return value
    return {CAMEL_CASE.get(name, name): in_camel_case(member) for name, member in value.items()}
