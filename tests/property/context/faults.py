"""What a fault is, and how one is seeded into a sound set."""

import copy
from dataclasses import dataclass

from context_sets import encode, item_of

# How the program is called on a set: without a schema, with one, with a database.
PLAIN, SCHEMA, DATABASE = "plain", "schema", "database"


@dataclass(frozen=True)
class Fault:
    """A broken set and the finding that tells of it."""

    dialect: str
    rule: str
    name: str
    content: bytes
    places: tuple                       # JSON pointers, one of which is reported; empty: wherever
    modes: tuple = (PLAIN, SCHEMA)
    other_rules: tuple = ()             # rules under which the fault may be told just as well
    severity: str | None = None         # where it is not the rule's usual one
    mention: str = ""                   # what the message says, whatever else it says
    bytes_between: tuple | None = None  # where in the file the fault stands
    options: tuple = ()                 # further options of the program
    path: str | None = None             # what is checked instead of a file with `content`

    @property
    def items(self):
        return {item_of(place) for place in self.places}


class Draft:
    """A copy of a sound set, to be broken. Pointers name members as the set spells them."""

    def __init__(self, sound):
        self.sound = sound
        self.items = copy.deepcopy(sound.items)

    def _holder(self, pointer):
        *parents, last = pointer.strip("/").split("/")
        holder = self.items
        for part in parents:
            holder = holder[int(part)] if isinstance(holder, list) else holder[part]
        return holder, int(last) if isinstance(holder, list) else last

    def get(self, pointer):
        holder, key = self._holder(pointer)
        return holder[key]

    def set(self, pointer, value):
        holder, key = self._holder(pointer)
        holder[key] = value
        return self

    def remove(self, pointer):
        holder, key = self._holder(pointer)
        del holder[key]
        return self

    def rename(self, pointer, name):
        """Gives a member another name and leaves it in its place."""
        holder, key = self._holder(pointer)
        renamed = [(name if old == key else old, value) for old, value in holder.items()]
        holder.clear()
        holder.update(renamed)
        return self

    def append(self, kind, item):
        """Appends an item; gives its index."""
        self.items[kind].append(item)
        return len(self.items[kind]) - 1

    def fault(self, rule, name, places, **details):
        return Fault(self.sound.dialect, rule, name, encode(self.items), tuple(places), **details)
