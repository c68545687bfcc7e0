#include <doctest/doctest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "unit/plan/bookshop.hpp"

using namespace querydata;
using namespace querydata::test;

TEST_CASE("planner threads: concurrent questions give the same plans as one after the other") {
  const Bookshop shop;
  const Planner planner = bookshop_planner(shop);
  const std::vector<std::string> questions = {"Which books has Mary Oak written?", "How many books are there?",
                                              "How many copies were sold in March 2024?", "the longest book"};
  std::vector<std::string> expected;
  for (const std::string& question : questions) expected.push_back(to_json(planner.plan(question).value()));
  std::array<bool, 4> same{};
  std::vector<std::thread> threads;
  for (std::size_t number = 0; number < same.size(); ++number) {
    threads.emplace_back([&, number] {
      bool all = true;
      for (std::size_t round = 0; round < 20; ++round) {
        const std::size_t index = (round + number) % questions.size();
        all = all && to_json(planner.plan(questions[index]).value()) == expected[index];
      }
      same[number] = all;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const bool all : same) CHECK(all);
}

TEST_CASE("planner threads: the first groundings at once make one graph and the same text") {
  const Bookshop shop;
  const Planner planner = bookshop_planner(shop);
  const std::string question = "Which books has Mary Oak written?";
  std::array<std::string, 4> texts;
  std::vector<std::thread> threads;
  for (std::string& text : texts) {
    threads.emplace_back([&] { text = to_json(planner.ground(question).value()); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : texts) CHECK(text == to_json(planner.ground(question).value()));
}
