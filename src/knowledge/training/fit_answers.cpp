// Fits the weights of src/knowledge/answer_weights.hpp on a set in XQuAD's form and prints that header; on stderr, how
// answers are with them, for the half that trains and the other one.
//
// usage: fit_answers SET.json > answer_weights.hpp
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "knowledge/answer_spans.hpp"
#include "training_set.hpp"

using namespace querydata;
using namespace querydata::knowledge;

namespace {

constexpr double wrong_refusals = .03;  ///< of the training questions, at the threshold

using Slope = std::vector<double>;

/// Adam (arXiv:1412.6980) from zero. @param slope_at  the slope of what is to become small
std::vector<double> minimise(std::size_t size, int steps, const std::function<Slope(const Slope&)>& slope_at) {
  Slope weights(size);
  Slope mean(size);
  Slope square(size);
  for (int step = 1; step <= steps; ++step) {
    const Slope slope = slope_at(weights);
    for (std::size_t place = 0; place < size; ++place) {
      mean[place] = .9 * mean[place] + .1 * slope[place];
      square[place] = .99 * square[place] + .01 * slope[place] * slope[place];
      const double root = std::sqrt(square[place] / (1 - std::pow(.99, step))) + 1e-8;
      weights[place] -= .1 * (mean[place] / (1 - std::pow(.9, step))) / root;
    }
  }
  return weights;
}

/// Softmax over the words of a question: the likelihood of the words where the answer begins.
TokenWeights fit_tokens(std::vector<TrainingQuestion>& questions) {
  constexpr double penalty = .003;
  constexpr int steps = 130;
  const auto slope_at = [&](const Slope& weights) {
    TokenWeights given{};
    std::ranges::copy(weights, given.begin());
    Slope slope(weights.size());
    double count = 0;
    for (TrainingQuestion& question : questions) {
      if (!question.trains || question.gold.empty()) continue;
      ++count;
      weigh(question.sentences, question.type, given);
      const auto add = [&](const AnswerToken& token, double share) {
        for (std::size_t place = 0; place < token_features; ++place) slope[place] += share * token.features[place];
        slope[weight_of_shape(question.type, token.shape)] += share;
      };
      for (const AnswerSentence& sentence : question.sentences) {
        for (const AnswerToken& token : sentence.tokens) add(token, token.probability);
      }
      for (const auto& [sentence, token] : question.gold)
        add(question.sentences[sentence].tokens[token], -1 / static_cast<double>(question.gold.size()));
    }
    for (std::size_t place = 0; place < slope.size(); ++place)
      slope[place] = slope[place] / count + penalty * weights[place];
    return slope;
  };
  TokenWeights fitted{};
  std::ranges::copy(minimise(fitted.size(), steps, slope_at), fitted.begin());
  return fitted;
}

/// Shares by kind of question, drawn towards those of all kinds as by ten more questions.
AnswerLengths fit_lengths(const std::vector<TrainingQuestion>& questions) {
  constexpr double drawn = 10;
  AnswerLengths counts{};
  std::array<double, answer_words> all{};
  double total = 0;
  for (const TrainingQuestion& question : questions) {
    if (!question.trains || question.words == 0) continue;
    const std::size_t place = std::min(question.words, answer_words) - 1;
    ++counts[static_cast<std::size_t>(question.type)][place];
    ++all[place];
    ++total;
  }
  for (auto& kind : counts) {
    double whole = drawn;
    for (const double count : kind) whole += count;
    for (std::size_t place = 0; place < answer_words; ++place)
      kind[place] = (kind[place] + drawn * all[place] / total) / whole;
  }
  return counts;
}

struct Answerability {
  AnswerabilityFeatures weights{};
  double threshold = 0;
};

double probability_of(const AnswerabilityFeatures& weights, const AnswerabilityFeatures& features) {
  double sum = 0;
  for (std::size_t place = 0; place < features.size(); ++place) sum += weights[place] * features[place];
  return 1 / (1 + std::exp(-sum));
}

/// Logistic regression on features scaled to a spread of 1; questions that are answered count twice.
Answerability fit_answerability(const std::vector<TrainingQuestion>& questions, bool meaning) {
  constexpr double penalty = .01;
  constexpr int steps = 2000;
  struct Row {
    AnswerabilityFeatures features;
    bool answered;
  };
  std::vector<Row> rows;
  for (const TrainingQuestion& question : questions) {
    for (const std::size_t collection : {whole, without_article, without_paragraph}) {
      if (question.trains) rows.push_back({question.answerability[collection][meaning ? 0 : 1], collection == whole});
    }
  }
  AnswerabilityFeatures middle{};
  AnswerabilityFeatures spread{};
  const auto count = static_cast<double>(rows.size());
  for (std::size_t place = 1; place < middle.size(); ++place) {
    for (const Row& row : rows) middle[place] += row.features[place] / count;
    for (const Row& row : rows) spread[place] += std::pow(row.features[place] - middle[place], 2) / count;
    spread[place] = std::sqrt(spread[place]) + 1e-9;
  }
  spread[0] = 1;
  for (Row& row : rows) {
    for (std::size_t place = 1; place < middle.size(); ++place)
      row.features[place] = (row.features[place] - middle[place]) / spread[place];
  }
  const auto slope_at = [&](const Slope& weights) {
    AnswerabilityFeatures given{};
    std::ranges::copy(weights, given.begin());
    Slope slope(weights.size());
    for (const Row& row : rows) {
      const double error = probability_of(given, row.features) - (row.answered ? 1 : 0);
      for (std::size_t place = 0; place < slope.size(); ++place)
        slope[place] += (row.answered ? 2 : 1) * error * row.features[place] / count;
    }
    for (std::size_t place = 1; place < slope.size(); ++place) slope[place] += penalty * weights[place];
    return slope;
  };
  Answerability fitted;
  std::ranges::copy(minimise(middle.size(), steps, slope_at), fitted.weights.begin());
  for (std::size_t place = 1; place < middle.size(); ++place) {
    fitted.weights[place] /= spread[place];
    fitted.weights[0] -= fitted.weights[place] * middle[place];
  }
  std::vector<double> right;
  for (const TrainingQuestion& question : questions) {
    if (question.trains)
      right.push_back(probability_of(fitted.weights, question.answerability[whole][meaning ? 0 : 1]));
  }
  std::ranges::sort(right);
  fitted.threshold = right[static_cast<std::size_t>(wrong_refusals * static_cast<double>(right.size()))];
  return fitted;
}

/// Whether a part of the answer holds what the set says.
bool is_right(const TrainingQuestion& question, const std::vector<AnswerSpan>& spans) {
  return std::ranges::any_of(spans, [&](const AnswerSpan& span) {
    return span.span.of(question.passages[span.passage].text).find(question.answer) != std::string_view::npos;
  });
}

void report(std::vector<TrainingQuestion>& questions, const TokenWeights& weights, const AnswerLengths& lengths,
            const Answerability& fitted) {
  constexpr std::size_t joint = 5;
  for (const bool trains : {true, false}) {
    double count = 0;
    std::array<double, collections> refused{};
    for (const std::size_t mean_bytes : {120, 300}) {
      count = 0;
      double contained = 0;
      double answered = 0;
      double bytes = 0;
      refused = {};
      for (TrainingQuestion& question : questions) {
        if (question.trains != trains) continue;
        ++count;
        for (const std::size_t collection : {whole, without_article, without_paragraph}) {
          const double probability = probability_of(fitted.weights, question.answerability[collection][0]);
          refused[collection] += probability < fitted.threshold ? 1 : 0;
        }
        if (probability_of(fitted.weights, question.answerability[whole][0]) < fitted.threshold) continue;
        ++answered;
        weigh(question.sentences, question.type, weights);
        const auto spans = choose_spans(question.sentences, question.passages, mean_bytes, joint,
                                        lengths[static_cast<std::size_t>(question.type)]);
        contained += is_right(question, spans) ? 1 : 0;
        for (const AnswerSpan& span : spans) bytes += static_cast<double>(span.span.size() + joint);
      }
      fmt::print(stderr, "{}: {} bytes: contains {:.3f}, mean bytes {:.0f}\n", trains ? "training half" : "other half",
                 mean_bytes, contained / count, bytes / answered);
    }
    fmt::print(stderr, "  refused: {:.3f}, without article {:.3f}, without paragraph {:.3f}\n", refused[0] / count,
               refused[1] / count, refused[2] / count);
  }
}

template <std::size_t size>
void print_numbers(const std::array<double, size>& numbers) {
  for (const double number : numbers) fmt::print("    {:.4f},\n", number);
}

void print_header(const TokenWeights& tokens, const AnswerLengths& lengths, const Answerability& meaning,
                  const Answerability& plain) {
  fmt::print(R"(/// @file
/// Weights of the features of words (answer_tokens) and of whether sources answer (answerability), the constant first:
/// printed by fit_answers (src/knowledge/training).
#pragma once

#include <array>
#include <cstddef>

namespace querydata::inline v0::knowledge {{

inline constexpr std::array<double, {}> answer_weights = {{
)",
             tokens.size());
  print_numbers(tokens);
  fmt::print("}};\n\n/// Shares of answers of one word, two words, … by kind of question.\n");
  fmt::print("inline constexpr std::array<std::array<double, {}>, {}> answer_lengths = {{{{\n", answer_words,
             lengths.size());
  for (const auto& kind : lengths) {
    fmt::print("    {{\n");
    print_numbers(kind);
    fmt::print("    }},\n");
  }
  fmt::print("}}}};\n\ninline constexpr std::size_t answerability_features = {};\n", meaning.weights.size());
  fmt::print("inline constexpr std::array<double, answerability_features> answerability_weights = {{\n");
  print_numbers(meaning.weights);
  fmt::print(
      "}};\ninline constexpr std::array<double, answerability_features> answerability_weights_without_meaning = "
      "{{\n");
  print_numbers(plain.weights);
  fmt::print(
      "}};\ninline constexpr double answerability_threshold = {:.4f};\n"
      "inline constexpr double answerability_threshold_without_meaning = {:.4f};\n\n"
      "}}  // namespace querydata::inline v0::knowledge\n",
      meaning.threshold, plain.threshold);
}

}  // namespace

int main(int count, char** values) {
  if (count != 2) {
    fmt::print(stderr, "usage: fit_answers SET.json > answer_weights.hpp\n");
    return 2;
  }
  try {
    TrainingSet set = read_training_set(values[1]);
    const TokenWeights tokens = fit_tokens(set.questions);
    const Answerability meaning = fit_answerability(set.questions, true);
    const AnswerLengths lengths = fit_lengths(set.questions);
    report(set.questions, tokens, lengths, meaning);
    print_header(tokens, lengths, meaning, fit_answerability(set.questions, false));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "fit_answers: {}\n", error.what());
    return 1;
  }
}
