"""Looks that the program tells nobody of members of the library's interface.

usage: program_words.py PROJECT

Every message in src/ that names an option of the library must be one that examples/cli/program_words.cpp rewords.
"""
import pathlib
import re
import sys

LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
PIECE = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
MEMBER = re.compile(r"\b[A-Z]\w*Options::\w+|\bread_(?:write|only)\b|\bmax_[a-z_]+\b|\bextra_functions\b|\ballow_[a-z]+\b")
WORDING = re.compile(r'Wording\{("(?:[^"\\]|\\.)*"),\s*("(?:[^"\\]|\\.)*")\}')
# Training programs, and what names members of a file that users of the program write themselves.
NO_MESSAGES = ("training", "filter_json.cpp", "filter_schema.cpp")


def texts(source):
    """Texts of a file as the compiler joins them, with the line where each begins."""
    for found in LITERALS.finditer(source):
        joined = "".join(PIECE.findall(found.group()))
        if " " in joined:  # one word is a name of JSON or SQL
            yield source.count("\n", 0, found.start()) + 1, joined


def main():
    project = pathlib.Path(sys.argv[1])
    words = (project / "examples/cli/program_words.cpp").read_text(encoding="utf-8")
    wordings = [tuple(text[1:-1] for text in pair) for pair in WORDING.findall(words)]
    assert len(wordings) == words.count("Wording{"), "a wording in program_words.cpp is not understood"
    used = set()
    faults = []
    for path in sorted((project / "src").rglob("*.cpp")):
        if any(part in NO_MESSAGES for part in path.parts):
            continue
        for line, text in texts(path.read_text(encoding="utf-8")):
            for library, program in wordings:
                if library in text:
                    used.add(library)
                    text = text.replace(library, program)
            if found := MEMBER.search(text):
                faults.append(f"{path.relative_to(project)}:{line}: {found.group()} in \"{text}\"; reword it in "
                              "examples/cli/program_words.cpp")
    faults += [f"examples/cli/program_words.cpp: nothing says \"{library}\" any more" for library, _ in wordings
               if library not in used]
    print("\n".join(faults))
    return 1 if faults else 0


sys.exit(main())
