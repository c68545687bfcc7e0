/// @file
/// Which of several joins the words of a question mean.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "querydata/join.hpp"
#include "schema/name_index.hpp"
#include "schema/table_names.hpp"

namespace querydata::inline v0::schema {

/// Compares joins by the words in the names of their columns, and where these say nothing by meaning. Borrows all but
/// the question.
class JoinRelevance {
 public:
  /// Similarity of meaning of the question and a column of a table.
  using Meaning = std::function<double(const std::string& table, const std::string& column)>;

  /// @param question  may be empty: then all joins are alike
  /// @param meaning   null: not known
  JoinRelevance(const Schema& schema, const TableNames& names, const NameIndex& index, std::string_view question,
                Meaning meaning);

  /// Larger is nearer to the question: the idf of the words met, then the similarity of the referring columns.
  [[nodiscard]] std::pair<double, double> of(const Join& join) const;

 private:
  void add_words(const std::string& table, const std::string& column, std::map<std::string, double>& met) const;

  const Schema& schema_;
  const TableNames& names_;
  const NameIndex& index_;
  std::map<std::string, double, std::less<>> weights_;  ///< of stems of the schema that a word of the question may mean
  Meaning meaning_;
};

}  // namespace querydata::inline v0::schema
