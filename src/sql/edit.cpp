#include <algorithm>

#include <fmt/format.h>

#include "sql/characters.hpp"
#include "sql/errors.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

Result<std::string> apply_edits(std::string_view sql, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.span < b.span; });
  std::string out;
  std::size_t position = 0;
  for (const auto& [span, text] : edits) {
    if (span.begin < position || span.end < span.begin || span.end > sql.size()) {
      return error_at(ErrorCode::invalid_argument, span.begin,
                      fmt::format("An edit of bytes {} to {} overlaps another one or leaves the text of {} bytes; give "
                                  "spans that lie apart.",
                                  span.begin, span.end, sql.size()));
    }
    out.append(sql.substr(position, span.begin - position)).append(text);
    position = span.end;
  }
  out.append(sql.substr(position));
  return out;
}

std::vector<Edit> keep_apart(std::string_view sql, std::vector<Edit> edits) {
  const auto joins = [](char before, char after) {
    return is_word_part(before) && (is_word_part(after) || contains("'\"`[$@", after));
  };
  for (auto& [span, text] : edits) {
    if (text.empty()) continue;
    if (span.begin > 0 && joins(sql[span.begin - 1], text.front())) text.insert(0, 1, ' ');
    if (span.end < sql.size() && joins(text.back(), sql[span.end])) text += ' ';
  }
  return edits;
}

std::vector<Span> spans_after(const std::vector<Edit>& edits) {
  std::vector<std::size_t> order(edits.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return edits[a].span < edits[b].span; });
  std::vector<Span> out(edits.size());
  std::size_t added = 0;
  std::size_t removed = 0;
  for (const auto i : order) {
    const auto begin = edits[i].span.begin + added - removed;
    out[i] = {begin, begin + edits[i].text.size()};
    added += edits[i].text.size();
    removed += edits[i].span.size();
  }
  return out;
}

}  // namespace querydata::inline v0::sql
