#include "knowledge/html_text.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "knowledge/entities.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::knowledge {
namespace {

constexpr std::size_t longest_tag = 1U << 16U;  ///< bytes; a "<" that is not closed within them is text

constexpr std::array<std::string_view, 31> block_tags = {
    "address",    "article", "aside", "blockquote", "body", "br",    "dd",   "div", "dl",     "dt", "fieldset",
    "figcaption", "footer",  "form",  "header",     "hr",   "li",    "main", "nav", "ol",     "p",  "pre",
    "section",    "table",   "tbody", "td",         "th",   "title", "tr",   "ul",  "caption"};
constexpr std::array<std::string_view, 6> hidden_tags = {"script", "style", "template", "noscript", "svg", "nav"};
// Blocks that the line goes on behind.
constexpr std::array<std::string_view, 4> inner_tags = {"br", "td", "th", "title"};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool is_name(char c) {
  return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9');
}

struct Tag {
  std::string name;  ///< in lower case
  bool closing = false;
  std::size_t end = 0;  ///< after ">"
};

class HtmlReader {
 public:
  explicit HtmlReader(std::string_view document) : document_(document) { out_.text = document; }

  ReadableText read() {
    add_break(0);
    if (document_.starts_with("\xEF\xBB\xBF")) hide({0, 3});
    while (at_ < document_.size()) {
      const std::size_t next = std::min(document_.find('<', at_), document_.size());
      at_ = next;
      if (at_ < document_.size()) markup();
    }
    decode_entities(out_.text, {0, out_.text.size()});
    return std::move(out_);
  }

 private:
  void hide(Span span) { std::fill_n(out_.text.begin() + static_cast<std::ptrdiff_t>(span.begin), span.size(), ' '); }

  void add_break(std::size_t at) {
    if (at < document_.size() && (out_.breaks.empty() || out_.breaks.back() < at)) out_.breaks.push_back(at);
  }

  void markup() {
    if (document_.substr(at_).starts_with("<!--")) return comment();
    const auto tag = read_tag(at_);
    if (!tag) {
      ++at_;
      return;
    }
    const std::size_t begin = at_;
    hide({begin, tag->end});
    at_ = tag->end;
    if (!tag->closing && text::is_one_of(tag->name, hidden_tags)) hide_element(tag->name);
    const bool is_heading = tag->name.size() == 2 && tag->name[0] == 'h' && tag->name[1] >= '1' && tag->name[1] <= '6';
    if (is_heading) heading(tag->name[1] - '0', tag->closing, begin);
    if (tag->name == "title") title(tag->closing, begin);
    if (!is_heading && !text::is_one_of(tag->name, block_tags)) return;
    add_break(at_);
    // An empty line ends a sentence; the shortest tag has three bytes, and "<li>" has room for an item's mark, too.
    if (text::is_one_of(tag->name, inner_tags)) return;
    const std::string_view apart = tag->name == "li" && !tag->closing ? "\n\n- " : "\n\n";
    out_.text.replace(begin, apart.size(), apart);
  }

  void comment() {
    const std::size_t end = no_comment_end_ ? std::string_view::npos : document_.find("-->", at_ + 4);
    if (end == std::string_view::npos) {
      no_comment_end_ = true;
      ++at_;
      return;
    }
    hide({at_, end + 3});
    at_ = end + 3;
  }

  /// The first one.
  void title(bool closing, std::size_t begin) {
    if (!closing) {
      title_begin_ = at_;
    } else if (title_begin_ && out_.title.empty()) {
      out_.title = Span{*title_begin_, begin}.of(out_.text);
      decode_entities(out_.title, {0, out_.title.size()});
    }
  }

  void heading(int level, bool closing, std::size_t begin) {
    if (!closing) {
      heading_begin_ = at_;
    } else if (heading_begin_) {
      Span text{*heading_begin_, begin};
      while (!text.empty() && is_blank(out_.text[text.begin])) ++text.begin;
      while (!text.empty() && is_blank(out_.text[text.end - 1])) --text.end;
      if (!text.empty()) out_.headings.push_back({text, level});
      heading_begin_.reset();
    }
  }

  static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  [[nodiscard]] std::optional<Tag> read_tag(std::size_t at) const {
    Tag tag;
    const std::size_t limit = std::min(document_.size(), at + longest_tag);
    ++at;
    if (at < limit && document_[at] == '/') {
      tag.closing = true;
      ++at;
    }
    if (at >= limit || (!is_name(document_[at]) && document_[at] != '!' && document_[at] != '?')) return std::nullopt;
    while (at < limit && is_name(document_[at]) && tag.name.size() < 16) tag.name += lower(document_[at++]);
    char quote = 0;
    for (; at < limit; ++at) {
      const char c = document_[at];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        tag.end = at + 1;
        return tag;
      } else if (c == '<') {
        break;
      }
    }
    return std::nullopt;
  }

  /// Up to its closing tag; where there is none, only the tag is hidden.
  void hide_element(std::string_view name) {
    bool& unclosed = unclosed_[static_cast<std::size_t>(text::place_of(name, hidden_tags))];
    if (unclosed) return;
    for (std::size_t at = document_.find("</", at_); at != std::string_view::npos; at = document_.find("</", at + 2)) {
      const std::string_view there = document_.substr(at + 2, name.size());
      const auto same = [](char a, char b) { return lower(a) == b; };
      if (!std::equal(there.begin(), there.end(), name.begin(), name.end(), same)) continue;
      hide({at_, at});
      at_ = at;
      return;
    }
    unclosed = true;
  }

  std::string_view document_;
  ReadableText out_;
  std::size_t at_ = 0;
  std::optional<std::size_t> heading_begin_;
  std::optional<std::size_t> title_begin_;
  bool no_comment_end_ = false;
  std::array<bool, hidden_tags.size() + 1> unclosed_{};  ///< looking for an end again would cost the rest each time
};

}  // namespace

ReadableText read_html(std::string_view document) {
  return HtmlReader(document).read();
}

}  // namespace querydata::inline v0::knowledge
