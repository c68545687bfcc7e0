#include "terminal.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "program_words.hpp"
#include "querydata/error.hpp"

namespace {

constexpr std::size_t widest_cell = 80;

/// One step through a text: an invalid byte is a code point of -1 and of size 1.
struct Step {
  utf8proc_int32_t code_point;
  std::size_t size;
};

Step step(std::string_view rest) noexcept {
  utf8proc_int32_t code_point = -1;
  const utf8proc_ssize_t size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(rest.data()),
                                                 static_cast<utf8proc_ssize_t>(rest.size()), &code_point);
  if (size <= 0) return {-1, 1};
  return {code_point, static_cast<std::size_t>(size)};
}

/// Not Cc, Cf, Zl or Zp: characters that a terminal acts upon, hides or reorders. The joiners among them, which many
/// scripts and emoji need to be spelled, only shape their neighbours.
bool is_harmless(utf8proc_int32_t code_point) noexcept {
  if (code_point == 0x200C || code_point == 0x200D) return true;
  switch (utf8proc_category(code_point)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return false;
    default:
      return true;
  }
}

void append_escape(std::string& out, const char* format, unsigned value) {
  std::array<char, 16> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  out += buffer.data();
}

void append_escaped(std::string& out, utf8proc_int32_t code_point, char first_byte) {
  switch (code_point) {
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    case -1:
      return append_escape(out, "\\x%02x", static_cast<unsigned char>(first_byte));
    default:
      return append_escape(out, code_point < 0x80 ? "\\x%02x" : "\\u%04x", static_cast<unsigned>(code_point));
  }
}

std::size_t width_of(utf8proc_int32_t code_point) noexcept {
  return code_point < 0 ? 1 : static_cast<std::size_t>(std::max(0, utf8proc_charwidth(code_point)));
}

/// The cell as it is shown: printable, and no wider than `widest_cell`.
std::string cell_text(std::string_view text) {
  std::string shown = printable(text);
  if (display_width(shown) <= widest_cell) return shown;
  std::size_t at = 0;
  for (std::size_t width = 0; at < shown.size();) {
    const Step next = step(std::string_view(shown).substr(at));
    width += width_of(next.code_point);
    if (width >= widest_cell) break;
    at += next.size;
  }
  shown.resize(at);
  return shown += "…";
}

bool is_number(querydata::ValueType type) noexcept {
  using querydata::ValueType;
  return type == ValueType::integer || type == ValueType::real || type == ValueType::decimal;
}

/// Whether a column is set to the right: its type says so or, where the engine tells no type, its values do.
bool holds_numbers(const querydata::RowSet& rows, std::size_t column) {
  const querydata::ValueType type = rows.columns[column].type;
  if (type != querydata::ValueType::unknown) return is_number(type);
  return std::ranges::all_of(rows.rows, [&](const auto& row) {
    const querydata::Value& value = row[column];
    return !std::holds_alternative<std::string>(value) && !std::holds_alternative<querydata::Blob>(value);
  });
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Step next = step(text);
    if (next.code_point >= 0 && is_harmless(next.code_point))
      out += text.substr(0, next.size);
    else
      append_escaped(out, next.code_point, text.front());
    text.remove_prefix(next.size);
  }
  return out;
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const Step next = step(text.substr(at));
    if (next.code_point < 0) return at;
    at += next.size;
  }
  return std::nullopt;
}

std::size_t display_width(std::string_view printable_text) noexcept {
  std::size_t width = 0;
  while (!printable_text.empty()) {
    const Step next = step(printable_text);
    width += width_of(next.code_point);
    printable_text.remove_prefix(next.size);
  }
  return width;
}

TextTable::TextTable(std::vector<std::string> header, std::vector<Align> alignment) : alignment_(std::move(alignment)) {
  alignment_.resize(header.size(), Align::left);
  add(std::move(header));
}

void TextTable::add(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = cell_text(cell);
  rows_.push_back(std::move(cells));
}

std::string TextTable::line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) out += "  ";
    const std::string padding(widths[i] - display_width(cells[i]), ' ');
    out += alignment_[i] == Align::right ? padding + cells[i] : cells[i] + padding;
  }
  const std::size_t last = out.find_last_not_of(' ');
  out.resize(last == std::string::npos ? 0 : last + 1);
  return out += '\n';
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths(alignment_.size());
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  std::vector<std::string> rules;
  for (const std::size_t width : widths) rules.emplace_back(width, '-');
  std::string out = line(rows_.front(), widths) + line(rules, widths);
  for (std::size_t i = 1; i < rows_.size(); ++i) out += line(rows_[i], widths);
  return out;
}

std::string to_text(const querydata::RowSet& rows) {
  std::vector<std::string> header;
  std::vector<TextTable::Align> alignment;
  for (std::size_t i = 0; i < rows.columns.size(); ++i) {
    header.push_back(rows.columns[i].name);
    alignment.push_back(holds_numbers(rows, i) ? TextTable::Align::right : TextTable::Align::left);
  }
  TextTable table(std::move(header), std::move(alignment));
  for (const auto& row : rows.rows) {
    std::vector<std::string> cells;
    for (const querydata::Value& value : row) cells.push_back(to_display(value));
    table.add(std::move(cells));
  }
  std::string out = table.text() + "(" + counted(rows.rows.size(), "row", "rows");
  if (rows.cut != querydata::Cut::none) out += "; more exist, cut by the limit on " + std::string(to_string(rows.cut));
  return out += ")\n";
}

std::string counted(std::size_t count, std::string_view singular, std::string_view plural) {
  return std::to_string(count) + ' ' + std::string(count == 1 ? singular : plural);
}

std::string joined(const std::vector<std::string>& items, std::string_view separator) {
  std::string out;
  for (const std::string& item : items) {
    if (&item != items.data()) out += separator;
    out += item;
  }
  return out;
}

std::string two_decimals(double number) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.2f", number);
  return buffer.data();
}

void write_out(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  querydata::Error error;
  error.code = querydata::ErrorCode::unavailable;
  error.message = "the result can't be written to standard output: " + std::string(std::strerror(errno));
  throw querydata::Exception(std::move(error));
}

void write_error(std::string_view message) {
  const std::string line = "querydata: " + printable(in_program_words(message)) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}
