// Finds the stored values that a phrase names: link_values [DATABASE_URI PHRASE]
#include <querydata/value_linker.hpp>

#include <iostream>
#include <string>

int main(int count, char** values) {
  const std::string uri = count > 1 ? values[1] : "sqlite:ferry.db";
  const std::string phrase = count > 2 ? values[2] : "Isafjordur";
  try {
    // The values of these columns are read once; after that no search touches the database.
    querydata::ValueLinkerOptions options;
    options.columns = {{"ports", "name"}, {"vessels", "name"}, {"countries", "name"}};
    auto database = querydata::open_database(uri).value();
    const auto linker = querydata::ValueLinker::build(database, {}, options).value();

    const auto links = linker.link_phrase(phrase).value();
    for (const auto& match : links.matches)
      std::cout << to_display(match.value) << "  " << match.table << '.' << match.column << "  "
                << to_string(match.kind) << "  distance " << match.distance << '\n';
  } catch (const querydata::Exception& failure) {
    std::cerr << "link_values: " << failure.what() << '\n';
    return 1;
  }
  return 0;
}
