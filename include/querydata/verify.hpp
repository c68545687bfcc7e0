/// @file
/// `verify`: whether a statement may run, whoever wrote it, and everything that speaks against it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/database.hpp"
#include "querydata/deadline.hpp"
#include "querydata/error.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "querydata/scope.hpp"
#include "querydata/sql.hpp"
#include "querydata/statement.hpp"

namespace querydata::inline v0 {

/// What speaks against a statement.
enum class FaultKind : std::uint8_t {
  syntax,       ///< it does not parse, or there is a second statement behind it
  not_a_query,  ///< it is understood, and does something else than read
  not_allowed,  ///< a function off the list, an internal table, a star over columns out of scope
  unknown,      ///< a table or column that there is not, or that is out of scope: both are told alike
  ambiguous,    ///< a name that may mean several things, numbers of columns that do not fit
  value,        ///< values that are missing, too many, or of another type than what they are compared with
  too_large,    ///< beyond the limits of `inspect`
  engine,       ///< the engine itself refuses it (PREPARE or EXPLAIN)
};

/// "syntax", "not_a_query", … Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(FaultKind kind) noexcept;

struct StatementFault {
  FaultKind kind = FaultKind::syntax;
  ErrorCode code = ErrorCode::invalid_argument;
  std::string message;                     ///< what is wrong and what to do
  std::optional<std::size_t> byte_offset;  ///< in the statement as it was given, where that is known
  std::string sqlstate;                    ///< the engine's own code, of `engine`
  bool operator==(const StatementFault&) const = default;
};

/// What `verify` found.
struct Verification {
  bool accepted = false;               ///< no fault: `statement` may be run
  Statement statement;                 ///< with the placeholders that the dialect binds; empty unless accepted
  StatementInfo info;                  ///< what it reads; empty where its names could not be resolved
  std::vector<StatementFault> faults;  ///< by place in the statement, those without a place last
};

struct VerifyOptions {
  Scope scope;
  std::vector<std::string> extra_functions;  ///< added to the dialect's allow-list (lower case)
  std::size_t max_faults = 16;               ///< at least 1
  CallControl control;
};

/// Judges one statement: it parses as one SELECT, reads only what the scope allows, calls only functions of the list,
/// has a value of a fitting type for each placeholder, and the engine accepts it. Nothing is run.
///
/// Placeholders may have any form that `rewrite_placeholders` reads; `parameters` are in the order of their numbers, of
/// named and bare ones in the order of first use. NULL fits every place but LIMIT and OFFSET. Numbers fit numbers;
/// texts fit texts, dates and times in ISO 8601, and decimals. Where a type is not known (`ValueType::unknown`)
/// everything fits.
///
/// After a fault that is about one name, the search for faults goes on as if that name were right. What stands behind a
/// fault of another kind is not judged, nor are the columns of a table that there is not.
///
/// @param database  whose dialect the statement has, and which is asked
/// @param schema    of that database
/// @return  the verdict, also where it is no; or an error that says nothing about the statement: `cancelled`,
///          `deadline_exceeded`, `unavailable` and the like, `unimplemented` (a dialect that is not parsed)
/// @par Cost  linear in the text, plus the columns of the tables that it reads, plus one question to the engine; a copy
///            of the schema where there is a fault
/// @par Threads  any
[[nodiscard]] QUERYDATA_API Result<Verification> verify(std::string_view sql, const std::vector<Value>& parameters,
                                                        Database& database, const Schema& schema,
                                                        const VerifyOptions& options = {});

/// `{"accepted":…,"statement":{"dialect","sql","parameters"},"tables":[…],"functions":[…],
/// "faults":[{"kind","code","message","byte_offset","sqlstate"}]}`, `statement` null unless accepted. Deterministic.
[[nodiscard]] QUERYDATA_API std::string to_json(const Verification& verification);

}  // namespace querydata::inline v0
