#include "knowledge/answer_tokens.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "knowledge/answer_weights.hpp"
#include "knowledge/sentences.hpp"
#include "knowledge/word_shape.hpp"

namespace querydata::inline v0::knowledge {
namespace {

double decay(std::size_t distance) {
  return std::exp(-static_cast<double>(distance) / 6);
}

/// Whether a word looks like what such questions ask for.
bool is_expected(QuestionType type, WordShape shape) {
  switch (type) {
    case QuestionType::when:
      return shape == WordShape::date;
    case QuestionType::how_many:
      return shape == WordShape::number || shape == WordShape::date;
    case QuestionType::who:
    case QuestionType::where:
      return shape == WordShape::name;
    default:
      return false;
  }
}

class Judge {
 public:
  Judge(const PassageComparison& question, QuestionType type)
      : matches_(question.matches()), question_(question.words()), type_(type) {
    for (const QuestionWord& word : question_) total_ += word.idf;
  }

  void add(const Passage& passage, std::size_t number, std::vector<AnswerSentence>& sentences) {
    const std::vector<Term> terms = terms_of(passage.text, passage.language);
    const std::size_t first_sentence = sentences.size();
    std::vector<std::vector<double>> held;
    std::size_t next = 0;
    for (const Span span : split_sentences(passage.text, passage.language)) {
      while (next < terms.size() && terms[next].span.begin < span.begin) ++next;
      const std::size_t first = next;
      while (next < terms.size() && terms[next].span.begin < span.end) ++next;
      AnswerSentence sentence{number, span, 0, {}};
      held.push_back(judge_sentence(passage.text, {terms.data() + first, next - first}, sentence));
      sentences.push_back(std::move(sentence));
    }
    for (std::size_t place = 0; place < held.size(); ++place)
      add_surroundings(held, place, sentences[first_sentence + place]);
  }

 private:
  /// @return  how well the sentence holds each word of the question
  std::vector<double> judge_sentence(std::string_view text, std::span<const Term> terms, AnswerSentence& sentence) {
    std::vector<double> held(question_.size());
    std::vector<double> related(question_.size());
    std::vector<std::vector<std::size_t>> places(question_.size());
    std::vector<const WordMatch*> matches(terms.size());
    std::vector<bool> asked(terms.size());
    std::vector<std::size_t> clauses(terms.size());
    for (std::size_t place = 1; place < terms.size(); ++place) {
      const std::string_view between =
          Span{terms[place - 1].span.end, std::max(terms[place].span.begin, terms[place - 1].span.end)}.of(text);
      clauses[place] = clauses[place - 1] + (between.find_first_of(",;:()") != std::string_view::npos ? 1 : 0);
    }
    for (std::size_t place = 0; place < terms.size(); ++place) {
      if (terms[place].stop) continue;
      matches[place] = &matches_.of(terms[place]);
      for (std::size_t word = 0; word < question_.size(); ++word) {
        const double alike = matches[place]->alike[word];
        related[word] = std::max(related[word], matches[place]->related[word]);
        held[word] = std::max(held[word], alike);
        if (alike >= .5) places[word].push_back(place);
        if (alike >= .7) asked[place] = true;
      }
    }
    sentence.focus = share(held);
    const double focus = share(related);
    for (std::size_t place = 0; place < terms.size(); ++place) {
      AnswerToken token{
          terms[place].span, asked[place] ? WordShape::asked : shape_of(terms[place], text, place == 0), {}, 0};
      TokenFeatures& features = token.features;
      features[sentence_focus] = sentence.focus;
      features[related_focus] = focus;
      features[related_nearness] = nearness_of(matches, place);
      if (matches[place] != nullptr && !question_.empty() && !asked[place])
        features[kind] = matches[place]->related.front();
      for (std::size_t word = 0; word < question_.size(); ++word) {
        std::size_t distance = 1000;
        for (const std::size_t other : places[word])
          distance = std::min(distance, other < place ? place - other : other - place);
        const double near_by = total_ > 0 ? question_[word].idf / total_ * decay(distance) : 0;
        features[nearness] += near_by;
        if (word == 0) features[head_nearness] = decay(distance);
        std::size_t in_clause = 1000;
        for (const std::size_t other : places[word]) {
          if (clauses[other] == clauses[place])
            in_clause = std::min(in_clause, other < place ? place - other : other - place);
        }
        features[clause_nearness] += total_ > 0 ? question_[word].idf / total_ * decay(in_clause) : 0;
        features[nearest] = std::max(features[nearest], near_by);
      }
      features[follows_asked] = place > 0 && asked[place - 1] ? 1 : 0;
      features[precedes_asked] = place + 1 < terms.size() && asked[place + 1] ? 1 : 0;
      features[letters] = static_cast<double>(std::min<std::size_t>(token.span.size(), 12)) / 12;
      const std::size_t begin = token.span.begin;
      features[quoted] =
          begin > 0 && (text[begin - 1] == '"' || (begin > 2 && text.substr(begin - 3, 3) == "\u201C")) ? 1 : 0;
      features[begins_sentence] = place == 0 ? 1 : 0;
      if (place > 0) {
        const std::string& before = terms[place - 1].folded;
        features[in_name] = sentence.tokens.back().shape == WordShape::name && token.shape == WordShape::name ? 1 : 0;
        features[after_place_word] = before == "in" || before == "at" || before == "near" || before == "from" ? 1 : 0;
        features[after_reason_word] =
            before == "because" || before == "to" || before == "due" || before == "by" ? 1 : 0;
      }
      if (is_expected(type_, token.shape)) features[expected_nearness] = features[related_nearness];
      sentence.tokens.push_back(token);
    }
    const auto best = std::ranges::max_element(
        sentence.tokens, {}, [](const AnswerToken& token) { return token.features[expected_nearness]; });
    if (best != sentence.tokens.end() && best->features[expected_nearness] > 0) best->features[expected_nearest] = 1;
    return held;
  }

  /// Over words of like meaning, each word of the question by its best one.
  [[nodiscard]] double nearness_of(const std::vector<const WordMatch*>& matches, std::size_t place) const {
    constexpr std::size_t farthest = 20;
    std::vector<double> best(question_.size());
    const std::size_t first = place > farthest ? place - farthest : 0;
    for (std::size_t other = first; other < std::min(matches.size(), place + farthest + 1); ++other) {
      if (matches[other] == nullptr || other == place) continue;
      const double close = decay(other < place ? place - other : other - place);
      for (std::size_t word = 0; word < best.size(); ++word)
        best[word] = std::max(best[word], close * matches[other]->related[word]);
    }
    return share(best);
  }

  void add_surroundings(const std::vector<std::vector<double>>& held, std::size_t place,
                        AnswerSentence& sentence) const {
    std::vector<double> together = held[place];
    for (std::size_t word = 0; word < together.size(); ++word) {
      if (place > 0) together[word] = std::max(together[word], held[place - 1][word]);
      if (place + 1 < held.size()) together[word] = std::max(together[word], held[place + 1][word]);
    }
    const double focus = share(together);
    for (AnswerToken& token : sentence.tokens) token.features[around_focus] = focus;
  }

  [[nodiscard]] double share(const std::vector<double>& held) const {
    double sum = 0;
    for (std::size_t word = 0; word < held.size(); ++word) sum += question_[word].idf * held[word];
    return total_ > 0 ? sum / total_ : 0;
  }

  WordMatches& matches_;
  const std::vector<QuestionWord>& question_;
  QuestionType type_;
  double total_ = 0;
};

}  // namespace

std::vector<AnswerSentence> judge_tokens(const PassageComparison& question, QuestionType type,
                                         const std::vector<Passage>& passages) {
  std::vector<AnswerSentence> sentences;
  Judge judge(question, type);
  for (std::size_t number = 0; number < passages.size(); ++number) judge.add(passages[number], number, sentences);
  double best_relevance = 0;
  for (const Passage& passage : passages) best_relevance = std::max(best_relevance, passage.relevance);
  double best_focus = 0;
  for (const AnswerSentence& sentence : sentences) best_focus = std::max(best_focus, sentence.focus);
  for (AnswerSentence& sentence : sentences) {
    for (AnswerToken& token : sentence.tokens) {
      token.features[passage_gap] = best_relevance - passages[sentence.passage].relevance;
      token.features[passage_first] = token.features[passage_gap] == 0 ? 1 : 0;
      token.features[sentence_gap] = best_focus - sentence.focus;
    }
  }
  weigh(sentences, type, answer_weights);
  return sentences;
}

void weigh(std::vector<AnswerSentence>& sentences, QuestionType type, const TokenWeights& weights) {
  double highest = -std::numeric_limits<double>::infinity();
  for (AnswerSentence& sentence : sentences) {
    for (AnswerToken& token : sentence.tokens) {
      token.probability = std::inner_product(token.features.begin(), token.features.end(), weights.begin(),
                                             weights[weight_of_shape(type, token.shape)]);
      highest = std::max(highest, token.probability);
    }
  }
  double total = 0;
  for (AnswerSentence& sentence : sentences) {
    for (AnswerToken& token : sentence.tokens) total += token.probability = std::exp(token.probability - highest);
  }
  for (AnswerSentence& sentence : sentences) {
    for (AnswerToken& token : sentence.tokens) token.probability /= total;
  }
}

}  // namespace querydata::inline v0::knowledge
