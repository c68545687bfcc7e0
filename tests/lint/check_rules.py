"""Looks that the pages and the judge of the check have the rules and severities of the code.

usage: check_rules.py PROJECT

The code's own list is src/context/rules.hpp and the enumeration Severity.
"""
import pathlib
import re
import sys

RULE = re.compile(r'Rule (\w+)\{"(\w+)", Severity::(\w+)\};')
ROW = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \| (\w+) \| (.*) \|$", re.MULTILINE)
OTHER = re.compile(r"rules::(\w+)\.as\(Severity::(\w+)\)")
ALIAS = re.compile(r"Rule& rule = (?:rules::)?(\w+);")


def rules_of_code(project):
    text = (project / "src/context/rules.hpp").read_text(encoding="utf-8")
    found = RULE.findall(text)
    assert found and all(name == told for name, told, _ in found), "a rule is called otherwise than its constant"
    assert len(found) == text.count("inline constexpr Rule "), "a rule in rules.hpp is not understood"
    return {name: severity for name, _, severity in found}


def other_severities(project):
    """Severities that the code gives rules besides their own."""
    found = set()
    for path in (project / "src/context").glob("*.cpp"):
        text = path.read_text(encoding="utf-8")
        found.update(OTHER.findall(text))
        aliases = ALIAS.findall(text)
        found.update((alias, severity) for alias in aliases for severity in re.findall(r"rule\.as\(Severity::(\w+)\)", text)
                     if len(set(aliases)) == 1)
    return found


def check_page(project, rules):
    page = (project / "docs/context-check.md").read_text(encoding="utf-8")
    told, whens = {}, {}
    for names, severity, when in ROW.findall(page):
        for name in re.findall(r"`(\w+)`", names):
            told[name], whens[name] = severity, when
    for name in sorted(rules.keys() - told.keys()):
        yield f"docs/context-check.md does not list {name}"
    for name in sorted(told.keys() - rules.keys()):
        yield f"docs/context-check.md lists {name}, which is no rule"
    for name in sorted(told.keys() & rules.keys()):
        if told[name] != rules[name]:
            yield f"docs/context-check.md calls {name} {told[name]}, the code {rules[name]}"
    for name, severity in sorted(other_severities(project)):
        if f"{severity}" not in whens.get(name, ""):
            yield f"docs/context-check.md does not say when {name} is of severity {severity}"


def check_judge(project, rules):
    sys.path.insert(0, str(project / "tests/property/context"))
    from rules import SEVERITY  # pylint: disable=import-outside-toplevel
    for name, severity in SEVERITY.items():
        if rules.get(name) != severity:
            yield f"tests/property/context/rules.py calls {name} {severity}, the code {rules.get(name)}"


def check_severities(project):
    header = (project / "include/querydata/context_set.hpp").read_text(encoding="utf-8")
    severities = set(re.search(r"enum class Severity : std::uint8_t \{([^}]*)\}", header)[1].replace(",", " ").split())
    page = (project / "docs/json.md").read_text(encoding="utf-8")
    told = re.search(r"with severity ((?:`\w+`(?:, | or )?)+)", page)
    if told is None or set(re.findall(r"`(\w+)`", told[1])) != severities:
        yield f"docs/json.md does not list the severities {', '.join(sorted(severities))}"
    written = (project / "src/context/context_file.cpp").read_text(encoding="utf-8")
    members = re.findall(r'\\"(\w+)\\":', written[written.index("std::string to_json(const Finding"):])
    shape = "{" + ",".join(f'"{member}"' for member in members) + "}"
    for name in ("docs/json.md", "include/querydata/context_check.hpp"):
        if f"`{shape}`" not in (project / name).read_text(encoding="utf-8"):
            yield f"{name} does not show a finding as {shape}"


def check_other_pages(project, rules):
    """Elsewhere a rule that is named exists: what looks like one stands in brackets, as the program prints it."""
    for path in [project / "README.md", project / "CHANGELOG.md", *sorted((project / "docs").glob("*.md"))]:
        for name in re.findall(r"\[(\w+_\w+)(?:, byte \d+ of the file)?\]", path.read_text(encoding="utf-8")):
            if name not in rules:
                yield f"{path.relative_to(project)} shows [{name}], which is no rule"


def main():
    project = pathlib.Path(sys.argv[1])
    rules = rules_of_code(project)
    faults = [*check_page(project, rules), *check_judge(project, rules), *check_severities(project),
              *check_other_pages(project, rules)]
    print("\n".join(faults))
    return 1 if faults else 0


sys.exit(main())
