"""All broken sets. As a program: writes them into a folder, with a list of what each must be reported for."""

import argparse
import json
from pathlib import Path

from context_sets import load_sound_sets
from edited_texts import edited_text_faults
from file_faults import broken_json, other_forms, unknown_lists, unreadable_files
from live_faults import live_faults
from member_faults import derivable_members, duplicates, misspelt_members, missing_members, wrong_types
from rules import SEVERITY
from search_faults import differing_concept_types, missing_columns, restricted_names

MUTATIONS = (unreadable_files, broken_json, other_forms, wrong_types, missing_members, derivable_members, misspelt_members,
             unknown_lists, duplicates, edited_text_faults, missing_columns, differing_concept_types, restricted_names,
             live_faults)


def all_faults(sound_sets):
    """Every fault, in the order of the rules; always the same ones."""
    faults = [fault for mutation in MUTATIONS for fault in mutation(sound_sets)]
    order = list(SEVERITY)
    faults.sort(key=lambda fault: order.index(fault.rule))
    _refuse_faultless(faults, sound_sets)
    return faults


def _refuse_faultless(faults, sound_sets):
    """Seeded faults change something, and no two of them are the same."""
    seen = {}
    for fault in faults:
        # Out of scope is what the options leave out, so they belong to the fault.
        key = (fault.dialect, fault.content, fault.path, fault.options)
        if key in seen:
            raise ValueError(f"Two faults make the same set: {fault.rule} {fault.name} and {seen[key]}")
        seen[key] = f"{fault.rule} {fault.name}"
    originals = {sound.dialect: sound.items for sound in sound_sets}
    for fault in faults:
        try:
            unchanged = json.loads(fault.content) == originals[fault.dialect]
        except ValueError:
            continue
        if unchanged and not fault.path:
            raise ValueError(f"{fault.rule} {fault.name} changes nothing")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for number, fault in enumerate(all_faults(load_sound_sets())):
        if fault.path:
            continue
        file = f"{number:04}.{fault.dialect}.{fault.rule}.json"
        (folder / file).write_bytes(fault.content)
        lines.append(json.dumps({"file": file, "rule": fault.rule, "fault": fault.name, "json_pointers": fault.places,
                                 "calls": fault.modes, "options": fault.options}))
    (folder / "faults.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} broken sets in {folder}")


if __name__ == "__main__":
    main()
