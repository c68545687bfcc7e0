"""Asks a database a question through the C interface, with nothing but Python's standard library.

usage: ask.py LIBRARY DATABASE_URI CONTEXT_FILE QUESTION
"""
import ctypes
import json
import sys

ZERO_TERMINATED = ctypes.c_size_t(-1)


class QuerydataError(Exception):
    """What a call of the library reported."""


class Library:
    """The functions of querydata.h that this example uses."""

    def __init__(self, path):
        self._lib = ctypes.CDLL(path)
        if self._lib.qdata_abi_version() != 1:
            raise QuerydataError("this example is for version 1 of the interface")
        for name in ("qdata_error_message", "qdata_text_data"):
            getattr(self._lib, name).restype = ctypes.c_char_p
        for name in ("qdata_error_free", "qdata_text_free", "qdata_x_database_free", "qdata_x_context_set_free",
                     "qdata_x_planner_free", "qdata_x_plan_free"):
            getattr(self._lib, name).restype = None

    def make(self, function, *arguments):
        """Calls a function that makes an object, and returns its handle."""
        handle, error = ctypes.c_void_p(), ctypes.c_void_p()
        status = getattr(self._lib, function)(*arguments, ctypes.byref(handle), ctypes.byref(error))
        if status != 0:
            message = self._lib.qdata_error_message(error, None).decode()
            self._lib.qdata_error_free(error)
            raise QuerydataError(message)
        return handle

    def free(self, function, handle):
        getattr(self._lib, function)(handle)

    def read_json(self, function, *arguments):
        """Calls a function that makes a text, and returns what its JSON says."""
        text = self.make(function, *arguments)
        try:
            return json.loads(self._lib.qdata_text_data(text, None))
        finally:
            self._lib.qdata_text_free(text)

    def is_answered(self, plan):
        return self._lib.qdata_x_plan_is_answered(plan) == 1


def ask(library, uri, context_file, question):
    """Returns the plan and, where it was answered, the rows."""
    database = library.make("qdata_x_database_open", uri.encode(), ZERO_TERMINATED, None)
    context = library.make("qdata_x_context_set_read_file", context_file.encode(), ZERO_TERMINATED)
    planner = library.make("qdata_x_planner_create", database, context, None)
    plan = library.make("qdata_x_planner_plan", planner, question.encode(), ZERO_TERMINATED, None)
    rows = library.read_json("qdata_x_planner_run", planner, plan, None) if library.is_answered(plan) else None
    answer = library.read_json("qdata_x_plan_json", plan), rows
    for function, handle in (("qdata_x_plan_free", plan), ("qdata_x_planner_free", planner),
                             ("qdata_x_context_set_free", context), ("qdata_x_database_free", database)):
        library.free(function, handle)
    return answer


def main(arguments):
    if len(arguments) != 5:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        plan, rows = ask(Library(arguments[1]), *arguments[2:])
    except QuerydataError as error:
        print(f"ask.py: {error}", file=sys.stderr)
        return 1
    if rows is None:
        print("no plan:", "; ".join(plan["reasons"]))
        return 3
    print(plan["statement"]["sql"])
    for row in rows["rows"]:
        print(*row, sep="\t")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
