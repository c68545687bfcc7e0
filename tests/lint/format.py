"""Fails when clang-format would change a file. usage: format.py SOURCE_DIR"""
import pathlib
import shutil
import subprocess
import sys

if shutil.which("clang-format") is None:
    print("skipped: clang-format is not installed")
    sys.exit(77)
root = pathlib.Path(sys.argv[1])
files = [str(path) for folder in ("include", "src", "capi", "examples", "tests") for path in sorted((root / folder).rglob("*"))
         if path.suffix in (".hpp", ".cpp", ".h", ".c")]
sys.exit(subprocess.run(["clang-format", "--dry-run", "--Werror", "--style=file", *files], check=False).returncode)
