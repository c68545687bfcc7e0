#include "context/align_texts.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "context/query_pieces.hpp"
#include "model/names.hpp"

namespace querydata::inline v0::context {
namespace {

constexpr std::size_t most_tokens = 400;

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

bool is_word(char byte) {
  return is_digit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
         static_cast<unsigned char>(byte) >= 0x80;
}

/// A word may hold what stands between letters or digits: "O'Hara", "6,000", "2021-06-30".
bool continues_word(std::string_view text, std::size_t at) {
  constexpr std::string_view inner = ".,-':";
  if (is_word(text[at])) return true;
  return inner.find(text[at]) != std::string_view::npos && at + 1 < text.size() && is_word(text[at + 1]);
}

/// The words and signs of a sentence, placeholders marked where `placeholders` is set.
std::vector<QueryPiece> sentence_pieces(std::string_view text, bool placeholders) {
  std::vector<QueryPiece> pieces;
  for (std::size_t at = 0; at < text.size();) {
    QueryPiece piece{{at, at + 1}, sql::TokenKind::op, false};
    std::size_t& end = piece.span.end;
    const char byte = text[at];
    const bool numbered = byte == '$' && at + 1 < text.size() && is_digit(text[at + 1]);
    if (placeholders && (byte == '?' || numbered)) {
      piece.placeholder = true;
      while (byte == '$' && end < text.size() && is_digit(text[end])) ++end;
    } else if (is_word(byte)) {
      piece.kind = sql::TokenKind::word;
      while (end < text.size() && continues_word(text, end)) ++end;
    }
    at = end;
    const bool blank = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
    if (!blank) pieces.push_back(piece);
  }
  return pieces;
}

/// What a placeholder may take up of the other text.
enum class Filling : bool {
  literal,  ///< of a query: one string, number or word
  phrase    ///< of a sentence: words that follow each other
};

/// Costs of the alignment: what differs costs most, a placeholder prefers one token to many.
class Aligner {
 public:
  Aligner(std::string_view general, std::string_view literal)
      : general_(general),
        literal_(literal),
        filling_(Filling::phrase),
        a_(sentence_pieces(general, true)),
        b_(sentence_pieces(literal, false)) {}
  Aligner(std::string_view general, std::string_view literal, Dialect dialect)
      : general_(general),
        literal_(literal),
        filling_(Filling::literal),
        dialect_(dialect),
        a_(query_pieces(general, dialect)),
        b_(query_pieces(literal, dialect)) {}

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

  [[nodiscard]] bool is_same(std::size_t i, std::size_t j) const {
    return model::equal_ignoring_case(a_[i].span.of(general_), b_[j].span.of(literal_));
  }

  [[nodiscard]] bool may_fill(std::size_t j) const {
    return filling_ == Filling::phrase || literal_pieces(literal_, b_, j) == 1;
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
        if (filled)
          found.push_back(placeholder(i - 1, j - 1, {b_[j - 1].span.begin, std::max(end, b_[j - 1].span.end)}));
        end = 0;
        --i;
        --j;
      } else if (j > 0 && cost(i, j) == cost(i, j - 1) + (may_go_on(i) ? further_word : changed)) {
        if (may_go_on(i)) end = std::max(end, b_[j - 1].span.end);
        --j;
      } else {
        const bool lost = a_[i - 1].placeholder && a_[i - 1].span.of(general_) != "?";
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

  /// @param span  what it stands for; of a query one piece, the j-th
  [[nodiscard]] Placeholder placeholder(std::size_t i, std::size_t j, Span span) const {
    Placeholder placeholder = placeholder_at(a_[i], general_);
    if (filling_ == Filling::literal) {
      take_literal(placeholder, literal_, std::span(b_).subspan(j, 1), dialect_);
    } else {
      placeholder.literal_span = span;
      placeholder.literal = span.of(literal_);
    }
    return placeholder;
  }

  std::string_view general_;
  std::string_view literal_;
  Filling filling_;
  Dialect dialect_ = Dialect::sqlite;  ///< of queries
  std::vector<QueryPiece> a_;
  std::vector<QueryPiece> b_;
  std::vector<std::size_t> costs_;
};

}  // namespace

std::optional<std::vector<Placeholder>> align_sentences(std::string_view parameterized, std::string_view literal) {
  return Aligner(parameterized, literal).run();
}

std::optional<std::vector<Placeholder>> align_queries(std::string_view parameterized, std::string_view literal,
                                                      Dialect dialect) {
  return Aligner(parameterized, literal, dialect).run();
}

}  // namespace querydata::inline v0::context
