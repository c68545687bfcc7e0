"""Fails when the library calls something that a good guest does not call. usage: no_output.py SOURCE_DIR LIBRARY

Only the project's own object files are looked at: what a dependency could do is not in our hands.
"""
import re
import subprocess
import sys

FORBIDDEN = re.compile(
    r"^(puts|printf|fprintf|vprintf|putchar|abort|exit|_exit|quick_exit|signal|sigaction|setlocale|system|"
    r"_ZSt4cout|_ZSt4cerr|_ZSt4clog|omp_set_dynamic)$")

symbols = subprocess.run(["nm", "--undefined-only", "--format=just-symbols", sys.argv[2]], check=True, text=True,
                         capture_output=True).stdout.split()
found = sorted({symbol for symbol in symbols if FORBIDDEN.match(symbol.split("@")[0])})
print("\n".join(f"the library calls {symbol}" for symbol in found) or "no output, no exit, no signal handler, no locale")
sys.exit(1 if found else 0)
