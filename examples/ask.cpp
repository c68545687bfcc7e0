// Asks a database a question: ask [DATABASE_URI CONTEXT_FILE QUESTION]
#include <querydata/planner.hpp>

#include <iostream>
#include <string>
#include <utility>

int main(int count, char** values) {
  const std::string uri = count > 1 ? values[1] : "sqlite:ferry.db";
  const std::string file = count > 2 ? values[2] : "ferry.context.json";
  const std::string question = count > 3 ? values[3] : "Which ships sail from Göteborg to Kiel?";
  try {
    // Build the planner once and keep it: any number of threads may ask it.
    auto context = querydata::ContextSet::read_file(file).value();
    auto database = querydata::open_database(uri).value();
    const auto planner = querydata::Planner::build(database, std::move(context)).value();

    const auto plan = planner.plan(question).value();
    if (plan.status != querydata::PlanStatus::answered) {
      for (const auto& reason : plan.reasons) std::cout << reason << '\n';
      for (const auto& reading : plan.nearest) std::cout << "Did you mean: " << reading.intent << '\n';
      return 3;
    }

    std::cout << plan.explanation << '\n' << plan.statement.sql << '\n';
    for (const auto& parameter : plan.parameters)
      std::cout << parameter.name << " = " << to_display(parameter.value) << '\n';
    const auto result = planner.run(plan).value();
    for (const auto& row : result.rows) {
      for (const auto& value : row) std::cout << to_display(value) << '\t';
      std::cout << '\n';
    }
  } catch (const querydata::Exception& failure) {
    std::cerr << "ask: " << failure.what() << '\n';
    return 1;
  }
  return 0;
}
