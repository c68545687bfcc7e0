/// @file
/// A database of names, without one.
#pragma once

#include <time.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "querydata/database.hpp"
#include "unit/search/trigram_values.hpp"

namespace querydata::bench {

/// Of the thread.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Distinct names, the same on every machine.
class Names {
 public:
  /// Two to four words out of fifty thousand made-up ones, which are used by Zipf's law.
  Names() {
    for (std::size_t i = 0; i < words; ++i) vocabulary_.push_back(word());
  }
  /// The first words of one string and the last ones of another.
  explicit Names(std::vector<std::string> strings) : strings_(std::move(strings)) {}

  std::string next() {
    for (;;)
      if (auto name = strings_.empty() ? made_up() : test::recombined(strings_, random_); seen_.insert(name).second)
        return name;
  }

 private:
  static constexpr std::size_t words = 50'000;
  static constexpr std::array<const char*, 20> syllables = {"ba",  "ker", "lin", "tor", "ma",  "sen", "vi",
                                                            "rik", "o",   "den", "ha",  "gar", "mun", "ste",
                                                            "le",  "by",  "no",  "val", "dor", "qui"};

  std::string made_up() {
    std::string name;
    for (std::size_t i = 2 + random_() % 3; i > 0; --i) name += (name.empty() ? "" : " ") + vocabulary_[rank()];
    return name;
  }
  std::string word() {
    std::string out;
    for (std::size_t i = 1 + random_() % 4; i > 0; --i) out += syllables[random_() % syllables.size()];
    out += static_cast<char>('a' + random_() % 26);
    out.front() = static_cast<char>(out.front() - 'a' + 'A');
    return out;
  }
  std::size_t rank() {
    const double uniform = std::uniform_real_distribution<double>(0, 1)(random_);
    return std::min(words - 1, static_cast<std::size_t>(std::pow(static_cast<double>(words), uniform)) - 1);
  }

  std::mt19937 random_{11};
  std::vector<std::string> strings_;
  std::vector<std::string> vocabulary_;
  std::unordered_set<std::string> seen_;
};

/// Text columns of different tables that hold `count` names in all, which are made before they are read.
class NameDatabase final : public Database {
 public:
  static constexpr std::array<std::pair<const char*, const char*>, 4> text_columns = {
      {{"people", "name"}, {"companies", "name"}, {"towns", "name"}, {"products", "title"}}};

  /// @param columns  1 to 4
  NameDatabase(std::size_t count, std::size_t columns, Names names = Names()) : columns_(columns) {
    for (std::size_t i = 0; i < count; ++i) {
      bytes_ += names.next();
      ends_.push_back(bytes_.size());
    }
  }

  [[nodiscard]] Dialect dialect() const noexcept override { return Dialect::sqlite; }
  [[nodiscard]] Result<Schema> read_schema(const CallControl&) override {
    Schema schema;
    for (std::size_t i = 0; i < columns_; ++i) {
      Column column;
      column.name = text_columns[i].second;
      column.type = ValueType::text;
      Table table;
      table.name = text_columns[i].first;
      table.columns = {column};
      schema.tables.push_back(table);
    }
    return schema;
  }
  [[nodiscard]] Result<std::vector<CountedValue>> distinct_values(std::string_view, std::string_view, std::size_t,
                                                                  const CallControl&) override {
    return Error{ErrorCode::unimplemented, "not used", {}};
  }
  [[nodiscard]] Result<std::unique_ptr<Rows>> scan_distinct_values(std::string_view table, std::string_view,
                                                                   std::size_t, const CallControl&) override {
    const auto* const found =
        std::find_if(text_columns.begin(), text_columns.end(), [&](const auto& item) { return item.first == table; });
    const auto column = static_cast<std::size_t>(found - text_columns.begin());
    const std::size_t first = ends_.size() * column / columns_;
    return std::unique_ptr<Rows>(std::make_unique<NameRows>(*this, first, ends_.size() * (column + 1) / columns_));
  }
  [[nodiscard]] Result<void> check(const Statement&, const CallControl&) override { return {}; }
  [[nodiscard]] Result<std::unique_ptr<Rows>> execute(const Statement&, const Limits&, const CallControl&) override {
    return Error{ErrorCode::unimplemented, "not used", {}};
  }

 private:
  class NameRows final : public Rows {
   public:
    NameRows(const NameDatabase& database, std::size_t first, std::size_t end)
        : database_(database), at_(first), end_(end) {}
    [[nodiscard]] const std::vector<ResultColumn>& columns() const noexcept override { return columns_; }
    [[nodiscard]] Result<bool> next(std::vector<Value>& row) override {
      if (at_ == end_) return false;
      const std::size_t begin = at_ == 0 ? 0 : database_.ends_[at_ - 1];
      row = {database_.bytes_.substr(begin, database_.ends_[at_] - begin),
             std::int64_t{1} + static_cast<std::int64_t>(at_ % 7)};
      ++at_;
      return true;
    }
    [[nodiscard]] Cut cut() const noexcept override { return Cut::none; }

   private:
    std::vector<ResultColumn> columns_ = std::vector<ResultColumn>(2);
    const NameDatabase& database_;
    std::size_t at_;
    std::size_t end_;
  };

  std::size_t columns_;
  std::string bytes_;
  std::vector<std::size_t> ends_;
};

}  // namespace querydata::bench
