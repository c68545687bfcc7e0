#include "schema/join_relevance.hpp"

#include <algorithm>
#include <cmath>

#include "schema/question_terms.hpp"

namespace querydata::inline v0::schema {

namespace {

constexpr double little_word = .5;

}  // namespace

JoinRelevance::JoinRelevance(const Schema& schema, const TableNames& names, const NameIndex& index,
                             std::string_view question, Meaning meaning)
    : schema_(schema), names_(names), index_(index), meaning_(std::move(meaning)) {
  const auto weigh = [this](const std::string& stem, double weight) {
    double& known = weights_[stem];
    known = std::max(known, weight);
  };
  // "the port they sail to": what names no table may still tell two keys apart.
  for (const std::string& stem : name_stems(question)) weigh(stem, little_word);
  for (const QuestionTerm& term : question_terms(question)) {
    weigh(term.stem, 1);
    for (const search::SimilarTerm& similar : index.similar().find(term.word)) {
      weigh(index.term(similar.term), similar.weight);
    }
  }
  if (weights_.empty()) meaning_ = nullptr;
}

std::pair<double, double> JoinRelevance::of(const Join& join) const {
  std::map<std::string, double> met;
  double near = 0;
  for (const std::string& column : join.columns) {
    add_words(join.table, column, met);
    if (meaning_) near = std::max(near, meaning_(join.table, column));
  }
  for (const std::string& column : join.referenced_columns) add_words(join.referenced_table, column, met);
  double words = 0;
  for (const auto& [stem, weight] : met) words += weight;
  return {words, near};
}

void JoinRelevance::add_words(const std::string& table, const std::string& column,
                              std::map<std::string, double>& met) const {
  const auto add = [&](std::string_view name) {
    for (const std::string& stem : name_stems(name)) {
      const auto weight = weights_.find(stem);
      const auto term = index_.find(stem);
      if (weight != weights_.end() && term) met[stem] = weight->second * index_.idf(*term);
    }
  };
  if (weights_.empty()) return;
  add(column);
  const auto number = names_.find(table);
  const Column* found = number ? schema_.tables[*number].find_column(column) : nullptr;
  if (found != nullptr) add(found->label);
}

}  // namespace querydata::inline v0::schema
