#include "plan/domains.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "text/fold.hpp"

namespace querydata::inline v0::plan {
namespace {

constexpr std::size_t most_columns = 150;  // searched for wider domains
constexpr std::size_t fewest_values = 4;   // below them containment is chance
constexpr double containment = 0.85;       // share of a column's values that a wider one must hold
constexpr std::size_t form_samples = 200;  // values that show how a column is written

ValueType type_of(const Schema& schema, const ColumnKey& key) {
  const Table* table = schema.find_table(key.table);
  const Column* column = table == nullptr ? nullptr : table->find_column(key.column);
  return column == nullptr ? ValueType::unknown : column->type;
}

bool contains(const ColumnValues& wide, const ColumnValues& narrow) {
  if (narrow.keys.size() < fewest_values || wide.keys.size() <= narrow.keys.size()) return false;
  const auto shared = std::count_if(narrow.keys.begin(), narrow.keys.end(),
                                    [&](const std::string& key) { return wide.keys.contains(key); });
  return static_cast<double>(shared) >= containment * static_cast<double>(narrow.keys.size());
}

/// Text columns in the order of the schema, as many as may be searched.
std::vector<ColumnKey> text_columns(const Schema& schema) {
  std::vector<ColumnKey> keys;
  for (const Table& table : schema.tables) {
    for (const Column& column : table.columns) {
      if (table.kind != TableKind::table || column.type != ValueType::text || keys.size() >= most_columns) continue;
      keys.push_back({table.qualified_name(), column.name});
    }
  }
  return keys;
}

std::vector<Value> samples(const std::vector<CountedValue>& stored) {
  std::vector<Value> values;
  for (const CountedValue& value : stored) {
    if (values.size() == form_samples) break;
    values.push_back(value.value);
  }
  return values;
}

/// Whether all numbers of a column are years of the last centuries, whatever its name is.
bool may_be_years(const std::vector<CountedValue>& stored) {
  return !stored.empty() && std::all_of(stored.begin(), stored.end(), [](const CountedValue& value) {
    const auto* whole = std::get_if<std::int64_t>(&value.value);
    return whole != nullptr && *whole >= 1700 && *whole < 2200;
  });
}

Result<void> set_form(Slot& slot, ColumnReader& reader) {
  if (slot.columns.empty()) {
    if (slot.sample_known) slot.form = form_of_literal(slot.sample, slot.sample_quoted);
    if (!slot.sample_known && slot.type == ValueType::integer) slot.form = {FormKind::integer};
    return {};
  }
  const ColumnKey& key = slot.columns.front();
  const auto values = reader.read(key);
  if (!values) return values.error();
  slot.form = (*values)->form;
  slot.holds_years = (*values)->holds_years;
  // The sample shows the form where the query compares less than the whole value: date(departs_at) = '2024-07-12'.
  const ValueForm sample = form_of_literal(slot.sample, slot.sample_quoted);
  if (slot.sample_known && slot.sample_quoted && sample.kind == FormKind::date) slot.form = sample;
  // What stands in a pattern need not be written as whole values are: '2024-03%'.
  if (slot.fragment) slot.form = slot.sample_known && sample.kind == FormKind::date ? sample : ValueForm{};
  slot.domain = slot.columns;
  return {};
}

/// Columns with the columns whose values are theirs too. Many slots have the same ones, so each is sought once.
class WiderDomains {
 public:
  WiderDomains(ColumnReader& reader, const Schema& schema) : reader_(reader), candidates_(text_columns(schema)) {}

  Result<std::vector<ColumnKey>> of(const std::vector<ColumnKey>& columns) {
    const auto known = known_.find(columns);
    if (known != known_.end()) return known->second;
    std::vector<ColumnKey> domain = columns;
    for (const ColumnKey& own : columns) {
      if (auto done = widen(domain, own); !done) return done.error();
    }
    known_.emplace(columns, domain);
    return domain;
  }

 private:
  Result<void> widen(std::vector<ColumnKey>& domain, const ColumnKey& own) {
    const auto narrow = reader_.read(own);
    if (!narrow) return narrow.error();
    for (const ColumnKey& other : candidates_) {
      if (std::find(domain.begin(), domain.end(), other) != domain.end()) continue;
      const auto wide = reader_.read(other);
      if (!wide) return wide.error();
      if (contains(**wide, **narrow)) domain.push_back(other);
    }
    return {};
  }

  ColumnReader& reader_;
  std::vector<ColumnKey> candidates_;
  std::map<std::vector<ColumnKey>, std::vector<ColumnKey>> known_;
};

Result<void> widen(Slot& slot, WiderDomains& domains) {
  if (slot.form.kind != FormKind::text || slot.columns.empty() || slot.fragment) return {};
  auto domain = domains.of(slot.columns);
  if (!domain) return domain.error();
  slot.domain = *std::move(domain);
  return {};
}

}  // namespace

Result<const ColumnValues*> ColumnReader::read(const ColumnKey& key) {
  const auto found = values_.find(key);
  if (found != values_.end()) return &found->second;
  auto counted = database_.distinct_values(key.table, key.column, max_values_, control_);
  if (!counted) return counted.error();
  ColumnValues values;
  for (const CountedValue& value : *counted) {
    if (const auto* text = std::get_if<std::string>(&value.value)) values.keys.insert(text::normalise(*text));
  }
  values.form = detect_form(type_of(schema_, key), key.column, samples(*counted));
  values.holds_years = may_be_years(*counted);
  values.stored = *std::move(counted);
  return &values_.emplace(key, std::move(values)).first->second;
}

Result<std::vector<CountedValue>> ColumnReader::take(const ColumnKey& key) {
  if (const auto known = read(key); !known) return known.error();
  return std::move(values_.extract(key).mapped().stored);
}

Result<std::vector<IndexedColumn>> read_domains(const std::vector<ItemAnalysis*>& items, ColumnReader& reader,
                                                const Schema& schema) {
  WiderDomains domains(reader, schema);
  std::vector<ColumnKey> used;
  for (ItemAnalysis* item : items) {
    for (Slot& slot : item->slots) {
      if (auto done = set_form(slot, reader); !done) return done.error();
      if (auto done = widen(slot, domains); !done) return done.error();
      used.insert(used.end(), slot.domain.begin(), slot.domain.end());
    }
  }
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::vector<IndexedColumn> columns;
  for (const ColumnKey& key : used) columns.push_back({key.table, key.column});
  return columns;
}

}  // namespace querydata::inline v0::plan
