#include "querydata/verify.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <utility>

#include "core/json.hpp"
#include "plan/proof.hpp"
#include "plan/statement_faults.hpp"
#include "plan/statement_json.hpp"

namespace querydata::inline v0 {

namespace {

InspectOptions inspect_options(const VerifyOptions& options) {
  InspectOptions out;
  out.scope = options.scope;
  out.extra_functions = options.extra_functions;
  return out;
}

/// Whether an error of the engine's check is about the statement.
bool is_verdict(ErrorCode code) {
  return code == ErrorCode::invalid_argument || code == ErrorCode::not_found || code == ErrorCode::permission_denied ||
         code == ErrorCode::failed_precondition || code == ErrorCode::out_of_range;
}

/// The values in the order in which the dialect binds them.
Statement bound(const RewrittenSql& rewritten, const std::vector<Value>& parameters, Dialect dialect) {
  Statement statement{dialect, rewritten.sql, {}};
  for (const std::size_t original : rewritten.order) statement.parameters.push_back(parameters[original]);
  return statement;
}

void sort_by_place(std::vector<StatementFault>& faults) {
  std::stable_sort(faults.begin(), faults.end(), [](const StatementFault& a, const StatementFault& b) {
    return a.byte_offset.value_or(std::string::npos) < b.byte_offset.value_or(std::string::npos);
  });
}

}  // namespace

std::string_view to_string(FaultKind kind) noexcept {
  switch (kind) {
    case FaultKind::syntax:
      return "syntax";
    case FaultKind::not_a_query:
      return "not_a_query";
    case FaultKind::not_allowed:
      return "not_allowed";
    case FaultKind::unknown:
      return "unknown";
    case FaultKind::ambiguous:
      return "ambiguous";
    case FaultKind::value:
      return "value";
    case FaultKind::too_large:
      return "too_large";
    case FaultKind::engine:
      break;
  }
  return "engine";
}

Result<StatementInfo> plan::prove(const Statement& statement, Database& database, const Schema& schema,
                                  const VerifyOptions& options) {
  auto info = inspect(statement.sql, statement.dialect, schema, inspect_options(options));
  if (!info) return info;
  if (auto checked = database.check(statement, options.control); !checked) return checked.error();
  return info;
}

Result<Verification> verify(std::string_view sql, const std::vector<Value>& parameters, Database& database,
                            const Schema& schema, const VerifyOptions& options) {
  const Dialect dialect = database.dialect();
  if (dialect == Dialect::mongodb) {
    return Error{ErrorCode::unimplemented, "Statements of mongodb can't be verified; only SQL is parsed.", {}};
  }
  if (auto checked = options.control.check("verifying a statement"); !checked) return checked.error();
  Verification verification;
  verification.faults = plan::find_faults(sql, dialect, schema, options);
  if (!verification.faults.empty()) {
    sort_by_place(verification.faults);
    return verification;
  }
  auto info = inspect(sql, dialect, schema, inspect_options(options));
  if (!info) return info.error();
  verification.info = std::move(*info);
  const auto rewritten = rewrite_placeholders(sql, dialect);
  if (!rewritten) return rewritten.error();
  verification.faults =
      plan::find_value_faults(parameters, rewritten->names.size(), verification.info.parameters, dialect);
  sort_by_place(verification.faults);
  if (verification.faults.empty()) {
    Statement statement = bound(*rewritten, parameters, dialect);
    const auto proved = plan::prove(statement, database, schema, options);
    if (proved) {
      verification.statement = std::move(statement);
    } else if (is_verdict(proved.error().code)) {
      const Error& error = proved.error();
      verification.faults.push_back({FaultKind::engine, error.code, error.message, {}, error.where.sqlstate});
    } else {
      return proved.error();
    }
  }
  verification.accepted = verification.faults.empty();
  if (verification.faults.size() > options.max_faults)
    verification.faults.resize(std::max<std::size_t>(1, options.max_faults));
  return verification;
}

std::string to_json(const Verification& verification) {
  namespace bj = boost::json;
  const auto fault_json = [](const StatementFault& fault) {
    return bj::object{{"kind", bj::string(to_string(fault.kind))},
                      {"code", bj::string(to_string(fault.code))},
                      {"message", fault.message},
                      {"byte_offset", fault.byte_offset ? bj::value(*fault.byte_offset) : bj::value(nullptr)},
                      {"sqlstate", fault.sqlstate}};
  };
  std::vector<std::string> tables;
  for (const TableUse& use : verification.info.tables) {
    if (std::find(tables.begin(), tables.end(), use.table) == tables.end()) tables.push_back(use.table);
  }
  const auto text = [](const std::string& name) { return bj::value(name); };
  bj::object out;
  out["accepted"] = verification.accepted;
  out["statement"] =
      verification.accepted ? bj::value(plan::statement_json(verification.statement)) : bj::value(nullptr);
  out["tables"] = json::array_of(tables, text);
  out["functions"] = json::array_of(verification.info.functions, text);
  out["faults"] = json::array_of(verification.faults, fault_json);
  return json::write(out);
}

}  // namespace querydata::inline v0
