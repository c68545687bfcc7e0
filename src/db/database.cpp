#include "querydata/database.hpp"

#include <utility>

#include "db/counted_rows.hpp"

namespace querydata::inline v0 {

std::string_view to_string(Cut cut) noexcept {
  switch (cut) {
    case Cut::none:
      break;
    case Cut::rows:
      return "rows";
    case Cut::bytes:
      return "bytes";
    case Cut::time:
      return "time";
  }
  return "none";
}

Result<std::vector<std::string>> Database::full_scans(const Statement&, const CallControl&) {
  return Error{ErrorCode::unimplemented, "This database does not tell its plans, so that full scans stay unknown.", {}};
}

Result<std::unique_ptr<Rows>> Database::scan_distinct_values(std::string_view table, std::string_view column,
                                                             std::size_t limit, const CallControl& control) {
  auto values = distinct_values(table, column, limit, control);
  if (!values) return values.error();
  return counted_rows(*std::move(values));
}

Result<RowSet> collect(Rows& rows) {
  RowSet set;
  set.columns = rows.columns();
  for (std::vector<Value> row;; set.rows.push_back(std::move(row))) {
    const auto more = rows.next(row);
    if (!more) return more.error();
    if (!*more) break;
  }
  set.cut = rows.cut();
  return set;
}

namespace {

/// `items` as a JSON array of what `write` makes of each.
template <class T, class Write>
void append_array(std::string& out, const std::vector<T>& items, Write write) {
  out += '[';
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i != 0) out += ',';
    write(items[i]);
  }
  out += ']';
}

}  // namespace

std::string to_json(const RowSet& rows) {
  std::string out = R"({"columns":)";
  append_array(out, rows.columns, [&](const ResultColumn& column) {
    out.append(R"({"name":)").append(to_json(Value(column.name)));
    out.append(R"(,"type":")").append(to_string(column.type)).append(R"("})");
  });
  out += R"(,"rows":)";
  append_array(out, rows.rows, [&](const std::vector<Value>& row) {
    append_array(out, row, [&](const Value& value) { out += to_json(value); });
  });
  return out.append(R"(,"cut":")").append(to_string(rows.cut)).append(R"("})");
}

}  // namespace querydata::inline v0
