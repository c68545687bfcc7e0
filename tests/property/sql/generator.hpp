/// @file
/// Random SELECT statements of SQLite, full of names that mean different things in different places.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace querydata::test {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::string statement() { return query(3, true); }

 private:
  bool chance(unsigned percent) { return random_() % 100 < percent; }
  std::size_t below(std::size_t n) { return random_() % n; }
  std::string pick(std::initializer_list<std::string_view> words) {
    return std::string(words.begin()[below(words.size())]);
  }

  std::string query(int depth, bool whole = false) {
    std::string out;
    const auto mark = ctes_.size();
    if (depth > 0 && chance(whole ? 30 : 8)) out += with(depth);
    const auto width = 1 + below(2);
    out += select(depth, width);
    std::size_t arms = 1;
    while (chance(12)) {
      out += pick({" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT "}) + select(depth, width);
      ++arms;
    }
    if (chance(25)) {
      out += " ORDER BY " + (chance(40) ? std::to_string(1 + below(width)) : arms > 1 ? name() : expression(1));
      out += pick({"", "", " DESC", " COLLATE nocase", " NULLS LAST"});
    }
    if (chance(15)) out += " LIMIT " + pick({"1", "2 OFFSET 1", "1, 2", "(SELECT 3)", "\"a\""});
    ctes_.resize(mark);
    return out;
  }

  std::string with(int depth) {
    std::string out = chance(30) ? "WITH RECURSIVE " : "WITH ";
    for (std::size_t i = 0, n = 1 + below(2); i < n; ++i) {
      const auto cte = pick({"x", "y", "t", "s"});
      if (i > 0) out += ", ";
      // Its body sees the names around it only where SQLite lets it, which is seldom meant.
      auto around = std::exchange(names_, {});
      if (chance(10)) names_ = around;
      out += cte + pick({"", "", "(a)", "(e, b)"}) + " AS (" + query(depth - 1) + ")";
      names_ = std::move(around);
      ctes_.push_back(cte);
    }
    return out + " ";
  }

  std::string select(int depth, std::size_t width) {
    if (chance(4)) return width == 1 ? "VALUES (" + expression(0) + ")" : "VALUES (1, 2), (" + expression(0) + ", 3)";
    const auto mark = names_.size();
    const auto from_clause = chance(92) ? " FROM " + from(depth) : std::string();
    std::string out = "SELECT " + pick({"", "", "", "DISTINCT "});
    for (std::size_t i = 0; i < width; ++i) {
      if (i > 0) out += ", ";
      out += chance(6) ? pick({"*", "t.*", "x.*", "z.*"}) : expression(depth) + alias();
    }
    out += from_clause;
    if (chance(40)) out += " WHERE " + expression(depth);
    if (chance(12)) out += " GROUP BY " + (chance(30) ? "1" : expression(1));
    if (chance(8)) out += " HAVING " + expression(1);
    names_.resize(mark);
    return out;
  }

  std::string alias() {
    return pick({"", "", "", " AS a", " AS b", " q", " AS \"e\"", " AS 'd'", " AS secret", " AS true", " [x y]"});
  }

  std::string from(int depth) {
    std::string out = item(depth);
    while (chance(30)) {
      if (chance(35)) {
        out += ", " + item(depth);
        continue;
      }
      const bool natural = chance(10);
      out += (natural ? " NATURAL" : "") +
             pick({" JOIN ", " LEFT JOIN ", " CROSS JOIN ", " RIGHT JOIN ", " FULL JOIN "}) + item(depth);
      if (natural) continue;
      if (chance(25)) {
        out += " USING (" + pick({"a", "b", "a", "d"}) + ")";
      } else if (chance(70)) {
        out += " ON " + expression(1);
      }
    }
    return out;
  }

  std::string item(int depth) {
    const auto kind = below(100);
    const auto as = pick({"", "", "", " AS x", " y", " AS t", " z"});
    if (depth > 0 && kind < 14) return "(" + query(depth - 1) + ")" + as;
    if (depth > 0 && kind < 20) return "(" + from(depth - 1) + ")" + as;
    if (kind < 24) return "json_each('[1]')" + as;
    if (!ctes_.empty() && kind < 50) return ctes_[below(ctes_.size())] + as;
    return table(as);
  }

  struct Known {
    std::string_view spelling;
    std::string_view name;
    std::initializer_list<std::string_view> columns;
  };

  /// A table of the schema, whose columns may be named from here on.
  std::string table(const std::string& as) {
    static const std::initializer_list<Known> tables{{"t", "t", {"a", "b", "c", "rowid"}},
                                                     {"s", "s", {"a", "d", "secret"}},
                                                     {"u", "u", {"id", "b", "[x y]"}},
                                                     {"w", "w", {"k", "a"}},
                                                     {"v", "v", {"a", "b"}},
                                                     {"v2", "v2", {"e", "a"}},
                                                     {"v3", "v3", {"r", "id"}},
                                                     {"v4", "v4", {"r", "n"}},
                                                     {"main.t", "t", {"a", "b", "c"}},
                                                     {"\"t\"", "t", {"a", "\"b\"", "c", "oid"}},
                                                     {"[s]", "s", {"a", "`d`"}},
                                                     {"'u'", "u", {"id", "b"}},
                                                     {"T", "t", {"A", "B"}},
                                                     {"one", "one", {"d"}}};
    const auto& known = tables.begin()[below(tables.size())];
    const auto space = as.find_last_of(' ');
    const auto qualifier = space == std::string::npos ? std::string(known.name) : as.substr(space + 1);
    for (const auto column : known.columns) {
      if (chance(40)) names_.emplace_back(column);
      names_.push_back(qualifier + "." + std::string(column));
    }
    return std::string(known.spelling) + as;
  }

  std::string name() {
    if (!names_.empty() && chance(75)) return names_[below(names_.size())];
    return pick({"a",      "a",        "b",       "b",           "c",       "d",       "e",    "q",       "secret",
                 "rowid",  "id",       "t.a",     "s.a",         "x.a",     "y.b",     "t.b",  "u.b",     "\"a\"",
                 "\"zz\"", "[b]",      "`d`",     "\"secret\"",  "\"e\"",   "\"q\"",   "true", "\"a:1\"", "key",
                 "value",  "main.t.a", "t.rowid", "\"t\".\"b\"", "'t'.'a'", "x.rowid", "z.a"});
  }

  std::string expression(int depth) {
    const auto kind = below(100);
    if (depth <= 0 || kind < 50)
      return chance(75) ? name() : pick({"1", "'x'", "NULL", "?", "2.5", "x'00'", "current_date"});
    if (kind < 62) {
      return expression(depth - 1) +
             pick({" = ", " < ", " + ", " || ", " AND ", " OR ", " IS NOT ", " LIKE ", " <> ", " % ", " -> ", " & "}) +
             expression(depth - 1);
    }
    if (kind < 70) {
      return pick({"abs", "lower", "max", "coalesce", "count", "LENGTH", "\"min\""}) + "(" + expression(depth - 1) +
             ")";
    }
    if (kind < 72) return "count(*)";
    if (kind < 74) return "sum(" + name() + ") OVER (PARTITION BY " + name() + " ORDER BY " + name() + ")";
    if (kind < 80) return "(" + query(depth - 1) + ")";
    if (kind < 84) return "EXISTS (" + query(depth - 1) + ")";
    if (kind < 88) return expression(depth - 1) + pick({" IN (", " NOT IN ("}) + query(depth - 1) + ")";
    if (kind < 90) return expression(depth - 1) + " IN (1, " + expression(depth - 1) + ")";
    if (kind < 92) return expression(depth - 1) + " IN " + pick({"one", "x", "main.one"});
    if (kind < 94) return "CASE WHEN " + expression(depth - 1) + " THEN " + name() + " ELSE " + name() + " END";
    if (kind < 96) return "CAST(" + expression(depth - 1) + " AS TEXT)";
    if (kind < 98) return name() + " BETWEEN " + name() + " AND " + name();
    return pick({"NOT ", "- ", "~"}) + expression(depth - 1);
  }

  std::mt19937_64 random_;
  std::vector<std::string> ctes_;
  std::vector<std::string> names_;  ///< of columns that the place at hand may see
};

}  // namespace querydata::test
