#include "join_text.hpp"

#include <algorithm>
#include <vector>

#include "terminal.hpp"

std::string path_text(const querydata::JoinPath& path, querydata::Dialect dialect) {
  std::vector<std::string> starts = path.tables;
  for (const querydata::JoinStep& step : path.steps) std::erase(starts, step.table);
  std::string out = printable(joined(starts, ", ")) + '\n';
  for (const querydata::JoinStep& step : path.steps) {
    out += "  " + printable(step.table) + " on " + printable(condition(step.join, dialect)) + '\n';
    for (const querydata::Join& other : step.others) out += "    or " + printable(condition(other, dialect)) + '\n';
  }
  for (const querydata::JoinWarning& warning : path.warnings) out += "  ! " + printable(warning.message) + '\n';
  return out;
}
