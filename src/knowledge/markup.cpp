#include "knowledge/markup.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "knowledge/entities.hpp"
#include "knowledge/html_text.hpp"
#include "knowledge/markdown_inline.hpp"

namespace querydata::inline v0::knowledge {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

Span trimmed(std::string_view text, Span span) {
  while (!span.empty() && (is_space(text[span.begin]) || text[span.begin] == '\n')) ++span.begin;
  while (!span.empty() && (is_space(text[span.end - 1]) || text[span.end - 1] == '\n')) --span.end;
  return span;
}

/// The character and the number of a run of ` or ~ that begins or ends fenced code; nothing on other lines.
struct Fence {
  char mark = 0;
  std::size_t length = 0;
  bool bare = false;  ///< nothing follows: only such a line can end a block
};

std::optional<Fence> fence_of(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && at < 3 && line[at] == ' ') ++at;
  if (at >= line.size() || (line[at] != '`' && line[at] != '~')) return std::nullopt;
  Fence fence{line[at], 0, false};
  while (at < line.size() && line[at] == fence.mark) {
    ++at;
    ++fence.length;
  }
  if (fence.length < 3) return std::nullopt;
  fence.bare = std::all_of(line.begin() + static_cast<std::ptrdiff_t>(at), line.end(), is_space);
  return fence;
}

class MarkdownReader {
 public:
  explicit MarkdownReader(std::string_view document) : document_(document) { out_.text = document; }

  ReadableText read() {
    const std::size_t first = front_matter();
    note_labels(first);
    bool after_blank = true;
    for (std::size_t begin = first; begin < document_.size();) {
      const std::size_t end = std::min(document_.find('\n', begin), document_.size());
      if (!fence_) comments({begin, end});
      // A comment is gone before the line is read.
      const std::string line = out_.text.substr(begin, end - begin);
      const bool blank = std::all_of(line.begin(), line.end(), is_space);
      if (fence_) {
        in_fence({begin, end}, line);
      } else if (const auto fence = fence_of(line)) {
        fence_ = fence;
        add_break(begin);
        hide({begin, end});
      } else if (!blank) {
        if (after_blank || begins_item(line)) add_break(begin);
        text_line({begin, end}, line);
        line_before_ = {begin, end};
      }
      if (blank) line_before_ = {};
      after_blank = blank;
      begin = end + 1;
    }
    return std::move(out_);
  }

 private:
  void hide(Span span) { std::fill_n(out_.text.begin() + static_cast<std::ptrdiff_t>(span.begin), span.size(), ' '); }

  void add_break(std::size_t at) {
    if (out_.breaks.empty() || out_.breaks.back() < at) out_.breaks.push_back(at);
  }

  void in_fence(Span span, std::string_view line) {
    const auto closing = fence_of(line);
    if (!closing || !closing->bare || closing->mark != fence_->mark || closing->length < fence_->length) return;
    hide(span);
    fence_.reset();
    add_break(std::min(span.end + 1, document_.size()));
  }

  void text_line(Span span, std::string_view line) {
    if (!link_label(line).empty() || is_table_rule(line)) {
      hide(span);
      return;
    }
    if (heading(span) || underlined(span, line)) return;
    std::size_t at = 0;
    while (at < line.size() && (line[at] == '>' || is_space(line[at]))) ++at;
    hide({span.begin, span.begin + at});
    const std::size_t mark = item_mark(line.substr(at));
    if (mark > 0 && line[at] == '|') table_row({span.begin + at, span.end});
    hide_inline_marks(out_.text, {span.begin + at + mark, span.end}, labels_);
    decode_entities(out_.text, {span.begin + at + mark, span.end});
  }

  /// Bytes of what begins an item of a list ("-", "12.") or a row of a table; 0 for other lines.
  static std::size_t item_mark(std::string_view rest) {
    if (rest.starts_with("- ") || rest.starts_with("* ") || rest.starts_with("+ ") || rest.starts_with("|")) return 1;
    constexpr std::size_t most_digits = 9;
    std::size_t at = 0;
    while (at < rest.size() && at < most_digits && rest[at] >= '0' && rest[at] <= '9') ++at;
    const bool numbered = at > 0 && at + 1 < rest.size() && (rest[at] == '.' || rest[at] == ')') && rest[at + 1] == ' ';
    return numbered ? at + 1 : 0;
  }

  /// A sentence of its own: an empty line ends the one before.
  void table_row(Span row) {
    out_.text[row.begin] = row.begin > 0 ? '\n' : ' ';
    const Span cells = trimmed(out_.text, row);
    if (!cells.empty() && out_.text[cells.end - 1] == '|') hide({cells.end - 1, cells.end});
  }

  static bool begins_item(std::string_view line) {
    std::size_t at = 0;
    while (at < line.size() && is_space(line[at])) ++at;
    return item_mark(line.substr(at)) > 0;
  }

  /// "| --- | :-: |".
  static bool is_table_rule(std::string_view line) {
    return line.find_first_not_of("|-: \t\r") == std::string_view::npos && line.find('|') != std::string_view::npos &&
           line.find('-') != std::string_view::npos;
  }

  /// Hides the comments that begin in a line, up to where they end.
  void comments(Span line) {
    while (!no_comment_end_) {
      const std::size_t begin = document_.substr(0, line.end).find("<!--", std::max(line.begin, comment_end_));
      if (begin == std::string_view::npos) return;
      const std::size_t end = document_.find("-->", begin + 4);
      no_comment_end_ = end == std::string_view::npos;
      if (no_comment_end_) return;
      comment_end_ = end + 3;
      for (std::size_t at = begin; at < comment_end_; ++at)
        if (document_[at] != '\n') out_.text[at] = ' ';
    }
  }

  /// YAML between lines "---" at the very top. @return  behind it
  std::size_t front_matter() {
    const std::size_t top = document_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    hide({0, top});
    std::string_view line = line_at(top);
    if (trimmed(line, {0, line.size()}).of(line) != "---" || line.starts_with(' ')) return top;
    std::vector<std::string_view> fields;
    for (std::size_t at = top + line.size() + 1; at < document_.size(); at += line.size() + 1) {
      line = line_at(at);
      const std::string_view words = trimmed(line, {0, line.size()}).of(line);
      if (words != "---" && words != "...") {
        fields.push_back(words);
        continue;
      }
      const std::size_t end = at + line.size();
      hide({0, end});
      for (const std::string_view field : fields) note_field(field);
      return std::min(end + 1, document_.size());
    }
    return top;
  }

  [[nodiscard]] std::string_view line_at(std::size_t at) const {
    return document_.substr(at, std::min(document_.find('\n', at), document_.size()) - at);
  }

  void note_field(std::string_view field) {
    for (const auto& [name, target] : {std::pair{std::string_view("title:"), &out_.title},
                                       std::pair{std::string_view("description:"), &out_.description}}) {
      if (!field.starts_with(name) || field.ends_with('>') || field.ends_with('|')) continue;
      std::string_view value = field.substr(name.size());
      value = trimmed(value, {0, value.size()}).of(value);
      const bool quoted = value.size() > 1 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0];
      *target = quoted ? value.substr(1, value.size() - 2) : value;
    }
  }

  /// Links may stand before the definitions that they name.
  void note_labels(std::size_t first) {
    for (std::size_t at = first; at < document_.size();) {
      const std::string_view line = line_at(at);
      if (std::string label = link_label(line); !label.empty()) labels_.insert(std::move(label));
      at += line.size() + 1;
    }
  }

  bool heading(Span line) {
    std::size_t at = line.begin;
    while (at < line.end && document_[at] == '#') ++at;
    const std::size_t level = at - line.begin;
    if (level == 0 || level > 6 || (at < line.end && !is_space(document_[at]))) return false;
    hide({line.begin, at});
    Span text = trimmed(document_, {at, line.end});
    while (!text.empty() && document_[text.end - 1] == '#') --text.end;
    hide({text.end, line.end});
    text = trimmed(document_, text);
    hide_inline_marks(out_.text, text, labels_);
    decode_entities(out_.text, text);
    add_heading(line.begin, text, static_cast<int>(level), line.end);
    return true;
  }

  /// "Title" over "=====" or "-----".
  bool underlined(Span line, std::string_view text) {
    if (line_before_.empty() || text.empty() || (text[0] != '=' && text[0] != '-')) return false;
    const Span marks = trimmed(document_, line);
    const std::string_view all = marks.of(document_);
    if (all.size() < 2 || all.find_first_not_of(all[0]) != std::string_view::npos) return false;
    hide(line);
    add_heading(line_before_.begin, trimmed(document_, line_before_), all[0] == '=' ? 1 : 2, line.end);
    return true;
  }

  void add_heading(std::size_t begin, Span text, int level, std::size_t end) {
    add_break(begin);
    if (!text.empty()) out_.headings.push_back({text, level});
    add_break(std::min(end + 1, document_.size()));
  }

  std::string_view document_;
  ReadableText out_;
  std::optional<Fence> fence_;
  Span line_before_;
  std::set<std::string> labels_;  ///< of link definitions
  std::size_t comment_end_ = 0;
  bool no_comment_end_ = false;
};

ReadableText read_plain(std::string_view document) {
  ReadableText out{std::string(document), {}, {}, {}, {}};
  if (document.starts_with("\xEF\xBB\xBF")) out.text.replace(0, 3, 3, ' ');
  bool after_blank = true;
  for (std::size_t begin = 0; begin < document.size();) {
    const std::size_t end = std::min(document.find('\n', begin), document.size());
    const std::string_view line = document.substr(begin, end - begin);
    const bool blank = std::all_of(line.begin(), line.end(), is_space);
    if (after_blank && !blank) out.breaks.push_back(begin);
    after_blank = blank;
    begin = end + 1;
  }
  return out;
}

/// With one blank where there are several.
std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = is_space(c) || c == '\n';
    if (!blank) out += c;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

ReadableText read_format(std::string_view document, DocumentFormat format) {
  switch (format) {
    case DocumentFormat::markdown:
      return MarkdownReader(document).read();
    case DocumentFormat::html:
      return read_html(document);
    case DocumentFormat::plain_text:
      break;
  }
  return read_plain(document);
}

}  // namespace

ReadableText read_markup(std::string_view document, DocumentFormat format) {
  ReadableText out = read_format(document, format);
  out.title = one_line(out.title);
  std::ranges::replace(out.text, '\r', ' ');
  if (out.title.empty() && !out.headings.empty()) out.title = one_line(out.headings.front().span.of(out.text));
  return out;
}

}  // namespace querydata::inline v0::knowledge
