// A question and its plan are the same for any order of the items in the file, any number of threads, and two runs.
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/generated_context.hpp"
#include "querydata/planner.hpp"
#include "querydata/sqlite.hpp"
#include "unit/plan/bookshop.hpp"

namespace querydata::test {
namespace {

/// Templates and facets by names of their own, since their places change.
ContextSet named(ContextSet set) {
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    set.templates[i].extra = R"({"id":"t)" + std::to_string(i) + "\"}";
  }
  return set;
}

/// All that a plan says but the places of items in the file: identifiers, statements, parameters, words and numbers.
std::string told(const Plan& plan, const ContextSet& set) {
  const auto facets = [&](const std::vector<std::size_t>& places) {
    std::string text;
    for (const std::size_t place : places) text += set.facets[place].intent + ';';
    return text;
  };
  const auto parameters = [](const std::vector<PlanParameter>& all) {
    std::string text;
    for (const PlanParameter& parameter : all) {
      text += parameter.name + '=' + to_display(parameter.value) + '@' + parameter.text + ';';
    }
    return text;
  };
  std::string text = std::string(to_string(plan.status)) + '|' + plan.statement.sql + '|' + plan.template_id + '|' +
                     facets(plan.facets) + '|' + parameters(plan.parameters) + '|' + std::to_string(plan.confidence) +
                     '|' + plan.explanation;
  for (const std::string& reason : plan.reasons) text += "\nreason " + reason;
  for (const Clarification& asked : plan.questions) {
    text += "\n? " + asked.question;
    for (const std::string& option : asked.options) text += " / " + option;
  }
  for (const PlanCandidate& near : plan.nearest) {
    text += "\nnear " + near.template_id + '|' + near.reading + '|' + near.statement.sql + '|' + facets(near.facets) +
            '|' + parameters(near.parameters) + '|' + std::to_string(near.confidence);
  }
  return text;
}

ContextSet shuffled(ContextSet set, unsigned seed) {
  std::mt19937 random(seed);
  std::shuffle(set.templates.begin(), set.templates.end(), random);
  std::shuffle(set.facets.begin(), set.facets.end(), random);
  return set;
}

std::vector<std::string> told_of(const Planner& planner, const std::vector<std::string>& questions) {
  std::vector<std::string> out;
  for (const std::string& question : questions) out.push_back(told(planner.plan(question).value(), planner.context()));
  return out;
}

Planner planner_of(const std::shared_ptr<Database>& database, const ContextSet& set) {
  return Planner::build(database, set).value();
}

void check_same(const std::shared_ptr<Database>& database, const ContextSet& set,
                const std::vector<std::string>& questions) {
  const std::vector<std::string> expected = told_of(planner_of(database, set), questions);
  CHECK(told_of(planner_of(database, set), questions) == expected);
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U}) {
    const Planner planner = planner_of(database, shuffled(set, seed));
    const std::vector<std::string> found = told_of(planner, questions);
    for (std::size_t i = 0; i < questions.size(); ++i) {
      INFO("seed ", seed, ", question: ", questions[i]);
      CHECK(found[i] == expected[i]);
    }
  }
  const Planner planner = planner_of(database, set);
  for (const std::size_t count : {2U, 3U, 8U}) {
    std::vector<std::vector<std::string>> found(count);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back([&, i] { found[i] = told_of(planner, questions); });
    for (std::thread& thread : threads) thread.join();
    for (const auto& plans : found) CHECK(plans == expected);
  }
}

/// Own wordings, and some with words left out or of other items.
std::vector<std::string> questions_of(const ContextSet& set, std::size_t count) {
  std::vector<std::string> questions;
  std::mt19937 random(7);
  for (std::size_t i = 0; i < count; ++i) {
    std::string question = set.templates[random() % set.templates.size()].nl_query;
    if (i % 2 == 1) question.erase(question.rfind(' '));
    if (i % 3 == 1) question += ' ' + set.templates[random() % set.templates.size()].nl_query;
    questions.push_back(std::move(question));
  }
  return questions;
}

}  // namespace

TEST_CASE("plan property: the bookshop's plans do not depend on the order of its items") {
  const Bookshop shop;
  const ContextSet set = named(bookshop_context());
  std::vector<std::string> questions = questions_of(set, 40);
  for (const char* question : {"crime books over 12 euros", "authors from Norway or Spain", "books of Lindqvist",
                               "How many copies were sold in Oslo in 2024?", "books", "sold", "the average"}) {
    questions.emplace_back(question);
  }
  check_same(shop.database(), set, questions);
}

TEST_CASE("plan property: nor do those of three hundred templates, of which not all are read in full") {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(":memory:", &handle) == SQLITE_OK);
  bench::ContextGenerator generator(20);
  REQUIRE(sqlite3_exec(handle, generator.tables().c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  for (std::size_t table = 0; table < 20; ++table) {
    const std::string name = bench::ContextGenerator::table_name(table);
    const std::string values =
        "('Oslo','Bergen','Kiel','Lisbon','Turku','Visby'),('Riga','Ghent','Porto','Malta','Oslo','Kiel')";
    const std::string insert = "INSERT INTO " + name + " (city, status, category, owner, language, colour) VALUES ";
    REQUIRE(sqlite3_exec(handle, (insert + values).c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  {
    const ContextSet set = named(generator.make(300, 20));
    check_same(lend_sqlite(handle).value(), set, questions_of(set, 12));
  }
  sqlite3_close(handle);
}

}  // namespace querydata::test
