"""Judges `querydata context check`: it finds every seeded fault, and nothing in sound sets.

    python3 judge_context_check.py PROGRAM [--rule RULE] [--dialect DIALECT]

Exit status 1: a fault was missed, something was reported that no fault implies, or a report contradicts itself.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from context_sets import encode, item_of, item_spans, load_sound_sets
from faults import DATABASE, PLAIN, SCHEMA
from live_faults import make_database
from mutate_sets import all_faults
from rules import IMPLIED, SEVERITY
from search_faults import scope_options, within_scope
from sound_variants import empty_sets, sound_variants

SECONDS_A_CALL = 60
PROBLEM_LINE = re.compile(r"\b(error|warning)\b.*/(templates|facets|value_searches)\b"
                          r"|/(templates|facets|value_searches)\b.*\b(error|warning)\b", re.IGNORECASE)


class Checker:
    """Calls the program on the sets of one folder."""

    def __init__(self, program, folder, sound_sets):
        self.program = program
        self.folder = folder
        self.schemas = {sound.dialect: sound.schema for sound in sound_sets}
        self.database = folder / "lending.db"

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return path

    def call(self, path, dialect, mode, options=(), as_json=True):
        """(exit status, standard output)"""
        command = [self.program, "context", "check", str(path), "--dialect", dialect, *options]
        if mode == SCHEMA:
            command += ["--schema", str(self.schemas[dialect])]
        if mode == DATABASE:
            command += ["--db", str(self.database)]
        if as_json:
            command.append("--json")
        try:
            done = subprocess.run(command, capture_output=True, timeout=SECONDS_A_CALL, check=False)
        except subprocess.TimeoutExpired:
            return -1, f"no answer in {SECONDS_A_CALL} seconds"
        return done.returncode, done.stdout.decode(errors="replace") or done.stderr.decode(errors="replace")


def read_report(status, output, content):
    """(findings, what contradicts itself in the report)"""
    try:
        report = json.loads(output)
        findings = report["findings"]
        counts = Counter(finding["severity"] for finding in findings)
        wrong = [f"{plural} is {report[plural]}, and {counts[severity]} are listed"
                 for severity, plural in (("error", "errors"), ("warning", "warnings"), ("information", "informations"))
                 if report[plural] != counts[severity]]
        spans = item_spans(content)
        for finding in findings:
            wrong += _contradictions(finding, spans, len(content))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return [], [f"no report (exit status {status}, {error!r}): {' '.join(output.split())[:200]}"]
    expected = 1 if counts["error"] else 0
    if status != expected:
        wrong.append(f"exit status {status} with {counts['error']} errors")
    return findings, wrong


def _contradictions(finding, spans, size):
    pointer, byte = finding["json_pointer"], finding["byte"]
    shown = f"{finding['rule']} at {pointer or 'the top'}"
    if not finding["message"]:
        yield f"{shown} says nothing"
    if finding["severity"] not in ("error", "warning", "information"):
        yield f"{shown} has the severity {finding['severity']}"
    if byte is None:
        return
    if not isinstance(byte, int) or not 0 <= byte <= size:
        yield f"{shown}: byte {byte} is not within the {size} bytes of the file"
    elif item_of(pointer) in spans:
        begin, end = spans[item_of(pointer)]
        if not begin <= byte < end:
            yield f"{shown}: byte {byte} is not within the item's bytes {begin} to {end}"


def is_told(fault, findings):
    severities = {fault.severity} if fault.severity else {SEVERITY[rule] for rule in (fault.rule, *fault.other_rules)}
    if fault.rule == "unqualified_columns" and not fault.severity:
        severities.add("error")
    begin, end = fault.bytes_between or (None, None)
    return any(finding["rule"] in (fault.rule, *fault.other_rules)
               and (not fault.places or finding["json_pointer"] in fault.places)
               and finding["severity"] in severities
               and fault.mention.lower() in finding["message"].lower()
               and (begin is None or (finding["byte"] is not None and begin <= finding["byte"] <= end))
               for finding in findings)


def not_implied(fault, findings):
    """Errors and warnings that the fault does not imply."""
    allowed = {fault.rule, *fault.other_rules} | IMPLIED.get(fault.rule, frozenset())
    return [finding for finding in findings
            if finding["severity"] != "information"
            and not (finding["rule"] in allowed and (not fault.places or item_of(finding["json_pointer"]) in fault.items
                                                     or finding["json_pointer"] in fault.items))]


def shown(findings):
    return "; ".join(f"{finding['rule']} {finding['json_pointer'] or '(top)'}, byte {finding['byte']}: "
                     f"{finding['message']}" for finding in findings) or "nothing"


def judge_fault(checker, number, fault, with_text):
    """(found, complaints)"""
    path = checker.write(f"{number}.json", fault.content) if fault.path is None else checker.folder / fault.path
    found, complaints = True, []
    for mode in fault.modes:
        status, output = checker.call(path, fault.dialect, mode, fault.options)
        findings, wrong = read_report(status, output, fault.content if fault.path is None else b"")
        title = f"{fault.rule}, {fault.dialect}, {mode}: {fault.name}"
        complaints += [f"WRONG  {title}: {sentence}" for sentence in wrong]
        if not is_told(fault, findings):
            found = False
            complaints.append(f"MISSED {title} (expected at {' or '.join(fault.places[:3]) or 'some place'}"
                              f"{', …' if len(fault.places) > 3 else ''}); told: {shown(findings)[:600]}")
        complaints += [f"STRAY  {title}: {shown([finding])}" for finding in not_implied(fault, findings)]
    if with_text:
        text_status, text = checker.call(path, fault.dialect, fault.modes[-1], fault.options, as_json=False)
        if text_status != status:
            complaints.append(f"WRONG  {title}: exit status {text_status} as text, {status} as JSON")
        if not text.strip():
            complaints.append(f"WRONG  {title}: says nothing as text")
    if fault.path is None:
        path.unlink()
    return found, complaints


def judge_sound_set(checker, file, name, dialect, content, mode, options=()):
    """Complaints about a set without fault."""
    path = checker.write(file, content)
    title = f"sound set, {dialect}, {mode}: {name}"
    status, output = checker.call(path, dialect, mode, options)
    findings, wrong = read_report(status, output, content)
    complaints = [f"WRONG  {title}: {sentence}" for sentence in wrong]
    told = [finding for finding in findings if finding["severity"] != "information" or finding["rule"] in SEVERITY]
    complaints += [f"STRAY  {title}: {shown([finding])}" for finding in told]
    if not wrong:
        complaints += _wrong_counts(title, json.loads(output), content)
    status, text = checker.call(path, dialect, mode, options, as_json=False)
    if status != 0:
        complaints.append(f"WRONG  {title}: exit status {status} as text")
    complaints += [f"STRAY  {title}: {line.strip()}" for line in text.splitlines() if PROBLEM_LINE.search(line)]
    path.unlink()
    return complaints


def _wrong_counts(title, report, content):
    spans = item_spans(content)
    for kind in ("templates", "facets", "value_searches"):
        count = sum(pointer.startswith(f"/{kind}/") for pointer in spans)
        if report.get(kind) != count:
            yield f"WRONG  {title}: {kind} is {report.get(kind)}, not {count}"


def sound_calls(sound_sets):
    """(name, dialect, content, mode, options) for every way in which a sound set is checked."""
    for sound in sound_sets:
        modes = (PLAIN, SCHEMA) if sound.schema else (PLAIN,)
        for name, content in sound_variants(sound):
            for mode in modes + ((DATABASE,) if sound.dialect == "sqlite" else ()):
                yield name, sound.dialect, content, mode, ()
        if sound.is_sql:
            for mode in modes:
                yield "within its scope", sound.dialect, encode(within_scope(sound).items), mode, scope_options(sound)
        for name, content in empty_sets():
            yield name, sound.dialect, content, PLAIN, ()


def print_table(seeded, found, checked_sound, stray_sound):
    width = max(map(len, SEVERITY))
    print(f"{'rule':{width}}  seeded  found")
    for rule in SEVERITY:
        if seeded[rule]:
            print(f"{rule:{width}}  {seeded[rule]:6}  {found[rule]:5}{'' if found[rule] == seeded[rule] else '  <-'}")
    print(f"{'all':{width}}  {sum(seeded.values()):6}  {sum(found.values()):5}")
    print(f"{checked_sound} checks of sound sets, {stray_sound} with complaints")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rule", choices=SEVERITY, help="judge only the faults of one rule, and no sound sets")
    parser.add_argument("--dialect", help="judge only the sets of one dialect")
    arguments = parser.parse_args()

    sound_sets = load_sound_sets()
    # A fault's text form is looked at once a rule and dialect.
    faults = [fault for fault in all_faults(sound_sets)
              if arguments.rule in (None, fault.rule) and arguments.dialect in (None, fault.dialect)]
    seen = set()
    firsts = [(fault.rule, fault.dialect) not in seen and not seen.add((fault.rule, fault.dialect)) for fault in faults]
    sounds = [] if arguments.rule else [call for call in sound_calls(sound_sets) if arguments.dialect in (None, call[1])]

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        checker = Checker(str(Path(arguments.program).resolve()), Path(folder), sound_sets)
        make_database(checker.schemas["sqlite"], checker.database)
        checker.write("set.json", b"{}")
        sound_results = list(pool.map(lambda number, call: judge_sound_set(checker, f"sound{number}.json", *call),
                                      range(len(sounds)), sounds))
        fault_results = list(pool.map(lambda *job: judge_fault(checker, *job), range(len(faults)), faults, firsts))

    complaints = [line for lines in sound_results for line in lines] + [line for _, lines in fault_results for line in lines]
    for line in complaints:
        print(line)
    print_table(Counter(fault.rule for fault in faults),
                Counter(fault.rule for fault, (found, _) in zip(faults, fault_results) if found),
                len(sounds), sum(map(bool, sound_results)))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
