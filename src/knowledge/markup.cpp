#include "knowledge/markup.hpp"

#include <algorithm>
#include <optional>

#include "knowledge/html_text.hpp"

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
    bool after_blank = true;
    for (std::size_t begin = 0; begin < document_.size();) {
      const std::size_t end = std::min(document_.find('\n', begin), document_.size());
      const std::string_view line = document_.substr(begin, end - begin);
      const bool blank = std::all_of(line.begin(), line.end(), is_space);
      if (fence_) {
        in_fence({begin, end}, line);
      } else if (const auto fence = fence_of(line)) {
        fence_ = fence;
        add_break(begin);
        hide({begin, end});
      } else if (!blank) {
        if (after_blank || begins_item(line)) add_break(begin);
        if (!heading({begin, end}) && !underlined({begin, end}, line)) inline_marks({begin, end});
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

  static bool begins_item(std::string_view line) {
    std::size_t at = 0;
    while (at < line.size() && is_space(line[at])) ++at;
    const std::string_view rest = line.substr(at);
    return rest.starts_with("- ") || rest.starts_with("* ") || rest.starts_with("+ ") || rest.starts_with("|");
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
    add_heading(line.begin, trimmed(document_, text), static_cast<int>(level), line.end);
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

  /// Emphasis, code marks, and the targets of links.
  void inline_marks(Span line) {
    std::size_t at = line.begin;
    while (at < line.end && (document_[at] == '>' || is_space(document_[at]))) ++at;
    hide({line.begin, at});
    bool no_parenthesis = false;
    for (; at < line.end; ++at) {
      const char c = document_[at];
      if (c == '`' || (c == '*' && at + 1 < line.end)) hide({at, at + 1});
      if (c != ']' || at + 1 >= line.end || document_[at + 1] != '(' || no_parenthesis) continue;
      const std::size_t end = document_.substr(0, line.end).find(')', at);
      if (end == std::string_view::npos) {
        no_parenthesis = true;
      } else {
        hide({at, end + 1});
        at = end;
      }
    }
  }

  std::string_view document_;
  ReadableText out_;
  std::optional<Fence> fence_;
  Span line_before_;
};

ReadableText read_plain(std::string_view document) {
  ReadableText out{std::string(document), {}, {}};
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

}  // namespace

ReadableText read_markup(std::string_view document, DocumentFormat format) {
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

}  // namespace querydata::inline v0::knowledge
