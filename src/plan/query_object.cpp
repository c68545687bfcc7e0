#include "plan/query_object.hpp"

#include <fmt/format.h>
#include <boost/json/array.hpp>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "querydata/sql.hpp"

namespace querydata::inline v0::plan {
namespace {

namespace bj = boost::json;

/// Carries an error out of the reading; never leaves this file.
struct Wrong {
  Error error;
};

[[noreturn]] void fail(const std::string& pointer, std::string message) {
  Error error{ErrorCode::invalid_argument, std::move(message), {}};
  error.where.json_pointer = pointer;
  throw Wrong{std::move(error)};
}

class Reader {
 public:
  Reader(const bj::object& object, const QueryNames& names) : object_(object), names_(names) {}

  Statement read() {
    only(object_, "", {"select", "distinct", "from", "joins", "where", "group_by", "order_by", "limit"});
    const std::string from = sources();
    std::string select = flag(object_, "", "distinct") ? "SELECT DISTINCT " : "SELECT ";
    select += list(object_, "select", [&](const bj::value& item, const std::string& at) { return output(item, at); });
    if (select.ends_with(' ')) fail("/select", "There is no column.");
    const std::string where = list(
        object_, "where", [&](const bj::value& item, const std::string& at) { return condition(item, at); }, " AND ");
    const std::string group = list(
        object_, "group_by", [&](const bj::value& item, const std::string& at) { return column(text(item, at), at); });
    const std::string order =
        list(object_, "order_by", [&](const bj::value& item, const std::string& at) { return key(item, at); });
    statement_.dialect = names_.dialect;
    statement_.sql =
        select + from + clause(" WHERE ", where) + clause(" GROUP BY ", group) + clause(" ORDER BY ", order) + limit();
    return number_placeholders();
  }

 private:
  static std::string clause(std::string_view head, const std::string& body) {
    return body.empty() ? std::string() : std::string(head) + body;
  }

  static void only(const bj::object& object, const std::string& at, std::initializer_list<std::string_view> known) {
    for (const auto& member : object) {
      const std::string_view name = member.key();
      if (std::find(known.begin(), known.end(), name) == known.end())
        fail(at + '/' + json::pointer_escape(name), fmt::format("The query has no member \"{}\"; leave it out.", name));
    }
  }

  static std::string text(const bj::value& value, const std::string& at) {
    if (!value.is_string()) fail(at, "This is not a text.");
    return std::string(value.get_string());
  }

  static const bj::object& as_object(const bj::value& value, const std::string& at) {
    if (!value.is_object()) fail(at, "This is not an object.");
    return value.get_object();
  }

  static std::string member(const bj::object& object, const std::string& at, std::string_view name) {
    const bj::value* value = object.if_contains(name);
    if (value == nullptr) fail(fmt::format("{}/{}", at, name), fmt::format("The member \"{}\" is missing.", name));
    return text(*value, fmt::format("{}/{}", at, name));
  }

  static bool flag(const bj::object& object, const std::string& at, std::string_view name) {
    const bj::value* value = object.if_contains(name);
    if (value == nullptr || value->is_null()) return false;
    if (!value->is_bool()) fail(fmt::format("{}/{}", at, name), "This is neither true nor false.");
    return value->get_bool();
  }

  template <class Write>
  static std::string list(const bj::object& object, std::string_view name, Write write,
                          std::string_view between = ", ") {
    const bj::value* value = object.if_contains(name);
    const std::string at = fmt::format("/{}", name);
    if (value == nullptr || value->is_null()) return {};
    if (!value->is_array()) fail(at, "This is not a list.");
    const bj::array& items = value->get_array();
    if (items.size() > most_query_parts) fail(at, fmt::format("This has more than {} items.", most_query_parts));
    std::string out;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) out += between;
      out += write(items[i], fmt::format("{}/{}", at, i));
    }
    return out;
  }

  std::string column(const std::string& name, const std::string& at) {
    const NamedColumn* found = names_.find_column(name);
    if (found == nullptr) fail(at, fmt::format("There is no column \"{}\"; use one that is listed.", name));
    if (!tables_.contains(found->table))
      fail(at, fmt::format("\"{}\" is of a table that the query does not read; join it.", name));
    return found->sql;
  }

  std::string output(const bj::value& value, const std::string& at) {
    const bj::object& item = as_object(value, at);
    only(item, at, {"column", "function", "descending"});
    const std::string name = member(item, at, "column");
    const std::string function = item.contains("function") ? member(item, at, "function") : "none";
    if (name == "*" && function == "count") return "COUNT(*)";
    const std::string inner = column(name, at + "/column");
    static const std::map<std::string, std::string, std::less<>> calls{
        {"none", "{}"},     {"count", "COUNT({})"}, {"count_distinct", "COUNT(DISTINCT {})"},
        {"sum", "SUM({})"}, {"avg", "AVG({})"},     {"min", "MIN({})"},
        {"max", "MAX({})"}};
    const auto call = calls.find(function);
    if (call == calls.end()) fail(at + "/function", fmt::format("There is no function \"{}\".", function));
    return fmt::format(fmt::runtime(call->second), inner);
  }

  std::string key(const bj::value& value, const std::string& at) {
    const std::string sorted = output(value, at);
    return flag(as_object(value, at), at, "descending") ? sorted + " DESC" : sorted;
  }

  std::string sources() {
    const std::string first = member(object_, "", "from");
    const NamedTable* table = names_.find_table(first);
    if (table == nullptr) fail("/from", fmt::format("There is no table \"{}\"; use one that is listed.", first));
    tables_ = {first};
    return " FROM " + table->sql +
           list(
               object_, "joins", [&](const bj::value& item, const std::string& at) { return join(item, at); }, "");
  }

  std::string join(const bj::value& value, const std::string& at) {
    const NamedJoin* found = names_.find_join(text(value, at));
    if (found == nullptr) fail(at, "There is no such join; use one that is listed.");
    const bool left = tables_.contains(found->table);
    const bool right = tables_.contains(found->referenced_table);
    if (left && right) fail(at, "Both tables of this join are there already; leave it out.");
    if (!left && !right)
      fail(at, "Neither table of this join is there; put the joins in the order that connects them.");
    const std::string& added = left ? found->referenced_table : found->table;
    tables_.insert(added);
    return fmt::format(" JOIN {} ON {}", names_.find_table(added)->sql, found->condition);
  }

  std::string bind(const bj::value& value, const std::string& at) {
    if (value.is_string()) {
      statement_.parameters.emplace_back(std::string(value.get_string()));
    } else if (value.is_bool()) {
      statement_.parameters.emplace_back(value.get_bool());
    } else if (value.is_int64()) {
      statement_.parameters.emplace_back(value.get_int64());
    } else if (value.is_double()) {
      statement_.parameters.emplace_back(value.get_double());
    } else {
      fail(at, "This is neither a text, a number, true nor false.");
    }
    return fmt::format("${}", statement_.parameters.size());
  }

  std::string condition(const bj::value& value, const std::string& at) {
    const bj::object& item = as_object(value, at);
    only(item, at, {"column", "op", "value", "values"});
    const std::string left = column(member(item, at, "column"), at + "/column");
    const std::string op = member(item, at, "op");
    if (op == "is_null") return left + " IS NULL";
    if (op == "is_not_null") return left + " IS NOT NULL";
    if (op == "in") {
      bj::object values{{"values", item.contains("values") ? item.at("values") : bj::value(nullptr)}};
      const std::string bound =
          list(values, "values", [&](const bj::value& each, const std::string&) { return bind(each, at + "/values"); });
      if (bound.empty()) fail(at + "/values", "There is no value.");
      return fmt::format("{} IN ({})", left, bound);
    }
    static const std::set<std::string, std::less<>> operators{"=", "<>", "<", "<=", ">", ">=", "like"};
    if (!operators.contains(op)) fail(at + "/op", fmt::format("There is no operator \"{}\".", op));
    const bj::value* right = item.if_contains("value");
    if (right == nullptr) fail(at, "The member \"value\" is missing.");
    return fmt::format("{} {} {}", left, op == "like" ? "LIKE" : op, bind(*right, at + "/value"));
  }

  std::string limit() {
    const bj::value* value = object_.if_contains("limit");
    if (value == nullptr || value->is_null()) return {};
    if (!value->is_int64() || value->get_int64() < 1) fail("/limit", "This is no integer from 1 on.");
    return fmt::format(" LIMIT {}", value->get_int64());
  }

  /// Values were numbered in the order of the text, so that none moves.
  Statement number_placeholders() {
    auto rewritten = rewrite_placeholders(statement_.sql, names_.dialect);
    if (!rewritten) throw Wrong{rewritten.error()};
    statement_.sql = std::move(rewritten->sql);
    return std::move(statement_);
  }

  const bj::object& object_;
  const QueryNames& names_;
  std::set<std::string> tables_;
  Statement statement_;
};

}  // namespace

Result<Statement> read_query_object(const bj::object& object, const QueryNames& names) {
  try {
    return Reader(object, names).read();
  } catch (const Wrong& wrong) {
    return wrong.error;
  }
}

}  // namespace querydata::inline v0::plan
