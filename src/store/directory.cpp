#include "store/directory.hpp"

#include <algorithm>
#include <tuple>

#include "store/checksum.hpp"
#include "store/format.hpp"

namespace querydata::inline v0::store {
namespace {

using Key = std::tuple<std::string_view, std::string_view, std::int64_t>;

Key key_of(const Entry& entry) {
  return {entry.kind, entry.name, entry.version};
}

std::uint64_t sum(const Directory::State& state) noexcept {
  Checksum checksum;
  checksum.add(std::uint64_t{format_version});
  checksum.add(static_cast<std::uint64_t>(state.generation));
  checksum.add(state.directory_checksum);
  return checksum.value();
}

/// The entries that have a key. (Clang 14 can't compile what std::ranges::equal_range returns.)
template <class Wanted, class Part>
std::span<const Entry> equal(const std::vector<Entry>& entries, const Wanted& wanted, const Part& part) {
  const auto first = std::ranges::lower_bound(entries, wanted, {}, part);
  return {first, std::ranges::upper_bound(first, entries.end(), wanted, {}, part)};
}

}  // namespace

Result<Directory::State> Directory::load_state(const Connection& connection) {
  auto query = Statement::prepare(connection, "SELECT generation, directory_checksum, checksum FROM state");
  if (!query) return query.error();
  auto row = query->step();
  if (!row) return row.error();
  if (!*row) return connection.damage("its state is missing");
  const State state{query->number(0), static_cast<std::uint64_t>(query->number(1))};
  if (static_cast<std::uint64_t>(query->number(2)) != store::sum(state)) {
    return connection.damage("its state does not fit its checksum");
  }
  return state;
}

Result<void> Directory::save_state(const Connection& connection, const State& state) {
  auto change = Statement::prepare(connection,
                                   "INSERT OR REPLACE INTO state(id, generation, directory_checksum, checksum) "
                                   "VALUES(1, ?1, ?2, ?3)");
  if (!change) return change.error();
  return change->bind(1, state.generation)
      .bind(2, static_cast<std::int64_t>(state.directory_checksum))
      .bind(3, static_cast<std::int64_t>(store::sum(state)))
      .finish();
}

Result<Directory> Directory::load(const Connection& connection) {
  Directory directory;
  auto state = load_state(connection);
  if (!state) return state.error();
  directory.state_ = *state;
  auto query = Statement::prepare(
      connection, "SELECT kind, name, version, bytes, checksum, blob FROM entry ORDER BY kind, name, version");
  if (!query) return query.error();
  for (;;) {
    auto row = query->step();
    if (!row) return row.error();
    if (!*row) break;
    directory.entries_.push_back({query->text(0), query->text(1), query->number(2), query->number(3),
                                  static_cast<std::uint64_t>(query->number(4)), query->number(5)});
  }
  if (directory.sum() != state->directory_checksum) {
    return connection.damage("its list of entries does not fit its checksum");
  }
  return directory;
}

std::uint64_t Directory::sum() const noexcept {
  Checksum checksum;
  checksum.add(std::uint64_t{entries_.size()});
  for (const Entry& entry : entries_) {
    checksum.add_sized(entry.kind);
    checksum.add_sized(entry.name);
    checksum.add(static_cast<std::uint64_t>(entry.version));
    checksum.add(static_cast<std::uint64_t>(entry.bytes));
    checksum.add(entry.checksum);
    checksum.add(static_cast<std::uint64_t>(entry.blob));
  }
  return checksum.value();
}

std::span<const Entry> Directory::of_kind(std::string_view kind) const noexcept {
  if (kind.empty()) return entries_;
  return equal(entries_, kind, [](const Entry& entry) { return std::string_view(entry.kind); });
}

std::span<const Entry> Directory::versions(std::string_view kind, std::string_view name) const noexcept {
  return equal(entries_, std::pair(kind, name), [](const Entry& entry) {
    return std::pair<std::string_view, std::string_view>(entry.kind, entry.name);
  });
}

void Directory::add(Entry entry) {
  const auto place = std::ranges::upper_bound(entries_, key_of(entry), {}, key_of);
  entries_.insert(place, std::move(entry));
}

void Directory::remove(std::string_view kind, std::string_view name, std::span<const std::int64_t> gone) {
  const auto found = versions(kind, name);
  const auto first = entries_.begin() + (found.data() - entries_.data());
  const auto last = first + static_cast<std::ptrdiff_t>(found.size());
  const auto goes = [&](const Entry& entry) { return std::ranges::binary_search(gone, entry.version); };
  entries_.erase(std::remove_if(first, last, goes), last);
}

void Directory::seal(std::int64_t generation) {
  state_ = {generation, sum()};
}

}  // namespace querydata::inline v0::store
