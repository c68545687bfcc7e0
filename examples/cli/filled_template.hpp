/// @file
/// A template with the parameters that a question's record gives: what the record's gold query should be.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "eval_template_questions.hpp"
#include "querydata/context_set.hpp"
#include "querydata/dialect.hpp"
#include "querydata/statement.hpp"

/// Lower case outside of literals, one blank for many, literals without their quotes: the text by which a filled
/// template and its gold query are compared.
[[nodiscard]] std::string normal_sql(std::string_view sql);

/// The template's query with the question's parameters bound; nothing if there are too few.
[[nodiscard]] std::optional<querydata::Statement> filled_template(const querydata::Template& item,
                                                                  const EvalQuestion& question,
                                                                  querydata::Dialect dialect);

/// The template's normal text with the parameters in their places, bare.
[[nodiscard]] std::string filled_text(const querydata::Template& item, const EvalQuestion& question);
