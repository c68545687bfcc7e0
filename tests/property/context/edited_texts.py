"""Faults within texts, read from edits.json: one edit a line.

`at` names the item, `copy` an item that is appended once more first. `changes` are [member, old, new]; `literal`,
`parameterized` and `forms` (both) name the forms of an item's query, `every` all of its texts. `<start>`, `<end>` and
`<all>` stand for places of the text. Placeholders are written $1, $2 and become ? where the set has these. An edit
without `dialects` applies to every SQL dialect whose set holds the old texts.
"""

import copy
import json
import re

from context_sets import (DATA, LITERAL_FORM, PARAMETERIZED_FORM, PARAMETERIZED_INTENT, SQL_DIALECTS, TEXT_MEMBERS,
                          members_of)
from faults import PLAIN, SCHEMA, Draft

NUMBERED = re.compile(r"\$\d+")

# Findings on how two items agree may stand on either, those on how words and query agree on any member with these.
ON_BOTH_ITEMS = {"shadowed_template", "contradicting_facets"}
ON_WORDS_AND_QUERY = {"placeholder_mismatch", "placeholder_type_mismatch", "refill_mismatch"}


def edited_text_faults(sound_sets):
    edits = json.loads((DATA / "edits.json").read_text(encoding="utf-8"))
    for edit in edits:
        applied = [fault for sound in sound_sets if sound.dialect in edit.get("dialects", SQL_DIALECTS)
                   for fault in _apply(edit, sound, "dialects" in edit)]
        if not applied:
            raise ValueError(f"This edit fits no set: {edit}")
        yield from applied


def _apply(edit, sound, must_fit):
    kind, original = (edit.get("at") or edit["copy"]).split("/")
    index = int(original)
    draft = Draft(sound)
    if index >= len(draft.items[kind]):
        return _misfit(edit, sound, must_fit)
    if "copy" in edit:
        index = draft.append(kind, copy.deepcopy(draft.items[kind][index]))
    changed = set()
    for target, old, new in edit["changes"]:
        fitting = [member for member in _targets(target, kind)
                   if _change(draft, f"/{kind}/{index}/{member}", _spelt(old, sound), _spelt(new, sound))]
        if not fitting or (target == "forms" and len(fitting) < 2):
            return _misfit(edit, sound, must_fit)
        changed.update(fitting)
    name = f"{edit.get('at') or edit['copy']}: {edit['name']}"
    details = {key: edit[key] for key in ("mention", "severity") if key in edit}
    modes = tuple(edit.get("modes", (PLAIN, SCHEMA) if sound.is_sql else (PLAIN,)))
    return [draft.fault(edit["rule"], name, _places(edit, kind, index, changed), modes=modes,
                        other_rules=tuple(edit.get("or", ())), **details)]


def _misfit(edit, sound, must_fit):
    if must_fit:
        raise ValueError(f"This edit does not fit the set of {sound.dialect}: {edit}")
    return []


def _spelt(text, sound):
    return text if sound.placeholders == "$" else NUMBERED.sub("?", text)


def _targets(target, kind):
    return {
        "literal": [LITERAL_FORM[kind]],
        "parameterized": [PARAMETERIZED_FORM.get(kind)],
        "forms": [LITERAL_FORM[kind], PARAMETERIZED_FORM.get(kind)],
        "every": TEXT_MEMBERS[kind],
        "parameterized_intent": [PARAMETERIZED_INTENT],
    }.get(target, [target])


def _change(draft, pointer, old, new):
    text = draft.get(pointer)
    if old == "<all>":
        changed = new
    elif old == "<start>":
        changed = new + text
    elif old == "<end>":
        changed = text + new
    else:
        changed = text.replace(old, new)
    draft.set(pointer, changed)
    return changed != text


def _places(edit, kind, index, changed):
    rule = edit["rule"]
    if rule in ON_BOTH_ITEMS:
        return members_of(kind, index) + members_of(kind, int(edit["copy"].split("/")[1]))
    if rule == "near_duplicate_item":
        return members_of(kind, index)
    if rule in ON_WORDS_AND_QUERY:
        return tuple(place for place in members_of(kind, index) if not place.endswith(("/nl_query", "/manifest")))
    queries = {LITERAL_FORM[kind], PARAMETERIZED_FORM.get(kind)}
    if rule == "placeholder_in_literal":
        queries = {PARAMETERIZED_FORM[kind]}
    return tuple(f"/{kind}/{index}/{member}" for member in sorted(changed & queries))
