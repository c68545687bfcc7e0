#include <algorithm>
#include <optional>
#include <utility>

#include "model/names.hpp"
#include "querydata/schema_formats.hpp"
#include "text/utf8.hpp"
#include "text/windows_1252.hpp"

namespace querydata::inline v0 {
namespace {

using Fields = std::vector<std::string>;

/// Reads RFC 4180 line by line; quotation marks inside of a plain field are text.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  }

  [[nodiscard]] bool at_end() const { return place_ >= text_.size(); }

  /// The fields of the next line; nothing if a quotation mark is not closed.
  std::optional<Fields> next() {
    Fields fields;
    while (true) {
      fields.emplace_back();
      if (place_ < text_.size() && text_[place_] == '"') {
        if (!read_quoted(fields.back())) return std::nullopt;
      }
      while (place_ < text_.size() && text_[place_] != ',' && text_[place_] != '\n' && text_[place_] != '\r') {
        fields.back() += text_[place_++];
      }
      if (place_ >= text_.size() || text_[place_] != ',') break;
      ++place_;
    }
    if (place_ < text_.size() && text_[place_] == '\r') ++place_;
    if (place_ < text_.size() && text_[place_] == '\n') ++place_;
    return fields;
  }

 private:
  bool read_quoted(std::string& field) {
    for (++place_; place_ < text_.size(); ++place_) {
      if (text_[place_] != '"') {
        field += text_[place_];
      } else if (place_ + 1 < text_.size() && text_[place_ + 1] == '"') {
        field += text_[place_++];
      } else {
        ++place_;
        return true;
      }
    }
    return false;
  }

  std::string_view text_;
  std::size_t place_ = 0;
};

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Error refuse(std::string message) {
  return {ErrorCode::invalid_argument, std::move(message), {}};
}

}  // namespace

Result<std::size_t> add_descriptions(Schema& schema, std::string_view table, std::string_view csv) {
  const Table* found = schema.find_table(table);
  if (found == nullptr) {
    return Error{ErrorCode::not_found, "The schema has no table " + std::string(table) + " to describe.", {}};
  }
  std::string converted;
  if (text::find_invalid_utf8(csv)) csv = converted = text::from_windows_1252(csv);
  Table& described = schema.tables[static_cast<std::size_t>(found - schema.tables.data())];
  CsvReader reader(csv);
  const auto header = reader.next();
  if (!header) return refuse("The first line of the descriptions has a quotation mark that nothing closes.");
  const auto place_of = [&](std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(*header, name, trimmed) - header->begin());
  };
  const std::size_t original = place_of("original_column_name");
  if (original == header->size()) {
    return refuse("The first line of the descriptions names no member original_column_name.");
  }
  const std::size_t label = place_of("column_name");
  const std::size_t meaning = place_of("column_description");
  const std::size_t values = place_of("value_description");
  std::size_t count = 0;
  while (!reader.at_end()) {
    const auto fields = reader.next();
    if (!fields) return refuse("A line of the descriptions has a quotation mark that nothing closes.");
    const auto field = [&](std::size_t place) { return place < fields->size() ? trimmed((*fields)[place]) : ""; };
    const std::string name = field(original);
    const auto column = std::ranges::find_if(
        described.columns, [&](const Column& each) { return model::equal_ignoring_case(trimmed(each.name), name); });
    if (column == described.columns.end()) continue;
    if (std::string text = field(label); !text.empty()) column->label = std::move(text);
    std::string text = field(meaning);
    if (const std::string more = field(values); !more.empty()) text += (text.empty() ? "" : "; ") + more;
    if (!text.empty()) column->description = std::move(text);
    ++count;
  }
  return count;
}

}  // namespace querydata::inline v0
