"""Fails when a file includes from a floor that it may not know, or a public header from outside the standard library.

usage: floors.py SOURCE_DIR [--self-test]
"""
import pathlib
import re
import sys

FLOORS = ["core", "text", "model", "sql", "db", "store", "search", ("schema", "context", "values", "knowledge"), "plan",
          "improve"]
PUBLIC = {
    "core": "export version error result deadline language_model",
    "model": "span dialect value schema statement scope value_match context_items",
    "sql": "sql", "db": "database sqlite", "store": "store", "search": "embedder", "schema": "join join_path schema_descriptions schema_formats schema_graph",
    "context": "context_changes context_check context_set context_store derive golden_dataset value_search_recipes", "values": "value_index value_linker", "knowledge": "filter knowledge_base", "plan": "answer_text grounding planner query_data verify",
}
# A span is two numbers; text, below model, measures with it too.
ANYWHERE = {"span"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def level(floor):
    for number, name in enumerate(FLOORS):
        if floor == name or (isinstance(name, tuple) and floor in name):
            return number
    return None


def floor_of_header(name):
    for floor, headers in PUBLIC.items():
        if name in headers.split():
            return floor
    return None


def may_include(floor, other):
    return floor == other or level(other) < level(floor)


def faults_of(path, text, floor, public):
    for kind, target in INCLUDE.findall(text):
        if target.startswith("querydata/"):
            name = target[len("querydata/"):-len(".hpp")]
            other = floor_of_header(name)
            if other is None:
                yield f"{path}: {target} has no floor; add it to {__file__}"
            elif name not in ANYWHERE and not may_include(floor, other):
                yield f"{path}: floor {floor} may not include {target} (floor {other})"
        elif kind == '"':
            if public:
                yield f"{path}: a public header includes {target}"
            other = target.split("/")[0]
            if "/" in target and level(other) is not None and not may_include(floor, other):
                yield f"{path}: floor {floor} may not include {target}"
        elif public and ("/" in target or target.endswith(".h")):
            yield f"{path}: a public header includes {target}, which is not of the standard library"


def check(root):
    faults = []
    for path in sorted((root / "include/querydata").glob("*.hpp")):
        floor = floor_of_header(path.stem)
        if path.stem == "querydata":
            continue
        if floor is None:
            faults.append(f"{path}: has no floor; add it to {__file__}")
            continue
        faults += faults_of(path, path.read_text(), floor, True)
    for path in sorted((root / "src").rglob("*")):
        if path.suffix in (".hpp", ".cpp", ".inc"):
            faults += faults_of(path, path.read_text(), path.relative_to(root / "src").parts[0], False)
    return faults


def self_test():
    for floor, public, line in [("text", False, '#include "sql/lexer.hpp"'), ("schema", False, '#include "values/x.hpp"'),
                                ("model", True, "#include <boost/json.hpp>"), ("sql", True, '#include "querydata/planner.hpp"')]:
        assert list(faults_of("x", line, floor, public)), line
    for floor, public, line in [("plan", False, '#include "values/x.hpp"'), ("text", False, '#include "querydata/span.hpp"'),
                                ("db", False, "#include <sqlite3.h>"), ("sql", True, "#include <vector>")]:
        assert not list(faults_of("x", line, floor, public)), line


if __name__ == "__main__":
    if "--self-test" in sys.argv:
        self_test()
        sys.exit(0)
    found = check(pathlib.Path(sys.argv[1]))
    print("\n".join(found) or "every include goes down")
    sys.exit(1 if found else 0)
