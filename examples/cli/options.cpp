#include "options.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string_view>

#include "querydata/error.hpp"
#include "terminal.hpp"

namespace {

/// A longer text on standard input is no question: it is refused before it fills the memory.
constexpr std::size_t longest_input = std::size_t{4} << 20U;

bool has_scheme(std::string_view uri) {
  const std::size_t colon = uri.find(':');
  // One letter before a colon is a drive, not a scheme.
  if (colon == std::string_view::npos || colon < 2) return false;
  return std::ranges::all_of(uri.substr(0, colon), [](unsigned char c) { return std::isalnum(c) != 0 || c == '+'; });
}

std::string read_standard_input() {
  std::string text(longest_input + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), stdin));
  querydata::Error error;
  if (std::ferror(stdin) != 0) {
    error = {querydata::ErrorCode::unavailable, "standard input can't be read", {}};
  } else if (text.size() > longest_input) {
    error = {querydata::ErrorCode::resource_exhausted, "the text on standard input is longer than 4 MiB", {}};
  } else {
    while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
    return text;
  }
  throw querydata::Exception(std::move(error));
}

}  // namespace

std::shared_ptr<querydata::Database> open_named(const std::string& database) {
  return querydata::open_database(has_scheme(database) ? database : "sqlite:" + database).value();
}

void CommonOptions::add_to(CLI::App& command) {
  command.add_option("--db", database, "Database: sqlite:PATH, or just the path of a SQLite file")
      ->type_name("URI")
      ->required();
  command.add_flag("--json", json, "Print JSON instead of text");
}

std::shared_ptr<querydata::Database> CommonOptions::open() const {
  return open_named(database);
}

void ContextOption::add_to(CLI::App& command) {
  command.add_option("--context", files, "Context set; give it several times to use several files together")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

querydata::ContextSet ContextOption::read() const {
  querydata::ContextSet context;
  for (const std::string& file : files) context.append(querydata::ContextSet::read_file(file).value());
  return context;
}

void TextArgument::add_to(CLI::App& command, const std::string& name, const std::string& description) {
  command.add_option(name, words, description + "; - reads it from standard input")->type_name("")->required();
}

std::string TextArgument::text() const {
  std::string text = words.size() == 1 && words.front() == "-" ? read_standard_input() : joined(words, " ");
  if (const auto offset = find_invalid_utf8(text)) {
    querydata::Error error{
        querydata::ErrorCode::invalid_argument, "the text is not UTF-8; check the terminal's encoding", {}};
    error.where.byte_offset = *offset;
    throw querydata::Exception(std::move(error));
  }
  return text;
}
