#include "plan/query_grammar.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace querydata::inline v0::plan {
namespace {

/// A terminal: its text in quotes, with what means something there escaped.
std::string terminal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string alternatives(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : " | ") + terminal(text);
  return out;
}

/// Backslashes and control characters are left out: what they mean differs between dialects and their settings.
constexpr std::string_view rules = R"gbnf(root ::= select
select ::= "SELECT " distinct? item (", " item)* " FROM " table joins where? group? order? limit?
distinct ::= "DISTINCT "
item ::= value
where ::= " WHERE " condition
group ::= " GROUP BY " column (", " column)* having?
having ::= " HAVING " condition
order ::= " ORDER BY " key (", " key)*
key ::= (column | aggregate) (" DESC" | " ASC")?
limit ::= " LIMIT " [1-9] [0-9]? [0-9]? [0-9]?
condition ::= test ((" AND " | " OR ") test)*
test ::= "(" condition ")" | "NOT (" condition ")" | value comparison value | value comparison "(" select ")" | column " IS NULL" | column " IS NOT NULL" | column " LIKE " string | column " NOT LIKE " string | column " BETWEEN " literal " AND " literal | column membership "(" (literal (", " literal)* | select) ")"
comparison ::= " = " | " <> " | " < " | " <= " | " > " | " >= "
membership ::= " IN " | " NOT IN "
value ::= factor (operator factor)*
operator ::= " + " | " - " | " * " | " / "
factor ::= column | literal | aggregate | "(" value ")"
aggregate ::= "COUNT(*)" | function "(" distinct? column ")"
function ::= "COUNT" | "SUM" | "AVG" | "MIN" | "MAX"
literal ::= string | number
number ::= "-"? digits ("." digits)?
digits ::= [0-9] [0-9]? [0-9]? [0-9]? [0-9]? [0-9]? [0-9]? [0-9]? [0-9]? [0-9]?
)gbnf";

/// A quote inside is doubled; to GoogleSQL that would be the end, so there the other quotes help.
std::string_view string_rule(Dialect dialect) {
  if (dialect == Dialect::googlesql || dialect == Dialect::bigtable)
    return R"gbnf(string ::= "''" | "'" [^'\\\x00-\x1f\x7f]+ "'" | "\"" [^"\\\x00-\x1f\x7f]+ "\""
)gbnf";
  return R"gbnf(string ::= "'" ([^'\\\x00-\x1f\x7f] | "''")* "'"
)gbnf";
}

}  // namespace

std::string grammar_of(const QueryNames& names) {
  std::vector<std::string> tables;
  std::vector<std::string> columns;
  std::vector<std::string> joins;
  for (const NamedTable& table : names.tables) tables.push_back(table.sql);
  for (const NamedColumn& column : names.columns) columns.push_back(column.sql);
  for (const NamedJoin& join : names.joins) {
    joins.push_back(fmt::format("{} ON {}", names.find_table(join.referenced_table)->sql, join.condition));
    joins.push_back(fmt::format("{} ON {}", names.find_table(join.table)->sql, join.condition));
  }
  if (tables.empty() || columns.empty()) return {};
  std::string out(rules);
  out += string_rule(names.dialect);
  out += fmt::format("table ::= {}\ncolumn ::= {}\n", alternatives(tables), alternatives(columns));
  if (joins.empty()) return out + "joins ::= \"\"\n";
  return out + fmt::format("joins ::= ((\" JOIN \" | \" LEFT JOIN \") join)*\njoin ::= {}\n", alternatives(joins));
}

}  // namespace querydata::inline v0::plan
