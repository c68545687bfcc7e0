#include "querydata/planner.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "unit/plan/bookshop.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

struct Shop {
  Bookshop shop;
  Planner planner = bookshop_planner(shop);

  Plan plan(std::string_view question, const PlanOptions& options = {}) {
    return planner.plan(question, options).value();
  }
  /// The rows as text, or the status where there is no answer.
  std::string ask(std::string_view question, const PlanOptions& options = {}) {
    const Plan plan = this->plan(question, options);
    if (plan.status != PlanStatus::answered) return std::string(to_string(plan.status));
    return rows(plan);
  }
  std::string rows(const Plan& plan) {
    const RowSet set = planner.run(plan).value();
    std::string out;
    for (const auto& row : set.rows) {
      for (const Value& value : row) out += to_display(value) + ";";
    }
    return out;
  }
};

}  // namespace

TEST_CASE("planner: the wording of a template with another value is answered") {
  Shop shop;
  CHECK(shop.ask("Which books has Jorge Paz written?") == "Red Sand;");
  CHECK(shop.ask("How many copies were sold in the shop in Bergen?") == "6;");
}

TEST_CASE("planner: another wording is answered") {
  Shop shop;
  CHECK(shop.ask("books written by Mary Oak") == "Garden Notes;Dublin;");
  CHECK(shop.ask("How many books do we have?") == "5;");
  CHECK(shop.ask("the longest book") == "Night Ferry;");
}

TEST_CASE("planner: values are bound as stored and never spliced") {
  Shop shop;
  const Plan plan = shop.plan("Which books has jorge paz written?");
  REQUIRE(plan.status == PlanStatus::answered);
  CHECK(plan.statement.parameters == std::vector<Value>{Value("Jorge Paz")});
  CHECK(plan.statement.sql.find("Jorge") == std::string::npos);
  REQUIRE(plan.parameters.size() == 1);
  CHECK(plan.parameters[0].text == "jorge paz");
  CHECK(plan.parameters[0].table == "author");
  CHECK(plan.parameters[0].column == "name");
  REQUIRE(plan.parameters[0].link);
  CHECK(plan.tables == std::vector<std::string>{"book", "author"});
  REQUIRE(plan.joins.size() == 1);
  CHECK(plan.joins[0].table == "book");
  CHECK(plan.joins[0].provenance == JoinProvenance::declared);
}

TEST_CASE("planner: numbers take the column's type and dates its form") {
  Shop shop;
  const Plan pages = shop.plan("Which books have more than 200 pages?");
  REQUIRE(pages.status == PlanStatus::answered);
  CHECK(pages.statement.parameters == std::vector<Value>{Value(std::int64_t{200})});
  const Plan march = shop.plan("How many copies were sold in March 2024?");
  REQUIRE(march.status == PlanStatus::answered);
  CHECK(march.statement.parameters == std::vector<Value>{Value("2024-03-01"), Value("2024-04-01")});
  CHECK(shop.ask("How many copies were sold in March 2024?") == "5;");
}

TEST_CASE("planner: a time that the clock can't hold is refused") {
  for (const char* time : {"9999-12-31", "2262-04-12", "1600-01-01"}) {
    CAPTURE(time);
    CHECK_FALSE(parse_time(time));
  }
  CHECK(parse_time("2199-12-31"));
}

TEST_CASE("planner: last month is the month before now") {
  Shop shop;
  PlanOptions options;
  options.now = std::chrono::sys_days(std::chrono::year(2024) / 4 / 15);
  CHECK(shop.ask("How many copies were sold last month?", options) == "5;");
}

TEST_CASE("planner: a comparison that the template does not make is refused") {
  Shop shop;
  CHECK(shop.plan("Which books have fewer than 200 pages?").status != PlanStatus::answered);
  CHECK(shop.ask("Which books have at least 410 pages?") != "The Quiet Fjord;");
}

TEST_CASE("planner: a value that no column holds gives no plan") {
  Shop shop;
  const Plan plan = shop.plan("Which books has Zebulon Quux written?");
  CHECK(plan.status == PlanStatus::no_plan);
  CHECK_FALSE(plan.reasons.empty());
  CHECK_FALSE(plan.nearest.empty());
  CHECK(plan.statement.sql.empty());
}

TEST_CASE("planner: a condition that is left over gives no plan") {
  Shop shop;
  CHECK(shop.plan("How many books are there with 300 pages?").status != PlanStatus::answered);
  CHECK(shop.plan("Which authors come from Spain and were born in 1961?").status != PlanStatus::answered);
  CHECK(shop.plan("Which employees earn the most?").status == PlanStatus::no_plan);
}

TEST_CASE("planner: words that nothing accounts for are told") {
  Shop shop;
  const std::string question = "How many purple books are there?";
  const Plan plan = shop.plan(question);
  REQUIRE_FALSE(plan.uncovered.empty());
  CHECK(plan.uncovered[0].of(question) == "purple");
  CHECK(plan.status != PlanStatus::answered);
}

TEST_CASE("planner: a left over condition is covered by a facet") {
  Shop shop;
  const Plan plan = shop.plan("How many books are there over 16 euros?");
  REQUIRE(plan.status == PlanStatus::answered);
  CHECK(plan.facets == std::vector<std::size_t>{0});
  CHECK(shop.rows(plan) == "2;");
}

TEST_CASE("planner: facets rest on the question's own words and values") {
  Shop shop;
  ContextSet set = bookshop_context();
  set.facets = {
      make_facet("sold from 2024-02-01 up to but not including 2024-03-01",
                 "sale.sold_on >= '2024-02-01' AND sale.sold_on < '2024-03-01'",
                 "sold from $1 up to but not including $2", "sale.sold_on >= $1 AND sale.sold_on < $2"),
      make_facet("sales of 2 to 5 copies", "sale.copies BETWEEN 2 AND 5", "sales of $1 to $2 copies",
                 "sale.copies BETWEEN $1 AND $2"),
      make_facet("books not on paper", "book.price < 10", "books not on paper", "book.price < 10"),
  };
  shop.planner = Planner::build(shop.shop.database(), set).value();
  const auto facets = [&](std::string_view question) { return shop.plan(question).facets; };
  using Facets = std::vector<std::size_t>;
  CHECK(facets("How many copies were sold in the shop in Oslo in 2024?") == Facets{0});
  CHECK(shop.ask("How many copies were sold in the shop in Oslo in 2024?") == "10;");
  CHECK(facets("How many books are there?") == Facets{});
  CHECK(shop.plan("How many books on paper are there?").status != PlanStatus::answered);
}

TEST_CASE("planner: from a place is never to it") {
  const Shop shop;
  CHECK(shop.planner.plan("Which authors come from Spain?")->status == PlanStatus::answered);
  for (const char* question : {"Which authors come to Spain?", "Which authors come to the country of Spain?"}) {
    CAPTURE(question);
    CHECK(shop.planner.plan(question)->status != PlanStatus::answered);
  }
}

TEST_CASE("planner: a word of a facet is no number for another one") {
  const Bookshop shop;
  ContextSet set = bookshop_context();
  set.facets.push_back(make_facet("first editions", "book.id < 3", "first editions", "book.id < 3"));
  const Planner planner = Planner::build(shop.database(), set).value();
  const Plan plan = planner.plan("How many first editions of books are there?").value();
  REQUIRE_FALSE(plan.nearest.empty());
  CHECK(plan.nearest.front().facets == std::vector<std::size_t>{2});
}

TEST_CASE("planner: words that turn a question are never passed over") {
  Shop shop;
  for (const char* question :
       {"Which books has Mary Oak or Jorge Paz written?", "Which books has only Mary Oak written?",
        "Which books have all but Mary Oak written except Jorge Paz?", "Which books has Mary Oak not written?",
        "Which books hasn't Mary Oak written?", "Which books hasn\xE2\x80\x99t Mary Oak written?",
        "How many copies were sold in March and May 2024?", "How many copies were sold in March 2024 or May 2024?",
        "Which books have 300 pages?", "Which books have fewer than 300 pages?", "Which books have at most 300 pages?",
        "What is the highest price of Crime books?"}) {
    CAPTURE(question);
    CHECK(shop.plan(question).status != PlanStatus::answered);
  }
}

TEST_CASE("planner: two facets that fix one column are no answer") {
  const Bookshop shop;
  ContextSet set = bookshop_context();
  set.facets = {make_facet("thrillers", "book.genre = 'Crime'", "thrillers", "book.genre = 'Crime'"),
                make_facet("guides", "book.genre = 'Travel'", "guides", "book.genre = 'Travel'")};
  const Planner planner = Planner::build(shop.database(), set).value();
  CHECK(planner.plan("How many books are there, thrillers and guides?")->status != PlanStatus::answered);
}

TEST_CASE("planner: a number of rows is bound to the limit") {
  Shop shop;
  CHECK(shop.ask("Which 3 books have the lowest price?") == "Red Sand;The Quiet Fjord;Night Ferry;");
}

TEST_CASE("planner: a phrase that names two stored values asks back and takes the choice") {
  Shop shop;
  const std::string question = "Which books has Lindqvist written?";
  const Plan plan = shop.plan(question);
  REQUIRE(plan.status == PlanStatus::ambiguous);
  REQUIRE(plan.questions.size() == 1);
  CHECK(plan.questions[0].options.size() == 2);
  PlanOptions options;
  options.choices = {"Astrid Lindqvist"};
  CHECK(shop.ask(question, options) == "The Quiet Fjord;Night Ferry;");
  options.choices = {"Astrid Lindgren"};
  CHECK(shop.planner.plan(question, options).error().code == ErrorCode::invalid_argument);
}

TEST_CASE("planner: every option of a question back has its own words and can be chosen") {
  Shop shop;
  ContextSet set = shop.planner.context();
  // Two templates of one wording that ask different things.
  for (const char* sql : {"SELECT title FROM book ORDER BY title", "SELECT title FROM book ORDER BY price"}) {
    set.templates.push_back(
        make_template("Show the whole shelf.", "Show the whole shelf.", sql, "Show the whole shelf.", sql));
  }
  const Planner planner = Planner::build(shop.planner.database(), set).value();
  const Plan plan = planner.plan("Show the whole shelf.").value();
  REQUIRE(plan.status == PlanStatus::ambiguous);
  const std::vector<std::string> offered = plan.questions.at(0).options;
  REQUIRE(offered.size() == 2);
  CHECK(offered[0] != offered[1]);
  std::set<std::string> statements;
  for (const std::string& option : offered) {
    PlanOptions options;
    options.choices = {option};
    const Plan chosen = planner.plan("Show the whole shelf.", options).value();
    CHECK(chosen.status == PlanStatus::answered);
    statements.insert(chosen.statement.sql);
  }
  CHECK(statements.size() == 2);
}

TEST_CASE("planner: hostile questions are refused with a reason") {
  Shop shop;
  CHECK(shop.planner.plan("").error().code == ErrorCode::invalid_argument);
  CHECK(shop.planner.plan(" \n\t ").error().code == ErrorCode::invalid_argument);
  const auto broken = shop.planner.plan("caf\xE9 books");
  REQUIRE_FALSE(broken);
  CHECK(broken.error().code == ErrorCode::invalid_argument);
  CHECK(broken.error().where.byte_offset == 3);
  CHECK(shop.planner.plan(std::string(20'000, 'a')).error().code == ErrorCode::resource_exhausted);
  CHECK(shop.planner.plan("'; DROP TABLE book; --")->status != PlanStatus::answered);
  std::string words;
  for (int i = 0; i < 1400; ++i) words += "Oslo 5 ";
  CHECK(shop.planner.plan(words));
}

TEST_CASE("planner: only an answered plan runs") {
  Shop shop;
  const auto rows = shop.planner.run(shop.plan("Which employees earn the most?"));
  REQUIRE_FALSE(rows);
  CHECK(rows.error().code == ErrorCode::failed_precondition);
}

TEST_CASE("planner: a plan made under a wider scope does not run under a narrower one") {
  Shop shop;
  const Plan plan = shop.plan("Which 3 books have the lowest price?");
  REQUIRE(plan.status == PlanStatus::answered);
  Scope scope;
  scope.tables = {"book"};
  CHECK(shop.planner.run(plan, {}, {}, scope));
  scope.tables = std::vector<std::string>{};
  CHECK(shop.planner.run(plan, {}, {}, scope).error().code == ErrorCode::not_found);
}

TEST_CASE("planner: templates out of scope do not answer") {
  Shop shop;
  PlanOptions options;
  options.scope.tables = std::vector<std::string>{"sale"};
  CHECK(shop.plan("How many books are there?", options).status != PlanStatus::answered);
  CHECK(shop.ask("How many copies were sold in the shop in Oslo?", options) == "16;");
}

TEST_CASE("planner: equal questions give equal bytes") {
  Shop one;
  Shop two;
  for (const char* question :
       {"Which books has Mary Oak written?", "the longest book", "nothing at all", "Lindqvist"}) {
    CHECK(to_json(one.plan(question)) == to_json(two.plan(question)));
  }
}

TEST_CASE("planner: the plan is explained") {
  Shop shop;
  const Plan plan = shop.plan("Which books has Mary Oak written?");
  REQUIRE(plan.status == PlanStatus::answered);
  CHECK(plan.explanation.find("Which books has Mary Oak written?") != std::string::npos);
  CHECK(plan.steps.size() >= 3);
  CHECK(plan.confidence >= PlanOptions{}.min_confidence);
  CHECK(plan.nearest.at(0).template_index == plan.template_index);
  const std::string json = to_json(plan);
  CHECK(json.find("\"status\":\"answered\"") != std::string::npos);
  CHECK(json.find("\"time\"") == std::string::npos);
}

TEST_CASE("planner: items that the check finds an error in are left out, with its findings") {
  const Bookshop shop;
  ContextSet set = bookshop_context();
  set.templates[2].parameterized_sql = "SELECT sum(copies) FROM sales WHERE shop_city = $1";
  set.facets[0].parameterized_sql_snippet = "price > $1";
  set.value_searches.push_back({"SELECT 1", "Author", "", ""});
  const Planner planner = Planner::build(shop.database(), set).value();
  CheckOptions checking;
  checking.dialect = Dialect::sqlite;
  checking.schema = &planner.schema();
  std::vector<Finding> errors = set.check(checking);
  PlannerOptions checked;
  checked.findings = errors;
  CHECK(Planner::build(shop.database(), set, checked).value().left_out() == planner.left_out());
  std::erase_if(errors, [](const Finding& finding) { return finding.severity != Severity::error; });
  CHECK(planner.left_out() == errors);
  CHECK(planner.context() == set);
  REQUIRE(errors.size() >= 3);
  CHECK(errors[0].json_pointer == "/templates/2/parameterized/parameterized_sql");
  const Plan plan = planner.plan("Which books has Mary Oak written?").value();
  CHECK(plan.status == PlanStatus::answered);
  for (const PlanCandidate& candidate : plan.nearest) CHECK(candidate.template_index != 2);
}

TEST_CASE("planner: what the check passes is taken whole") {
  const Bookshop shop;
  ContextSet set = bookshop_context();
  set.templates[0].nl_query.clear();  // its intent says it
  Facet facet;
  facet.intent = "never sold";
  facet.sql_snippet = "book.id NOT IN (SELECT s.book_id FROM sale AS s) -- a comment";
  set.facets.push_back(facet);
  const Planner planner = Planner::build(shop.database(), set).value();
  CHECK(planner.left_out().empty());
}

TEST_CASE("planner: an empty context set has no plans") {
  const Bookshop shop;
  const Planner planner = Planner::build(shop.database(), {}).value();
  CHECK(planner.plan("How many books are there?")->status == PlanStatus::no_plan);
}

TEST_CASE("planner: a condition that an outer join takes, and one that it does not take") {
  Bookshop shop;
  const std::string join = "author LEFT JOIN book ON book.author_id = author.id";
  const auto planner_of = [&](const std::string& question, const std::string& sql) {
    ContextSet set;
    set.templates = {make_template(question, question, sql, question, sql)};
    set.facets = {
        make_facet("with a price over 15 euros", "book.price > 15", "with a price over $1 euros", "book.price > $1")};
    return Planner::build(shop.database(), std::move(set)).value();
  };
  const Planner counting = planner_of("How many books has each author written?",
                                      "SELECT author.name, count(book.id) FROM " + join + " GROUP BY author.id");
  const Plan counted = counting.plan("How many books with a price over 16 euros has each author written?").value();
  REQUIRE(counted.status == PlanStatus::answered);
  CHECK(counting.run(counted).value().rows.size() == 4);
  const Planner listing = planner_of("List all authors and their books", "SELECT author.name, book.title FROM " + join);
  const Plan listed = listing.plan("List all authors and their books with a price over 16 euros").value();
  REQUIRE(listed.status == PlanStatus::no_plan);
  REQUIRE_FALSE(listed.reasons.empty());
  CHECK(listed.reasons.front().find("outer join") != std::string::npos);
}

TEST_CASE("planner: sentences longer than a question may be are left out") {
  Bookshop shop;
  ContextSet set = bookshop_context();
  const std::size_t count = set.templates.size();
  std::string dates;
  while (dates.size() < 400'000) dates += "from 2024-01-01 to 2024-02-01 ";
  Template item;
  item.nl_query = dates;
  item.sql = "SELECT count(*) FROM sale WHERE sold_on = '2024-02-11'";
  set.templates.push_back(item);
  Facet facet;
  facet.intent = dates;
  facet.sql_snippet = "sale.sold_on = '2024-02-11'";
  set.facets.push_back(facet);
  const Planner planner = Planner::build(shop.database(), std::move(set)).value();
  REQUIRE(planner.left_out().size() == 2);
  CHECK(planner.left_out()[0].json_pointer == "/templates/" + std::to_string(count) + "/nl_query");
  CHECK(planner.left_out()[0].rule == "too_large");
  CHECK(planner.plan("How many books are there?").value().status == PlanStatus::answered);
}
