#include "schema/name_index.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "text/fold.hpp"
#include "text/identifiers.hpp"
#include "text/stem.hpp"

namespace querydata::inline v0::schema {
namespace {

using Kind = NameElement::Kind;

/// BM25F field weights and length normalisation, in the order of NameElement::Kind. First values tried; the accuracy on
/// Spider's training set changes by less than half a point from 2 to 4 for the first weight.
constexpr std::array<double, 5> field_weights = {3, 1, .5, .5, 1};
constexpr std::array<double, 5> field_length_norms = {.3, .75, .75, .75, .3};

/// Bytes of a name or description that are looked at: what follows is no description.
constexpr std::size_t longest_text = 16'384;

/// Collects elements and, for each table, how long its fields are.
class Collector {
 public:
  struct Occurrence {
    std::uint32_t element;
    bool counted;  ///< false: the same column or table holds the word in another spelling
  };

  explicit Collector(const Schema& schema) : lengths_(schema.tables.size()) {
    std::set<std::string_view> namespaces;
    for (const Table& table : schema.tables) namespaces.insert(table.schema);
    for (std::uint32_t number = 0; number < schema.tables.size(); ++number) {
      add_table(number, schema.tables[number], namespaces.size() > 1);
    }
  }

  struct Term {
    std::string word;  ///< as the first name has it
    std::vector<Occurrence> occurrences;
  };

  std::vector<NameElement> elements;
  std::map<std::string, Term> terms;  ///< by stem

  [[nodiscard]] double relative_length(std::uint32_t table, Kind kind) const {
    const auto field = static_cast<std::size_t>(kind);
    return totals_[field] > 0 ? lengths_[table][field] * static_cast<double>(lengths_.size()) / totals_[field] : 1;
  }

 private:
  void add_table(std::uint32_t number, const Table& table, bool has_namespace) {
    std::set<std::string> counted;
    add(number, NameElement::no_column, Kind::table_name, table.name, counted);
    add(number, NameElement::no_column, Kind::table_name, table.label, counted);
    add(number, NameElement::no_column, Kind::table_description, table.description, counted);
    if (has_namespace) {
      std::set<std::string> own;
      add(number, NameElement::no_column, Kind::namespace_name, table.schema, own);
    }
    for (std::uint32_t column = 0; column < table.columns.size(); ++column) {
      std::set<std::string> in_column;
      add(number, column, Kind::column_name, table.columns[column].name, in_column);
      add(number, column, Kind::column_name, table.columns[column].label, in_column);
      add(number, column, Kind::column_description, table.columns[column].description, in_column);
    }
  }

  void add(std::uint32_t table, std::uint32_t column, Kind kind, std::string_view text,
           std::set<std::string>& counted) {
    text = text.substr(0, longest_text);
    std::map<std::string, std::string> words;  // by stem
    for (std::string& word : text::split_identifier(text)) words.emplace(name_stem(word), std::move(word));
    if (words.empty()) return;
    const auto element = static_cast<std::uint32_t>(elements.size());
    elements.push_back({table, column, kind, 0});
    for (auto& [stem, word] : words) {
      const bool first = counted.insert(stem).second;
      Term& term = terms[stem];
      if (term.occurrences.empty()) term.word = std::move(word);
      term.occurrences.push_back({element, first});
      if (!first) continue;
      lengths_[table][static_cast<std::size_t>(kind)] += 1;
      totals_[static_cast<std::size_t>(kind)] += 1;
    }
  }

  std::vector<std::array<double, 5>> lengths_;
  std::array<double, 5> totals_{};
};

}  // namespace

std::string name_stem(const std::string& word) {
  const bool ascii = std::ranges::all_of(word, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return text::stem(ascii ? word : text::normalise(word));
}

std::vector<std::string> name_stems(std::string_view name) {
  std::vector<std::string> stems = text::split_identifier(name);
  for (std::string& stem : stems) stem = name_stem(stem);
  return stems;
}

NameIndex::NameIndex(const Schema& schema) {
  Collector collected(schema);
  elements_ = std::move(collected.elements);
  std::vector<double> information(elements_.size(), 0.0);
  for (auto& [stem, term] : collected.terms) {
    const std::vector<Collector::Occurrence>& occurrences = term.occurrences;
    vocabulary_.push_back(stem);
    words_.push_back(std::move(term.word));
    offsets_.push_back(postings_.size());
    std::size_t holders = 0;
    std::uint32_t last_table = UINT32_MAX;
    for (const Collector::Occurrence& occurrence : occurrences) {
      const NameElement& element = elements_[occurrence.element];
      if (element.table != last_table) ++holders;
      last_table = element.table;
      const auto field = static_cast<std::size_t>(element.kind);
      const double norm = field_length_norms[field];
      const double frequency =
          field_weights[field] / (1 - norm + norm * collected.relative_length(element.table, element.kind));
      postings_.push_back({occurrence.element, occurrence.counted ? static_cast<float>(frequency) : 0.0F});
    }
    const double others = static_cast<double>(schema.tables.size()) - static_cast<double>(holders);
    idf_.push_back(std::log(1 + (others + .5) / (static_cast<double>(holders) + .5)));
    largest_idf_ = std::max(largest_idf_, idf_.back());
    for (const Collector::Occurrence& occurrence : occurrences) information[occurrence.element] += idf_.back();
  }
  offsets_.push_back(postings_.size());
  for (std::size_t element = 0; element < elements_.size(); ++element) {
    elements_[element].information = static_cast<float>(information[element]);
  }
  similar_ = search::SimilarTerms(vocabulary_);
}

std::optional<std::uint32_t> NameIndex::find(std::string_view stem) const {
  const auto place = std::lower_bound(vocabulary_.begin(), vocabulary_.end(), stem);
  if (place == vocabulary_.end() || *place != stem) return std::nullopt;
  return static_cast<std::uint32_t>(place - vocabulary_.begin());
}

}  // namespace querydata::inline v0::schema
