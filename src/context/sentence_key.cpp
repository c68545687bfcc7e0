#include "context/sentence_key.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "text/stem.hpp"
#include "text/tokens.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::context {
namespace {

/// Words that change nothing wherever they stand.
constexpr std::array<std::string_view, 26> fillers = {
    "a",   "an",   "the", "please", "there", "do",   "does",  "did",  "have", "has", "had",   "is",     "are",
    "was", "were", "be",  "been",   "being", "come", "comes", "came", "me",   "us",  "exist", "exists", "i"};

/// Words that ask for something at the beginning.
constexpr std::array<std::string_view, 16> openers = {"show", "list",   "give", "find",  "display", "get",
                                                      "tell", "return", "what", "which", "who",     "can",
                                                      "you",  "fetch",  "want", "see"};

class SentenceReader {
 public:
  SentenceReader(std::string_view sentence, const std::vector<Placeholder>& placeholders)
      : sentence_(sentence), placeholders_(placeholders) {}

  std::vector<SentenceWord> read() {
    for (const text::Token& token : text::tokenize(sentence_)) {
      add_placeholders_until(token.span.begin);
      const bool word = token.kind == text::TokenKind::word || token.kind == text::TokenKind::number;
      if (word && token.span.begin >= behind_placeholder_) add_word(token);
    }
    add_placeholders_until(sentence_.size());
    return std::move(words_);
  }

 private:
  void add_placeholders_until(std::size_t end) {
    for (; next_ < placeholders_.size() && placeholders_[next_].span.begin <= end; ++next_) {
      const Placeholder& placeholder = placeholders_[next_];
      const std::size_t order = order_.emplace(placeholder.number, order_.size() + 1).first->second;
      words_.push_back({'$' + std::to_string(order), true, false, placeholder.number});
      behind_placeholder_ = placeholder.span.end;
    }
  }

  void add_word(const text::Token& token) {
    if (text::is_one_of(token.text, fillers)) return;
    if (words_.empty() && text::is_one_of(token.text, openers)) return;
    if (is_count_of(token)) return;
    const char first = sentence_[token.span.begin];
    const bool capital = first >= 'A' && first <= 'Z' && token.span.begin > 0;
    const bool digits = token.text.find_first_of("0123456789") != std::string::npos;
    words_.push_back({text::stem(token.text), false, capital || digits, 0});
  }

  /// "how many orders", "the count of orders", "the total number of orders": all of them "number orders".
  bool is_count_of(const text::Token& token) {
    if (token.text == "many" && !words_.empty() && words_.back().text == "how") {
      words_.back().text = "number";
      return true;
    }
    if (token.text == "count" && words_.empty()) {
      words_.push_back({"number", false, false, 0});
      return true;
    }
    if (token.text == "number" && words_.size() == 1 && words_.back().text == "total") {
      words_.back().text = "number";
      return true;
    }
    return token.text == "of" && words_.size() == 1 && words_.back().text == "number";
  }

  std::string_view sentence_;
  const std::vector<Placeholder>& placeholders_;
  std::size_t next_ = 0;
  std::size_t behind_placeholder_ = 0;
  std::vector<SentenceWord> words_;
  std::map<std::size_t, std::size_t> order_;
};

}  // namespace

std::vector<SentenceWord> sentence_words(std::string_view sentence, const std::vector<Placeholder>& placeholders) {
  return SentenceReader(sentence, placeholders).read();
}

}  // namespace querydata::inline v0::context
