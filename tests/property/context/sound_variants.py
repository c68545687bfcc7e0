"""Other ways to write the sound sets, none of which is a fault."""

import copy
import json
import re

from context_sets import PARAMETERIZED_FORM, PARAMETERIZED_INTENT, encode
from faults import Draft
from member_faults import in_camel_case, in_reverse

OLD_NAMES = {"facets": "fragments", "sql_snippet": "fragment", "parameterized_sql_snippet": "parameterized_fragment"}


def sound_variants(sound):
    """(name, content) of the set as it is and in other forms."""
    items = sound.items
    yield "as it is", encode(items)
    yield "in one line", json.dumps(items, ensure_ascii=False, separators=(",", ":")).encode()
    yield "with lines ended by CR LF", encode(items).replace(b"\n", b"\r\n")
    yield "with a byte order mark", b"\xef\xbb\xbf" + encode(items)
    yield "with escapes for signs", _escape_signs(encode(items))
    yield "in camelCase", encode(in_camel_case(items))
    yield "with the names of earlier days", encode(_renamed(items))
    yield "with members in another order", encode(_with_items(items, in_reverse))
    yield "with members of its owner", encode({"context_set_id": "tools-1", "description": "Lending of tools", **items,
                                               "version": 12})
    yield "without descriptions", encode(_with_items(items, _without_description))
    yield "with null for the descriptions", encode(_with_items(items, lambda item: {**item, "description": None}
                                                               if "description" in item else item))
    if sound.is_sql:
        yield "with the other placeholders", encode(_other_placeholders(sound).items)
    for kind in items:
        yield f"{kind} alone", encode({kind: items[kind]})


def empty_sets():
    yield "an empty file", b""
    yield "a blank file", b" \n"
    yield "an empty object", b"{}"
    yield "empty lists", b'{"templates": [], "facets": [], "value_searches": []}'


def _with_items(items, change):
    return {kind: [change(copy.deepcopy(item)) for item in members] for kind, members in items.items()}


def _without_description(item):
    return {name: value for name, value in item.items() if name != "description"}


def _renamed(value):
    if isinstance(value, list):
        return [_renamed(element) for element in value]
    if not isinstance(value, dict):
        return value
    return {OLD_NAMES.get(name, name): _renamed(member) for name, member in value.items()}


def _escape_signs(content):
    """Quotes of SQL as \\u0027: the texts stay the same."""
    return content.replace(b"'", b"\\u0027")


def _other_placeholders(sound):
    """$1 where the set has ?, and ? where it has numbers, whatever their order."""
    draft = Draft(sound)
    for kind, form in PARAMETERIZED_FORM.items():
        for index in range(len(draft.items[kind])):
            for member in (PARAMETERIZED_INTENT, form):
                pointer = f"/{kind}/{index}/{member}"
                draft.set(pointer, _restyled(draft.get(pointer), sound.placeholders))
    return draft


def _restyled(text, style):
    if style == "$":
        return re.sub(r"\$\d+", "?", text)
    # A question mark at the end of a sentence belongs to the sentence.
    body, end = (text[:-1], "?") if re.match(r"(Which|How|What)\b.*\?$", text) else (text, "")
    numbers = iter(range(1, body.count("?") + 1))
    return re.sub(r"\?", lambda _: f"${next(numbers)}", body) + end
