#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "querydata/derive.hpp"
#include "unit/context/finding_helpers.hpp"

using namespace querydata;
using test::places;
using test::problems;

using Lines = std::vector<std::string>;

namespace {

ContextSet derived(const std::string& question, const std::string& sql) {
  Template item;
  item.nl_query = question;
  item.sql = sql;
  item.intent = question;
  REQUIRE(derive_missing(item, Dialect::sqlite));
  ContextSet set;
  set.templates.push_back(std::move(item));
  return set;
}

/// With every `$n` written in another style.
ContextSet restyled(ContextSet set, const std::string& prefix, bool numbered) {
  for (std::string* text : {&set.templates[0].parameterized_intent, &set.templates[0].parameterized_sql}) {
    std::string out;
    for (std::size_t i = 0; i < text->size(); ++i) {
      if ((*text)[i] == '$') {
        out += prefix;
        if (!numbered) ++i;
      } else {
        out += (*text)[i];
      }
    }
    *text = out;
  }
  return set;
}

}  // namespace

TEST_CASE("context check: two placeholders may stand for one period together") {
  const std::string head = "SELECT count(*) FROM trip WHERE ";
  for (const auto& [question, condition] : std::vector<std::pair<std::string, std::string>>{
           {"Trips in March 2024", "day >= '2024-03-01' AND day < '2024-04-01'"},
           {"Trips in March 2024", "day BETWEEN '2024-03-01' AND '2024-03-31'"},
           {"Trips between March and May 2024", "day >= '2024-03-01' AND day < '2024-06-01'"},
           {"Trips in the first quarter of 2024", "day >= '2024-01-01' AND day < '2024-04-01'"},
           {"Trips of the 1960s", "year >= 1960 AND year <= 1969"},
           {"Trips from Bergen in March 2024 over six thousand crowns",
            "harbour = 'Bergen' AND day >= '2024-03-01' AND day < '2024-04-01' AND price > 6000"}}) {
    CAPTURE(question);
    const ContextSet set = derived(question, head + condition);
    CAPTURE(set.templates[0].parameterized_intent);
    REQUIRE(set.templates[0].parameterized_sql.find("$2") != std::string::npos);
    CHECK(places(set.check()).empty());
    CHECK(problems(restyled(set, "@p", true).check()).empty());
    CHECK(problems(restyled(set, "?", true).check()).empty());
    if (question.find("1960s") == std::string::npos) CHECK(problems(restyled(set, "?", false).check()).empty());
  }
}

TEST_CASE("context check: a part of a period stands for no other value") {
  ContextSet set =
      derived("Trips from Bergen in March 2024",
              "SELECT 1 FROM trip WHERE harbour = 'Bergen' AND day >= '2024-03-01' AND day < '2024-04-01'");
  set.templates[0].parameterized_intent = "Trips from $2 in $1 $3";
  CHECK(problems(set.check()) == Lines{"placeholder_type_mismatch /templates/0/parameterized/parameterized_sql"});
}

TEST_CASE("context check: a parameterised form that is another query is a warning, another spelling is none") {
  const auto check = [](const std::string& sql, const std::string& general) {
    ContextSet set;
    set.templates.push_back({"loans of Oslo", sql, "loans of Oslo", "m", "loans of $1", general, "", ""});
    return set.check();
  };
  const std::string place = " /templates/0/parameterized/parameterized_sql";
  const auto other =
      check("SELECT SUM(loan.fine) FROM loan WHERE town = 'Oslo'", "SELECT SUM(loan.id) FROM loan WHERE town = $1");
  CHECK(problems(other) == Lines{"refill_mismatch" + place});
  CHECK(test::count(other, Severity::warning, "loan.id") == 1);
  CHECK(test::count(other, Severity::warning, "loan.fine") == 1);
  CHECK(problems(check("SELECT 1 FROM loan WHERE town > 'Oslo'", "SELECT 1 FROM loan WHERE town < $1")) ==
        Lines{"refill_mismatch" + place});
  CHECK(problems(check("SELECT 1 FROM loan WHERE town = 'Oslo'", "SELECT 1 FROM loan WHERE town = $1 AND fine > 0")) ==
        Lines{"refill_mismatch" + place});
  const Lines spelling = {"information" + place};
  CHECK(places(check("SELECT 1 FROM loan WHERE town LIKE '%Oslo%'",
                     "SELECT 1 FROM loan WHERE town LIKE '%' || $1 || '%'")) == spelling);
  CHECK(places(check("SELECT 1 FROM loan l WHERE (l.town = 'Oslo')", "SELECT 1 FROM loan AS l WHERE l.town = $1")) ==
        spelling);
}

TEST_CASE("context check: placeholders that stand for each other's values are an error") {
  const auto check = [](const std::string& general) {
    ContextSet set;
    set.templates.push_back({"Trips from Oslo to Bergen", "SELECT id FROM trip WHERE src = 'Oslo' AND dst = 'Bergen'",
                             "Trips from Oslo to Bergen", "m", "Trips from $1 to $2", general, "", ""});
    return set.check();
  };
  const auto exchanged = check("SELECT id FROM trip WHERE src = $2 AND dst = $1");
  REQUIRE(exchanged.size() == 1);
  CHECK(exchanged[0].rule == "placeholder_mismatch");
  CHECK(exchanged[0].severity == Severity::error);
  CHECK(check("SELECT id FROM trip WHERE src = $1 AND dst = $2").empty());
}

TEST_CASE("context check: a literal may be spelt as its dialect spells it") {
  for (const auto& [dialect, literal] :
       std::vector<std::pair<Dialect, std::string>>{{Dialect::postgresql, "$tag$Oslo$tag$"},
                                                    {Dialect::postgresql, "$$Oslo$$"},
                                                    {Dialect::postgresql, "E'Oslo'"},
                                                    {Dialect::mysql, "_utf8mb4'Oslo'"},
                                                    {Dialect::googlesql, "r'''Oslo'''"}}) {
    CAPTURE(literal);
    ContextSet set;
    set.templates.push_back({"loans of Oslo", "SELECT 1 FROM loan WHERE town = " + literal, "loans of Oslo", "m",
                             "loans of $1", "SELECT 1 FROM loan WHERE town = $1", "", ""});
    CheckOptions options;
    options.dialect = dialect;
    CHECK(places(set.check(options)).empty());
  }
}

TEST_CASE("context check: placeholders with names are told by their names") {
  const auto check = [](const std::string& sentence, const std::string& condition, const std::string& intent) {
    ContextSet set;
    set.templates.push_back({"q", "SELECT 1 FROM trip WHERE src = 'Oslo' AND dst = 'Kiel'", intent, "m", sentence,
                             "SELECT 1 FROM trip WHERE " + condition, "", ""});
    return set.check();
  };
  const Lines mismatch = {"placeholder_mismatch /templates/0/parameterized/parameterized_sql"};
  const std::string both = "src = @src AND dst = @dst";
  CHECK(check("from @src to @dst", both, "from Oslo to Kiel").empty());
  auto findings = check("from @src to @goal", both, "from Oslo to Kiel");
  CHECK(test::count(findings, Severity::error, "has `@dst`") == 1);
  CHECK(test::count(findings, Severity::error, "names `@goal`") == 1);
  findings = check("from @src to @dst by @line", both, "from Oslo to Kiel by Color");
  CHECK(problems(findings) == mismatch);
  CHECK(test::count(findings, Severity::error, "names `@line`") == 1);
  // Neither an address nor what the sentence says with its values too is a placeholder.
  CHECK(check("@nasa, me@a.org: from @src to @dst", both, "@nasa, me@a.org: from Oslo to Kiel").empty());
  CHECK(problems(check("from @dst to @src", both, "from Oslo to Kiel")) == mismatch);  // exchanged
  CHECK(problems(check("from @src to $1", "src = @src AND dst = $1", "from Oslo to Kiel")) == mismatch);
}

TEST_CASE("context check: names may stand for ids where a value search gives these for those") {
  const auto check = [](const std::string& search, const CheckOptions& options) {
    ContextSet set;
    set.templates.push_back({"q", "SELECT 1 FROM trip WHERE harbour_no = 301", "trips from Oslo", "m", "trips from $1",
                             "SELECT 1 FROM trip WHERE harbour_no = $1", "", ""});
    set.value_searches.push_back({search, "Harbour", "", ""});
    return problems(set.check(options));
  };
  const std::string ids =
      "SELECT DISTINCT h.no AS value, 'harbour.no' AS columns, 'Harbour' AS concept_type, 0 AS "
      "distance FROM harbour AS h WHERE h.name = $value";
  const std::string names =
      "SELECT DISTINCT h.name AS value, 'harbour.name' AS columns, 'Harbour' AS concept_type, 0 AS "
      "distance FROM harbour AS h WHERE h.name = $value";
  const Schema schema = Schema::from_json(R"({"tables":[
      {"name":"harbour","columns":[{"name":"no","type":"integer"},{"name":"name","type":"text"}],"primary_key":["no"]},
      {"name":"trip","columns":[{"name":"id","type":"integer"},{"name":"harbour_no","type":"integer"}],
       "foreign_keys":[{"columns":["harbour_no"],"referenced_table":"harbour","referenced_columns":["no"]}]}]})")
                            .value();
  const Lines told = {"placeholder_type_mismatch /templates/0/parameterized/parameterized_sql"};
  for (const Schema* known : {static_cast<const Schema*>(nullptr), &schema}) {
    CheckOptions options;
    options.dialect = Dialect::sqlite;
    options.schema = known;
    CHECK(check(ids, options) == told);
    CHECK(check(names, options) == told);
    ContextSet set;
    set.value_searches.push_back({ids, "Harbour", "", ""});
    set.templates.push_back({"q", "SELECT 1 FROM trip WHERE harbour_no = 301", "trips from Oslo", "m", "trips from $1",
                             "SELECT 1 FROM trip WHERE harbour_no = $1", "", ""});
    CHECK(test::count(set.check(options), Severity::warning, "as far as a value search gives") == 1);
    CHECK(test::count(set.check(options), Severity::error, "") == 0);
    set.value_searches[0].query = names;
    CHECK(test::count(set.check(options), Severity::error, "wrong kind") == 1);
  }
}

TEST_CASE("context check: equal numbers that stand beside each other's columns are told") {
  const std::string sentence = "Visits with fee over 80 and tip over 80";
  const std::string query = "SELECT * FROM visit WHERE tip > 80 AND fee > 80";
  ContextSet set = derived(sentence, query);
  CHECK(problems(set.check()).empty());
  set.templates[0].parameterized_sql = "SELECT * FROM visit WHERE tip > $2 AND fee > $1";
  set.templates[0].parameterized_intent = "Visits with fee over $1 and tip over $2";
  CHECK(problems(set.check()).empty());
  set.templates[0].parameterized_intent = "Visits with fee over $2 and tip over $1";
  CHECK(problems(set.check()) == Lines{"placeholder_mismatch /templates/0/parameterized/parameterized_sql"});
  CHECK(set.check().front().severity == Severity::warning);
  // Nothing says which is which.
  ContextSet open = derived("Visits over 80 or 80", "SELECT * FROM visit WHERE tip > 80 OR fee > 80");
  std::swap(open.templates[0].parameterized_intent[13], open.templates[0].parameterized_intent[19]);
  CHECK(problems(open.check()).empty());
}

TEST_CASE("context check: a placeholder that stands for another name than the query's is told") {
  const auto found = [](const std::string& said, const std::string& stored) {
    ContextSet set;
    const std::string sentence = "How many orders come from " + said + "?";
    const std::string query = "SELECT count(*) FROM orders WHERE city = ";
    set.templates.push_back({sentence, query + "'" + stored + "'", sentence, "orders from a given city",
                             "How many orders come from $1?", query + "$1", "", ""});
    return problems(set.check());
  };
  CHECK(found("Geneva", "Basel") == Lines{"placeholder_mismatch /templates/0/parameterized/parameterized_sql"});
  CHECK(found("Basel", "Basel").empty());
  CHECK(found("the Norwegians", "Norway").empty());
  CHECK(found("Zurich", "Zürich HB").empty());
  CHECK(found("Norway", "NO").empty());
}
