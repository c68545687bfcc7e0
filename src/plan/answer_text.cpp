#include "querydata/answer_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/excerpt.hpp"

namespace querydata::inline v0 {
namespace {

/// "A, B and C".
std::string listed(const std::vector<std::string>& items, std::string_view last = "and") {
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += i + 1 == items.size() ? fmt::format(" {} ", last) : std::string(", ");
    out += items[i];
  }
  return out;
}

class ResultWords {
 public:
  ResultWords(const RowSet& rows, const AnswerTextOptions& options) : rows_(rows), options_(options) {}

  [[nodiscard]] std::string text() const {
    const std::size_t count = rows_.rows.size();
    if (rows_.columns.size() == 1) return count == 1 && whole() ? single_value() : list();
    return count == 1 && whole() ? fmt::format("There is one row: {}.", row(0)) : several_rows();
  }

 private:
  [[nodiscard]] bool whole() const { return rows_.cut == Cut::none; }

  [[nodiscard]] std::string value(const Value& value) const {
    if (std::holds_alternative<Null>(value)) return "no value (NULL)";
    return text::excerpt(to_display(value), options_.max_value_bytes);
  }

  [[nodiscard]] std::string single_value() const {
    const Value& only = rows_.rows.front().front();
    if (std::holds_alternative<Null>(only)) return "There is one row, and it holds no value (NULL).";
    return fmt::format("The answer is {}.", value(only));
  }

  /// "57", or "more than 100" where rows were cut.
  [[nodiscard]] std::string count_words(std::string_view one, std::string_view many) const {
    const std::size_t count = rows_.rows.size();
    return fmt::format("{}{} {}", whole() ? "" : "more than ", count, count == 1 && whole() ? one : many);
  }

  [[nodiscard]] std::string list() const {
    const std::size_t shown = std::min(rows_.rows.size(), options_.max_values);
    std::vector<std::string> items;
    for (std::size_t i = 0; i < shown; ++i) items.push_back(value(rows_.rows[i].front()));
    const std::string head = fmt::format("There are {}", count_words("value", "values"));
    if (shown == rows_.rows.size() && whole()) return fmt::format("{}: {}.", head, listed(items));
    if (shown == 0) return head + '.';
    return fmt::format("{}; the first {}: {}.", head, shown == 1 ? "is" : fmt::format("{} are", shown), listed(items));
  }

  [[nodiscard]] std::string row(std::size_t number) const {
    std::string out;
    for (std::size_t i = 0; i < rows_.columns.size(); ++i) {
      const std::string& name = rows_.columns[i].name;
      if (i > 0) out += ", ";
      if (!name.empty()) out += text::excerpt(name, options_.max_value_bytes) + ' ';
      out += value(rows_.rows[number][i]);
    }
    return out;
  }

  [[nodiscard]] std::string several_rows() const {
    const std::size_t shown = std::min(rows_.rows.size(), options_.max_rows);
    std::string out = fmt::format("There are {}", count_words("row", "rows"));
    if (shown == 0) return out + '.';
    const bool all = shown == rows_.rows.size() && whole();
    out += all ? ": " : shown == 1 ? "; the first is: " : fmt::format("; the first {} are: ", shown);
    for (std::size_t i = 0; i < shown; ++i) out += (i > 0 ? "; " : "") + row(i);
    return out + '.';
  }

  const RowSet& rows_;
  const AnswerTextOptions& options_;
};

std::string reason_text(const EmptyReason& reason) {
  std::vector<std::string> words;
  for (const EmptyingCondition& condition : reason.conditions) words.push_back(condition.words);
  std::string out;
  if (words.size() == 1) {
    out = fmt::format(" There would be something without the condition that {}.", words.front());
  } else if (!words.empty()) {
    out = fmt::format(" There would be something without any one of the conditions that {}.", listed(words, "or that"));
  } else if (reason.tried == 1 && reason.untried == 0) {
    out = " Without its only condition there is nothing either.";
  } else if (reason.tried > 0 && reason.untried == 0) {
    out = fmt::format(" No single one of its {} conditions is the reason: without any of them there is nothing either.",
                      reason.tried);
  }
  if (reason.untried > 0) {
    out += fmt::format(" {} of {} conditions were not tried.", reason.untried, reason.tried + reason.untried);
  }
  return out;
}

}  // namespace

Result<std::string> answer_text(const Statement& statement, const RowSet& rows, Database& database,
                                const Schema& schema, const AnswerTextOptions& options) {
  if (rows.cut != Cut::none || !found_nothing(statement, rows)) return ResultWords(rows, options).text();
  const auto reason = why_empty(statement, database, schema, options);
  if (!reason) return reason.error();
  const bool zero =
      !rows.rows.empty() && rows.rows.front().size() == 1 && !std::holds_alternative<Null>(rows.rows.front().front());
  return (zero ? ResultWords(rows, options).text() : std::string("Nothing was found.")) + reason_text(*reason);
}

}  // namespace querydata::inline v0
