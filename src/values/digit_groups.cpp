#include "values/digit_groups.hpp"

#include <algorithm>
#include <cstddef>

#include "querydata/span.hpp"
#include "text/utf8.hpp"

namespace querydata::inline v0::values {
namespace {

constexpr std::string_view number_marks = ".,/";

std::vector<Span> runs_of_digits(std::string_view text) {
  std::vector<Span> runs;
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint point = text::decode_utf8(text, at);
    if (text::is_digit(point.value)) {
      if (runs.empty() || runs.back().end != at) runs.push_back({at, at});
      runs.back().end = at + point.size;
    }
    at += point.size;
  }
  return runs;
}

/// Whether a minus stands before the run that is no hyphen.
bool is_negative(std::string_view text, Span run) {
  if (run.begin == 0 || text[run.begin - 1] != '-') return false;
  if (run.begin == 1) return true;
  const auto before = static_cast<unsigned char>(text[run.begin - 2]);
  return before < 0x80 && !text::is_word_part(before) && before != '-' && before != ')';
}

}  // namespace

std::vector<std::string> digit_groups(std::string_view text) {
  const std::vector<Span> runs = runs_of_digits(text);
  const auto marked = [&](std::size_t run) {
    return run + 1 < runs.size() && runs[run + 1].begin == runs[run].end + 1 &&
           number_marks.find(text[runs[run].end]) != std::string_view::npos;
  };
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    std::string group = is_negative(text, runs[i]) ? "-" : "";
    group += runs[i].of(text);
    // More runs are dates, addresses and versions, however they are written.
    if (marked(i) && !marked(i + 1) && (i == 0 || !marked(i - 1))) {
      group += text[runs[i].end];
      group += runs[++i].of(text);
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

bool has_digit_groups(std::string_view value, const std::vector<std::string>& groups) {
  if (groups.empty()) return true;
  auto next = groups.begin();
  for (const std::string& group : digit_groups(value))
    if (next != groups.end() && group == *next) ++next;
  return next == groups.end();
}

}  // namespace querydata::inline v0::values
