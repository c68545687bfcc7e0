#include "knowledge/chunks.hpp"

#include <algorithm>

#include "knowledge/language.hpp"
#include "knowledge/sentences.hpp"

namespace querydata::inline v0::knowledge {
namespace {

class Cutter {
 public:
  Cutter(const ReadableText& document, const ChunkOptions& options) : document_(document), options_(options) {}

  std::vector<Chunk> cut() {
    const std::vector<std::size_t>& breaks = document_.breaks;
    if (breaks.empty() || breaks.front() > 0) paragraph({0, breaks.empty() ? document_.text.size() : breaks.front()});
    for (std::size_t place = 0; place < breaks.size(); ++place) {
      paragraph({breaks[place], place + 1 < breaks.size() ? breaks[place + 1] : document_.text.size()});
    }
    finish();
    return std::move(chunks_);
  }

 private:
  /// In code points, so that scripts of two or three bytes a letter are cut like others.
  [[nodiscard]] std::size_t length_of(Span span) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        span.of(document_.text), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
  }

  void paragraph(Span span) {
    span = without_blanks(span);
    if (span.empty()) return;
    enter_headings(span);
    if (length_of(span) > options_.max_size) {
      finish();
      const std::string_view text = span.of(document_.text);
      for (const Span sentence : split_sentences(text, guess_language(text)))
        add({span.begin + sentence.begin, span.begin + sentence.end});
      finish();
    } else {
      add(span);
    }
  }

  [[nodiscard]] Span without_blanks(Span span) const {
    const auto is_blank = [&](std::size_t at) {
      return document_.text[at] == ' ' || (document_.text[at] >= '\t' && document_.text[at] <= '\r');
    };
    while (!span.empty() && is_blank(span.begin)) ++span.begin;
    while (!span.empty() && is_blank(span.end - 1)) --span.end;
    return span;
  }

  /// A heading ends the chunk before it and the sections of its level and below.
  void enter_headings(Span paragraph) {
    for (; next_ < document_.headings.size() && document_.headings[next_].span.begin < paragraph.end; ++next_) {
      const Heading& heading = document_.headings[next_];
      finish();
      while (!open_.empty() && open_.back().level >= heading.level) open_.pop_back();
      open_.push_back(heading);
    }
  }

  void add(Span span) {
    const std::size_t more = current_.empty() ? length_of(span) : length_of({current_.end, span.end});
    const bool fits = !current_.empty() && length_ + more <= options_.good_size;
    if (!fits && !only_heading_) finish();
    length_ = current_.empty() ? length_of(span) : length_ + more;
    current_ = current_.empty() ? span : Span{current_.begin, span.end};
    only_heading_ = !open_.empty() && current_.end <= open_.back().span.end;
  }

  void finish() {
    if (!current_.empty()) {
      Chunk chunk{current_, {}};
      for (const Heading& heading : open_) chunk.headings.push_back(heading.span);
      chunks_.push_back(std::move(chunk));
    }
    current_ = {};
    only_heading_ = false;
  }

  const ReadableText& document_;
  const ChunkOptions& options_;
  std::vector<Chunk> chunks_;
  std::vector<Heading> open_;
  std::size_t next_ = 0;
  Span current_;
  std::size_t length_ = 0;     ///< of `current_`
  bool only_heading_ = false;  ///< a heading stays with what follows it
};

}  // namespace

std::vector<Chunk> cut_chunks(const ReadableText& document, const ChunkOptions& options) {
  return Cutter(document, options).cut();
}

}  // namespace querydata::inline v0::knowledge
