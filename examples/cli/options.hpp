/// @file
/// Options that several commands take, and how they become objects of the library. Errors are thrown.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "querydata/context_set.hpp"
#include "querydata/database.hpp"
#include "querydata/planner.hpp"
#include "querydata/schema_formats.hpp"
#include "querydata/value_linker.hpp"

/// `--db` and `--json`, which every command that looks into a database takes.
struct CommonOptions {
  std::string database;
  bool json = false;

  void add_to(CLI::App& command);
  [[nodiscard]] std::shared_ptr<querydata::Database> open() const;
};

/// The name that an index of values has in a store unless another one is given.
inline constexpr const char* default_index = "values";

/// `--context FILE` and, out of the store that `--store FILE` names, `--context-set ID`, any number of times each.
struct ContextOption {
  std::vector<std::string> files;
  std::vector<std::string> ids;
  std::string store;
  std::string index = default_index;  ///< of values, in the store

  void add_to(CLI::App& command);
  /// `--index` besides: commands that link values use the store's index.
  void add_to_linking(CLI::App& command);
  /// All files and then all stored sets appended to one set.
  [[nodiscard]] querydata::ContextSet read() const;
  /// The store's index of values; null where there is no store, or no index of that name in it and none was asked for.
  [[nodiscard]] querydata::ValueIndex::Shared read_index() const;
};

/// `--format`: the form in which a schema is printed for a reader; "text" is the program's own.
struct FormatOption {
  std::string name = "text";

  void add_to(CLI::App& command);
  /// Nothing for "text".
  [[nodiscard]] std::optional<querydata::SchemaFormat> format() const;
};

/// `--descriptions`: a folder with a CSV file for each table that it describes, in BIRD's form.
struct DescriptionsOption {
  std::string folder;

  void add_to(CLI::App& command);
  void describe(querydata::Schema& schema) const;
};

/// The words of a question or a phrase; "-" alone means standard input.
struct TextArgument {
  std::vector<std::string> words;

  void add_to(CLI::App& command, const std::string& name, const std::string& description);
  /// The text, valid UTF-8; anything else is thrown.
  [[nodiscard]] std::string text() const;
};

/// `--now`: what "last month" refers to.
struct NowOption {
  std::optional<std::string> iso;

  void add_to(CLI::App& command);
  [[nodiscard]] std::optional<std::chrono::sys_seconds> time() const;
};

/// The dialect of that name; an engine's name stands for the dialect that it speaks ("spanner").
[[nodiscard]] std::optional<querydata::Dialect> dialect_named(const std::string& name);

/// The dialect that `--dialect` names, else the database's, else SQLite's. A name that is not the database's is wrong
/// usage.
[[nodiscard]] querydata::Dialect chosen_dialect(const std::string& name, const querydata::Database* database);

/// A planner. What is left out of the set is told on standard error; a set with templates of which none is left is
/// thrown.
[[nodiscard]] querydata::Planner build_planner(std::shared_ptr<querydata::Database> database,
                                               querydata::ContextSet context,
                                               querydata::ValueIndex::Shared index = nullptr);

/// Opens what `--db` names: a URI, or the path of a SQLite file.
[[nodiscard]] std::shared_ptr<querydata::Database> open_named(const std::string& database);

/// The bytes of a file. One that can't be read is thrown, called "the `what`".
[[nodiscard]] std::string read_file(const std::string& path, const std::string& what);

/// All columns of a database's tables that hold text, or whose type says nothing: what is linked where no value
/// searches say otherwise.
[[nodiscard]] std::vector<querydata::IndexedColumn> text_columns(const querydata::Schema& schema);
