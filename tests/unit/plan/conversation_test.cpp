#include <doctest/doctest.h>

#include "unit/plan/composition.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

struct Talk {
  Bookshop shop;
  Planner planner = Planner::build(shop.database(), bookshop_context()).value();
  std::vector<Plan> history;

  Plan ask(std::string_view question, std::vector<std::string> choices = {}) {
    PlanOptions options;
    options.now = parse_time("2025-07-01").value();
    options.history = history;
    options.choices = std::move(choices);
    history.push_back(planner.plan(question, options).value());
    return history.back();
  }
  std::string answer(std::string_view question) {
    const Plan plan = ask(question);
    if (plan.status != PlanStatus::answered) return std::string(to_string(plan.status));
    return first_cell(shop, plan.statement);
  }
};

}  // namespace

TEST_CASE("conversation: another value takes the place of the one before") {
  Talk talk;
  CHECK(talk.answer("How many copies were sold in the shop in Oslo?") == "16");
  CHECK(talk.answer("and in Bergen?") == "6");
  CHECK(talk.history.back().asked == "and in Bergen?");
  CHECK(talk.history.back().question == "How many copies were sold in the shop in Bergen?");
  CHECK(talk.answer("What about Dublin?") == "1");
  CHECK(talk.answer("Oslo") == "16");
}

TEST_CASE("conversation: another number, another name") {
  Talk talk;
  CHECK(talk.answer("Which books have more than 400 pages?") == "Night Ferry");
  CHECK(talk.answer("and more than 300?") == "The Quiet Fjord");
  CHECK(talk.answer("Which books has Mary Oak written?") == "Garden Notes");
  CHECK(talk.answer("what about Jorge Paz") == "Red Sand");
}

TEST_CASE("conversation: more words narrow the earlier question") {
  Talk talk;
  CHECK(talk.answer("How many books are there?") == "5");
  CHECK(talk.answer("only travel guides") == "3");
}

TEST_CASE("conversation: how many rows the earlier question has") {
  Talk talk;
  talk.ask("Which books has Mary Oak written?");
  CHECK(talk.answer("How many are that?") == "2");
  Talk empty;
  empty.ask("Which authors come from Spain?");
  CHECK(empty.answer("count them") == "1");
}

TEST_CASE("conversation: a whole question is taken by itself") {
  Talk talk;
  talk.ask("How many copies were sold in the shop in Oslo?");
  CHECK(talk.answer("Which authors come from Spain?") == "Jorge Paz");
  CHECK(talk.history.back().asked.empty());
}

TEST_CASE("conversation: what fits neither way is refused, with both readings") {
  Talk talk;
  talk.ask("How many copies were sold in the shop in Oslo?");
  const Plan plan = talk.ask("and the weather?");
  CHECK(plan.status == PlanStatus::no_plan);
  const bool told = std::any_of(plan.reasons.begin(), plan.reasons.end(),
                                [](const std::string& reason) { return reason.starts_with("Read as "); });
  CHECK(told);
}

TEST_CASE("conversation: without an answered plan a question stands alone") {
  Talk talk;
  talk.ask("What is the weather?");
  CHECK(talk.answer("How many books are there?") == "5");
  CHECK(talk.ask("and in Bergen?").status == PlanStatus::no_plan);
}

TEST_CASE("conversation: the scope of the call bounds what is counted") {
  Talk talk;
  PlanOptions options;
  options.history = {talk.ask("Which authors come from Spain?")};
  options.scope.tables = {"book"};
  const auto plan = talk.planner.plan("how many are those?", options);
  const bool refused = !plan || plan->status != PlanStatus::answered;
  CHECK(refused);
}
