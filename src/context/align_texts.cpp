#include "context/align_texts.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "model/names.hpp"

namespace querydata::inline v0::context {
namespace {

constexpr std::size_t most_tokens = 400;

struct Piece {
  Span span;
  bool placeholder = false;
  bool quoted = false;
};

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

bool is_word(char byte) {
  return is_digit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
         static_cast<unsigned char>(byte) >= 0x80;
}

/// A word may hold what stands between letters or digits: "O'Hara", "6,000", "2021-06-30"; in a query
/// only the digits of a number.
bool continues_word(std::string_view text, std::size_t at, bool in_query) {
  if (in_query && text[at] == '.') return is_digit(text[at - 1]);
  if (in_query) return is_word(text[at]);
  constexpr std::string_view inner = ".,-':";
  if (is_word(text[at])) return true;
  return inner.find(text[at]) != std::string_view::npos && at + 1 < text.size() && is_word(text[at + 1]);
}

class PieceReader {
 public:
  PieceReader(std::string_view text, Filling filling, bool placeholders)
      : text_(text), quotes_(filling == Filling::literal), placeholders_(placeholders) {}

  std::vector<Piece> read() {
    std::vector<Piece> pieces;
    while (at_ < text_.size()) {
      if (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r') {
        ++at_;
      } else {
        pieces.push_back(next());
      }
    }
    return pieces;
  }

 private:
  Piece next() {
    Piece piece{{at_, at_ + 1}, false, false};
    const char byte = text_[at_];
    if (placeholders_ && (byte == '?' || is_numbered())) {
      piece.placeholder = true;
      while (byte == '$' && piece.span.end < text_.size() && is_digit(text_[piece.span.end])) ++piece.span.end;
    } else if (quotes_ && (byte == '\'' || byte == '"')) {
      piece.quoted = true;
      piece.span.end = quoted_end();
    } else if (is_word(byte)) {
      while (piece.span.end < text_.size() && continues_word(text_, piece.span.end, quotes_)) ++piece.span.end;
    }
    at_ = piece.span.end;
    return piece;
  }

  [[nodiscard]] bool is_numbered() const {
    return text_[at_] == '$' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]);
  }

  [[nodiscard]] std::size_t quoted_end() const {
    for (std::size_t i = at_ + 1; i < text_.size(); ++i) {
      if (text_[i] != text_[at_]) continue;
      if (i + 1 == text_.size() || text_[i + 1] != text_[at_]) return i + 1;
      ++i;
    }
    return text_.size();
  }

  std::string_view text_;
  bool quotes_;
  bool placeholders_;
  std::size_t at_ = 0;
};

/// Costs of the alignment: what differs costs most, a placeholder prefers one token to many.
class Aligner {
 public:
  Aligner(std::string_view general, std::string_view literal, Filling filling)
      : general_(general),
        literal_(literal),
        filling_(filling),
        a_(PieceReader(general, filling, true).read()),
        b_(PieceReader(literal, filling, false).read()) {}

  std::optional<std::vector<Placeholder>> run() {
    if (a_.size() > most_tokens || b_.size() > most_tokens || b_.empty()) return {};
    fill();
    const std::size_t differ = cost(a_.size(), b_.size()) / changed;
    if (2 * differ > std::max(a_.size(), b_.size())) return {};
    return trace();
  }

 private:
  static constexpr std::size_t changed = 100;
  static constexpr std::size_t further_word = 1;

  std::size_t& cost(std::size_t i, std::size_t j) { return costs_[i * (b_.size() + 1) + j]; }

  [[nodiscard]] std::string_view text_of(const Piece& piece, std::string_view text) const {
    return piece.span.of(text);
  }

  [[nodiscard]] bool is_same(std::size_t i, std::size_t j) const {
    return model::equal_ignoring_case(text_of(a_[i], general_), text_of(b_[j], literal_));
  }

  [[nodiscard]] bool may_fill(std::size_t j) const {
    return b_[j].quoted || is_word(literal_[b_[j].span.begin]) || filling_ == Filling::phrase;
  }

  /// What it costs to lay token i beside token j.
  [[nodiscard]] std::size_t beside(std::size_t i, std::size_t j) const {
    if (is_same(i, j)) return 0;
    return a_[i].placeholder && may_fill(j) ? 0 : 2 * changed;
  }

  [[nodiscard]] bool may_go_on(std::size_t i) const {
    return i > 0 && a_[i - 1].placeholder && filling_ == Filling::phrase;
  }

  void fill() {
    costs_.assign((a_.size() + 1) * (b_.size() + 1), 0);
    for (std::size_t i = 0; i <= a_.size(); ++i) {
      for (std::size_t j = 0; j <= b_.size(); ++j) {
        if (i == 0 && j == 0) continue;
        std::size_t best = std::numeric_limits<std::size_t>::max();
        if (i > 0 && j > 0) best = std::min(best, cost(i - 1, j - 1) + beside(i - 1, j - 1));
        if (j > 0) best = std::min(best, cost(i, j - 1) + (may_go_on(i) ? further_word : changed));
        if (i > 0) best = std::min(best, cost(i - 1, j) + changed);
        cost(i, j) = best;
      }
    }
  }

  std::optional<std::vector<Placeholder>> trace() {
    std::vector<Placeholder> found;
    std::size_t end = 0;  // of a phrase that is being gathered, backwards
    std::size_t i = a_.size();
    std::size_t j = b_.size();
    while (i > 0 || j > 0) {
      if (i > 0 && j > 0 && cost(i, j) == cost(i - 1, j - 1) + beside(i - 1, j - 1)) {
        const bool filled = a_[i - 1].placeholder && !is_same(i - 1, j - 1);
        if (filled) found.push_back(placeholder(i - 1, {b_[j - 1].span.begin, std::max(end, b_[j - 1].span.end)}));
        end = 0;
        --i;
        --j;
      } else if (j > 0 && cost(i, j) == cost(i, j - 1) + (may_go_on(i) ? further_word : changed)) {
        if (may_go_on(i)) end = std::max(end, b_[j - 1].span.end);
        --j;
      } else {
        const bool lost = a_[i - 1].placeholder && text_of(a_[i - 1], general_) != "?";
        if (lost) return {};
        end = 0;
        --i;
      }
    }
    std::reverse(found.begin(), found.end());
    std::size_t marks = 0;
    for (Placeholder& each : found) {
      if (!each.numbered) each.number = ++marks;
    }
    return found;
  }

  [[nodiscard]] Placeholder placeholder(std::size_t i, Span span) const {
    Placeholder placeholder;
    placeholder.span = a_[i].span;
    const std::string_view mark = text_of(a_[i], general_);
    placeholder.numbered = mark != "?";
    for (std::size_t k = 1; k < mark.size() && placeholder.number < 1'000'000; ++k) {
      placeholder.number = placeholder.number * 10 + static_cast<std::size_t>(mark[k] - '0');
    }
    placeholder.literal_span = span;
    const std::string_view literal = span.of(literal_);
    placeholder.quoted = filling_ == Filling::literal && (literal.front() == '\'' || literal.front() == '"');
    placeholder.literal = placeholder.quoted && literal.size() >= 2 ? literal.substr(1, literal.size() - 2) : literal;
    return placeholder;
  }

  std::string_view general_;
  std::string_view literal_;
  Filling filling_;
  std::vector<Piece> a_;
  std::vector<Piece> b_;
  std::vector<std::size_t> costs_;
};

}  // namespace

std::optional<std::vector<Placeholder>> align_texts(std::string_view parameterized, std::string_view literal,
                                                    Filling filling) {
  return Aligner(parameterized, literal, filling).run();
}

}  // namespace querydata::inline v0::context
