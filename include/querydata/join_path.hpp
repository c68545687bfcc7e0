/// @file
/// Ways to connect tables by joins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/deadline.hpp"
#include "querydata/join.hpp"
#include "querydata/scope.hpp"

namespace querydata::inline v0 {

/// A table and the condition by which it is joined to those before it.
struct JoinStep {
  std::string table;         ///< that the step adds
  Join join;                 ///< the condition that the question's words fit best
  std::vector<Join> others;  ///< further conditions between the same two tables, best first: pick one, they are not
                             ///< conditions of one join ("billing address", "shipping address")
};

/// What to know before rows of a path are counted or summed.
enum class JoinWarningKind : std::uint8_t {
  fan_out,        ///< rows of the table repeat for each row of the other: do not sum its columns
  chasm,          ///< rows of two others that both repeat it are combined with each other: aggregate before joining
  low_confidence  ///< a join that is doubtful (confidence below .5)
};

/// "fan_out", "chasm" or "low_confidence". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(JoinWarningKind kind) noexcept;

struct JoinWarning {
  JoinWarningKind kind = JoinWarningKind::fan_out;
  std::string table;                ///< whose rows repeat; of a doubtful join its `Join::table`
  std::vector<std::string> others;  ///< that repeat them; by name
  std::string message;              ///< one sentence
};

/// One way to connect the tables, without a table or join too many. Where no join leads from some tables to the others,
/// one such way for each part.
struct JoinPath {
  std::vector<std::string> tables;   ///< by name
  std::vector<std::string> bridges;  ///< of these, the ones that were not asked for
  /// Each adds one table to those before it; the first table of a part is the first one asked for and has no step.
  std::vector<JoinStep> steps;
  /// A sure join costs 1, others 1 / confidence², below ½ a thousand more; and more where a hub is crossed, where no
  /// key is met, and for keys that only say who wrote a row.
  double cost = 0;
  double confidence = 1;  ///< product of the joins'
  std::vector<JoinWarning> warnings;
};

/// A table that no join leads to, from the first table asked for.
struct UnconnectedTable {
  std::string table;
  std::string reason;  ///< one sentence
  bool operator==(const UnconnectedTable&) const = default;
};

/// What `SchemaGraph::join_paths` found.
struct JoinPaths {
  /// Best first: by cost, number of joins, the question's words, provenance, name.
  std::vector<JoinPath> paths;
  /// The union of all tied cheapest paths between the tables, pair by pair: what a query may need where several ways
  /// are equally good. Joins by name.
  std::vector<Join> joins;
  std::vector<std::string> tables;             ///< of `joins`, and those asked for; by name
  std::vector<std::string> mandatory_bridges;  ///< every way leads over them; by name
  std::vector<UnconnectedTable> unconnected;   ///< by name
  bool exact = true;      ///< false: too large to try everything, so a cheaper way may have been missed
  bool partial = false;   ///< the deadline cut the work
  std::string cut_short;  ///< what it was doing then, else empty
};

struct JoinPathOptions {
  std::string question;       ///< its words rank conditions and tied paths; may be empty
  std::size_t max_paths = 5;  ///< at most
  double max_detour = 2;      ///< a path may cost so much more than the best one, in sure joins
  Scope scope;                ///< paths cross nothing outside of it
  CallControl control;
};

/// Members as in the structs. Deterministic.
[[nodiscard]] QUERYDATA_API std::string to_json(const JoinPaths& paths);

}  // namespace querydata::inline v0
