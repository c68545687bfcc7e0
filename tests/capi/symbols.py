"""Compares what the C library exports with capi/abi/symbols.txt and with the header. usage: symbols.py LIBRARY CAPI_DIR"""
import pathlib
import re
import subprocess
import sys

library, capi = sys.argv[1], pathlib.Path(sys.argv[2])
nm = subprocess.run(["nm", "-D", "--defined-only", "--format=just-symbols", library], check=True, text=True,
                    capture_output=True)
exported = {symbol.split("@")[0] for symbol in nm.stdout.split()} - {"QUERYDATA_1"}
# The sanitizers' own symbols are no part of the interface.
exported = {symbol for symbol in exported if not symbol.startswith(("__odr_asan", "__asan", "__ubsan", "__tsan"))}
listed = set((capi / "abi/symbols.txt").read_text().split())
declared = set(re.findall(r"QDATA_CALL\s+(qdata_\w+)\(", (capi / "include/querydata.h").read_text()))
faults = [f"{symbol}: exported, not in abi/symbols.txt" for symbol in sorted(exported - listed)]
faults += [f"{symbol}: in abi/symbols.txt, not exported" for symbol in sorted(listed - exported)]
faults += [f"{symbol}: in only one of header and abi/symbols.txt" for symbol in sorted(declared ^ listed)]
print("\n".join(faults) or f"{len(listed)} symbols, all listed and declared")
sys.exit(1 if faults else 0)
