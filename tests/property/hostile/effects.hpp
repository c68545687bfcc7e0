/// @file
/// What an engine shows of a statement that ran with no check before it.
///
/// An entry of tests/data/hostile_statements.*.json says in "effect" what is wrong with its statement:
///   writes          data, the schema or the state of the server is another
///   writes_file     a file came to be
///   locks           others are kept from writing
///   session         the session is not as it was: settings, transaction, prepared statements, connections, …
///   sleeps          time passes
///   logs            the log of errors is written
///   loads_code      a library is looked for, to be run in the process
///   shell           SQLite's own program runs it: it reaches files and programs
///   reads_elsewhere reads tables that are not the three, or what the engine keeps about itself
///   privileged      who may read the three tables and no more is refused
///   several         more than one statement runs
///   refused         the engine does not run it, and nothing remains of it
///   none            nothing is to be seen outside the result; "reason" says why it is refused all the same
#pragma once

#include <functional>
#include <set>
#include <string>

#include "querydata/dialect.hpp"

namespace querydata::test {

struct Observation {
  std::set<std::string> effects;
  std::string error;  ///< what the engine has against the statement
};

/// Lets `observe` run every statement of the dialect's list and compares; says how many there are of each effect.
void check_effects(Dialect dialect, const std::function<Observation(const std::string&)>& observe);

}  // namespace querydata::test
