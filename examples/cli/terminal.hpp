/// @file
/// Text for a terminal: nothing that a user or a database wrote can move the cursor or change colours, and columns line
/// up whatever the script.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/database.hpp"

/// `text` with control characters, bidirectional overrides and bytes that are not UTF-8 written as "\n", "\x1b",
/// "\u202e". What is printable stays as it is.
[[nodiscard]] std::string printable(std::string_view text);

/// Offset of the first byte that is not part of valid UTF-8, or nothing.
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view text) noexcept;

/// Columns of a terminal that printable text takes: 0 for combining marks, 2 for wide characters (Unicode's East Asian
/// Width, as utf8proc knows it).
[[nodiscard]] std::size_t display_width(std::string_view printable_text) noexcept;

/// A table whose columns line up. Cells are made printable; those wider than 80 columns are cut with an ellipsis.
class TextTable {
 public:
  enum class Align { left, right };

  explicit TextTable(std::vector<std::string> header, std::vector<Align> alignment = {});

  void add(std::vector<std::string> cells);
  /// The header, a rule and the rows, each ended with a newline and without blanks before it.
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const;

  std::vector<std::vector<std::string>> rows_;  ///< the first is the header
  std::vector<Align> alignment_;
};

/// The rows as a table, numbers to the right, and how many there are.
[[nodiscard]] std::string to_text(const querydata::RowSet& rows);

/// "1 row", "2 rows", "0 rows"
[[nodiscard]] std::string counted(std::size_t count, std::string_view singular, std::string_view plural);

/// The items with the separator between them.
[[nodiscard]] std::string joined(const std::vector<std::string>& items, std::string_view separator);

/// Two decimals, for scores and distances.
[[nodiscard]] std::string two_decimals(double number);

/// Writes to standard output. A result that can't be written (a closed pipe, a full disk) is thrown.
void write_out(std::string_view text);

/// Writes one line "querydata: message" to standard error, in the program's words and made printable.
void write_error(std::string_view message);
