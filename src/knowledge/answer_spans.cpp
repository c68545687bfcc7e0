#include "knowledge/answer_spans.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "text/utf8.hpp"

namespace querydata::inline v0::knowledge {
namespace {

constexpr std::size_t shortest_piece = 25;  ///< bytes; shorter ones cannot be understood
constexpr std::size_t most_pieces = 5;
constexpr double overhead = 20;  ///< bytes that a piece costs its reader besides its own

/// The probability that a byte must add, so that answers have `mean_bytes` on average: the price at which that is so
/// for questions with 120 and with 300 bytes, and a power between and beyond.
double price_of_byte(std::size_t mean_bytes) {
  const double bytes = static_cast<double>(std::max<std::size_t>(mean_bytes, 1));
  return .22 * std::pow(120 / bytes, .85) / bytes;
}

/// A word with its sentence.
struct Place {
  const AnswerToken* token = nullptr;
  std::size_t sentence = 0;
  bool taken = false;
};

class Chooser {
 public:
  Chooser(const std::vector<AnswerSentence>& sentences, const std::vector<Passage>& passages, std::size_t mean_bytes,
          std::size_t joint, const std::array<double, answer_words>& lengths)
      : sentences_(sentences),
        passages_(passages),
        room_(most_bytes(mean_bytes)),
        mean_bytes_(mean_bytes),
        price_(price_of_byte(mean_bytes)),
        joint_(joint),
        lengths_(lengths) {
    for (std::size_t sentence = 0; sentence < sentences.size(); ++sentence) {
      for (const AnswerToken& token : sentences[sentence].tokens) places_.push_back({&token, sentence, false});
    }
  }

  std::vector<AnswerSpan> choose() {
    while (spans_.size() < most_pieces && take_best()) {
    }
    std::sort(spans_.begin(), spans_.end(), [](const AnswerSpan& left, const AnswerSpan& right) {
      return left.passage != right.passage ? left.passage < right.passage : left.span < right.span;
    });
    return join_touching();
  }

 private:
  /// A joint is left out where the bytes between two pieces take no more room.
  [[nodiscard]] std::vector<AnswerSpan> join_touching() const {
    std::vector<AnswerSpan> joined;
    for (const AnswerSpan& span : spans_) {
      if (!joined.empty() && joined.back().passage == span.passage &&
          span.span.begin <= joined.back().span.end + joint_) {
        AnswerSpan& before = joined.back();
        before.span.end = std::max(before.span.end, span.span.end);
        before.ends_whole = span.ends_whole;
        before.probability += span.probability;
      } else {
        joined.push_back(span);
      }
    }
    return joined;
  }

  [[nodiscard]] std::size_t passage_of(std::size_t place) const { return sentences_[places_[place].sentence].passage; }
  [[nodiscard]] std::size_t begin_of(std::size_t place) const { return places_[place].token->span.begin; }
  [[nodiscard]] std::size_t end_of(std::size_t place) const { return places_[place].token->span.end; }

  /// The probability that what is asked for begins at `begin` or later and ends with the word at `end`. It ends with
  /// its sentence at the latest.
  [[nodiscard]] double ending_at(std::size_t begin, std::size_t end) const {
    const std::size_t longest = end + 1 > answer_words ? end + 1 - answer_words : 0;
    double sum = 0;
    double shorter = 0;
    for (std::size_t first = end + 1; first-- > std::max(begin, longest);) {
      if (places_[first].sentence != places_[end].sentence) break;
      const double share = lengths_[end - first];
      sum += places_[first].token->probability * (ends_sentence(end) ? 1 - shorter : share);
      shorter += share;
    }
    return sum;
  }

  /// Takes the piece with most probability for its length. @return whether there was room for one
  bool take_best() {
    const std::size_t room = room_ > (spans_.empty() ? 0 : joint_) ? room_ - (spans_.empty() ? 0 : joint_) : 0;
    double best = 0;
    std::size_t first = 0;
    std::size_t last = 0;
    for (std::size_t begin = 0; begin < places_.size(); ++begin) {
      double sum = 0;
      for (std::size_t end = begin; end < places_.size(); ++end) {
        if (places_[end].taken || passage_of(end) != passage_of(begin)) break;
        const std::size_t length = end_of(end) - begin_of(begin);
        if (length > room) break;
        sum += ending_at(begin, end);
        const bool rest_of_sentence = begins_sentence(begin) && ends_sentence(end);
        if (length < shortest_piece && !rest_of_sentence) continue;
        const double density = sum / (static_cast<double>(length) + overhead);
        if (density <= best) continue;
        best = density;
        first = begin;
        last = end;
      }
    }
    if (best <= 0) return false;
    const std::size_t spent = most_bytes(mean_bytes_) - room_;
    if (spent > mean_bytes_ / 3 && best < price_) return false;
    // Only pieces go beyond the mean, not the clauses around them.
    const std::size_t cheap = mean_bytes_ > spent ? mean_bytes_ - spent : 0;
    grow(first, last, std::max(end_of(last) - begin_of(first), std::min(room, cheap)));
    add(first, last);
    return true;
  }

  /// To the right first, since what begins in the piece must end in it. To the ends of the clause and then of the
  /// sentence, as far as there is room.
  void grow(std::size_t& first, std::size_t& last, std::size_t room) const {
    for (const bool clauses : {true, false}) {
      std::size_t end = last;
      while (!ends_sentence(end) && !(clauses && begins_clause(end + 1)) && !places_[end + 1].taken) ++end;
      if (sentence_end(end) - begin_of(first) <= room) last = end;
      std::size_t begin = first;
      while (!begins_sentence(begin) && !(clauses && begins_clause(begin)) && !places_[begin - 1].taken) --begin;
      if (end_of(last) - begin_of(begin) <= room) first = begin;
    }
  }

  void add(std::size_t first, std::size_t last) {
    AnswerSpan span;
    span.passage = passage_of(first);
    span.begins_whole = begins_sentence(first);
    const Span sentence = sentences_[places_[first].sentence].span;
    span.span.begin = span.begins_whole ? sentence.begin : begin_of(first);
    const std::size_t whole_end = sentence_end(last);
    span.ends_whole = ends_sentence(last) && whole_end - span.span.begin <= room_;
    span.span.end = span.ends_whole ? whole_end : end_of(last);
    if (span.span.size() > room_) span.span.begin = begin_of(first);
    for (std::size_t place = first; place <= last; ++place) {
      places_[place].taken = true;
      span.probability += ending_at(first, place);
    }
    const std::size_t used = span.span.size() + (spans_.empty() ? 0 : joint_);
    room_ -= std::min(room_, used);
    spans_.push_back(span);
  }

  [[nodiscard]] bool begins_sentence(std::size_t place) const {
    return place == 0 || places_[place - 1].sentence != places_[place].sentence;
  }
  [[nodiscard]] bool ends_sentence(std::size_t place) const {
    return place + 1 == places_.size() || places_[place + 1].sentence != places_[place].sentence;
  }
  [[nodiscard]] std::size_t sentence_end(std::size_t place) const {
    return ends_sentence(place) ? sentences_[places_[place].sentence].span.end : end_of(place);
  }
  /// Punctuation stands before the word.
  [[nodiscard]] bool begins_clause(std::size_t place) const {
    if (begins_sentence(place)) return true;
    const std::size_t before = end_of(place - 1);
    const std::string_view between =
        Span{before, std::max(before, begin_of(place))}.of(passages_[passage_of(place)].text);
    return between.find_first_of(",;:()") != std::string_view::npos ||
           between.find("\u2014") != std::string_view::npos || between.find("\u2013") != std::string_view::npos;
  }

  const std::vector<AnswerSentence>& sentences_;
  const std::vector<Passage>& passages_;
  std::size_t room_;
  std::size_t mean_bytes_;
  double price_;
  std::size_t joint_;
  const std::array<double, answer_words>& lengths_;
  std::vector<Place> places_;
  std::vector<AnswerSpan> spans_;
};

}  // namespace

std::vector<AnswerSpan> choose_spans(const std::vector<AnswerSentence>& sentences, const std::vector<Passage>& passages,
                                     std::size_t mean_bytes, std::size_t joint_bytes,
                                     const std::array<double, answer_words>& lengths) {
  return Chooser(sentences, passages, mean_bytes, joint_bytes, lengths).choose();
}

}  // namespace querydata::inline v0::knowledge
