"""Runs the shell sessions that a page shows and compares what is printed with what the page says.

usage: sessions.py PAGE PROGRAM SAMPLE_GENERATOR SOURCE_DIR
       sessions.py --program PROGRAM SAMPLE_GENERATOR SOURCE_DIR

A session is a ```console block: lines after "$ " are commands, the lines below are their output; a line "..." stands
for any lines. Commands run in a folder that holds the sample as ferry.db and ferry.context.json, the books of
examples/filter and the folder examples/handbook. With --program, a program of a page is run there without arguments and must end with status 0 and some
output.
"""
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def sample_folder(folder, generator, source):
    subprocess.run([generator, folder / "ferry.db"], check=True)
    shutil.copy(source / "examples/sample/ferry.context.json", folder)
    shutil.copy(source / "examples/python/ask.py", folder)
    for name in ("books.schema.json", "books.jsonl"):
        shutil.copy(source / "examples/filter" / name, folder)
    shutil.copytree(source / "examples/handbook", folder / "handbook")


def commands_of(page):
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text(), re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def matches(expected, printed):
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line.rstrip()) + r" *\n"
                      for line in expected.splitlines())
    return re.fullmatch(pattern, printed) is not None


def run_sessions(page, program, folder):
    environment = dict(os.environ, PATH=f"{folder / 'bin'}:{os.environ['PATH']}")
    (folder / "bin").mkdir()
    (folder / "bin/querydata").symlink_to(program)
    failures = 0
    for command, expected in commands_of(page):
        done = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if not matches(expected, done.stdout):
            failures += 1
            print(f"$ {command}")
            print("\n".join(difflib.unified_diff(expected.splitlines(), done.stdout.splitlines(), str(page), "printed",
                                                 lineterm="")))
    return failures


def main():
    source = pathlib.Path(sys.argv[-1])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sample_folder(folder, sys.argv[-2], source)
        if sys.argv[1] == "--program":
            done = subprocess.run([sys.argv[2]], cwd=folder, text=True, capture_output=True, check=False)
            print(done.stdout, done.stderr)
            return 0 if done.returncode == 0 and done.stdout else 1
        return 1 if run_sessions(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), folder) else 0


sys.exit(main())
