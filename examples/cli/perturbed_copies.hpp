/// @file
/// Copies of a SQLite database with other contents, to tell queries apart that agree on one database by chance.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "querydata/database.hpp"

/// The copies, in a folder of their own that goes when they go.
class PerturbedCopies {
 public:
  /// Makes `count` copies of the database that a `sqlite:` URI or a path names. In copy n, a quarter of the rows of
  /// every table are dropped and the values of about half of the columns outside of primary keys are exchanged among
  /// the rows, by a generator seeded with n. Throws `querydata::Exception`.
  PerturbedCopies(const std::string& database, std::size_t count);
  ~PerturbedCopies();
  PerturbedCopies(const PerturbedCopies&) = delete;
  PerturbedCopies& operator=(const PerturbedCopies&) = delete;

  [[nodiscard]] const std::vector<std::shared_ptr<querydata::Database>>& databases() const noexcept {
    return databases_;
  }

 private:
  std::filesystem::path folder_;
  std::vector<std::shared_ptr<querydata::Database>> databases_;
};
