#include "row_judge.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <variant>

#include "querydata/sql.hpp"

namespace {

using querydata::Result;
using querydata::Statement;
using querydata::Value;

constexpr std::chrono::milliseconds query_time{10'000};

/// A row as text: equal texts are equal rows.
std::string row_text(const std::vector<Value>& row) {
  std::string text;
  for (const Value& value : row) {
    const auto* whole = std::get_if<std::int64_t>(&value);
    // 3 and 3.0 are one value.
    text += (whole != nullptr ? to_json(Value(static_cast<double>(*whole))) : to_json(value)) + '\x1f';
  }
  return text;
}

}  // namespace

Result<void> RowJudge::runs(const std::string& gold) {
  for (std::size_t i = 0; i < databases_.size(); ++i) {
    const auto& found = rows({databases_[i]->dialect(), gold, {}}, i);
    if (!found) return found.error();
  }
  return {};
}

bool RowJudge::same(const std::string& gold, const Statement& statement) {
  const bool ordered = is_ordered(gold);
  for (std::size_t i = 0; i < databases_.size(); ++i) {
    const auto& expected = rows({databases_[i]->dialect(), gold, {}}, i);
    const auto& given = rows(statement, i);
    if (!expected || !given) return false;
    if (ordered ? expected->rows != given->rows : expected->sorted != given->sorted) return false;
  }
  return true;
}

bool RowJudge::is_ordered(const std::string& gold) {
  if (const auto known = ordered_.find(gold); known != ordered_.end()) return known->second;
  if (!schema_) schema_ = databases_.front()->read_schema().value();
  const auto info = querydata::inspect(gold, databases_.front()->dialect(), *schema_);
  return ordered_[gold] = info && info->ordered;
}

const Result<RowJudge::Rows>& RowJudge::rows(const Statement& statement, std::size_t database) {
  std::string key = std::to_string(database) + '\x1f' + statement.sql;
  for (const Value& value : statement.parameters) key += '\x1f' + to_json(value);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  return known_.emplace(std::move(key), run(statement, *databases_[database])).first->second;
}

Result<RowJudge::Rows> RowJudge::run(const Statement& statement, querydata::Database& database) {
  querydata::Limits limits;
  limits.max_rows = 1'000'000;
  limits.max_bytes = std::size_t{1} << 30U;
  limits.max_time = query_time;
  auto cursor = database.execute(statement, limits);
  if (!cursor) return cursor.error();
  const auto set = querydata::collect(**cursor);
  if (!set) return set.error();
  if (set->cut != querydata::Cut::none) {
    return querydata::Error{querydata::ErrorCode::resource_exhausted,
                            "it gives more rows than can be compared, or takes longer than ten seconds; ask for fewer",
                            {}};
  }
  Rows result;
  for (const auto& row : set->rows) result.rows.push_back(row_text(row));
  result.sorted = result.rows;
  std::sort(result.sorted.begin(), result.sorted.end());
  return result;
}
