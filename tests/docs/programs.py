"""Writes each C++ program of a page to a file and prints the files' names. usage: programs.py PAGE FOLDER_AND_PREFIX

A program is a ```cpp block with a main function; other blocks are fragments.
"""
import pathlib
import re
import sys

page, prefix = pathlib.Path(sys.argv[1]), sys.argv[2]
written = []
for block in re.findall(r"^```cpp\n(.*?)^```", page.read_text(), re.M | re.S):
    if "int main(" not in block:
        continue
    path = pathlib.Path(f"{prefix}_{len(written) + 1}.cpp")
    if not path.exists() or path.read_text() != block:
        path.write_text(block)
    written.append(str(path))
print(";".join(written))
