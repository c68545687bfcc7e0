#include "querydata/context_store.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "context/stored_names.hpp"
#include "context/unwritable.hpp"
#include "context/version_list.hpp"
#include "core/utf8.hpp"
#include "sql/nearest.hpp"

namespace querydata::inline v0 {
namespace context {
namespace {

// An entry of each kind for a set, under the same name; they change together.
constexpr std::string_view set_kind = "context_set";
constexpr std::string_view versions_kind = "context_set_versions";

constexpr std::size_t most_note_bytes = 4096;
constexpr int most_tries = 1000;
constexpr std::size_t most_hints = 3;

std::string entry_name(const ContextSetId& id) {
  return id.group + '/' + id.name;
}

ContextSetId id_of(std::string_view entry_name) {
  const std::size_t slash = entry_name.find('/');
  return {std::string(entry_name.substr(0, slash)), std::string(entry_name.substr(slash + 1)), {}};
}

Result<void> check_id(const ContextSetId& id) {
  if (!is_name(id.group) || !is_name(id.name)) {
    return Error{ErrorCode::invalid_argument,
                 fmt::format("\"{}\" can't name a context set; write letters, digits, - and _.", id.text()),
                 {}};
  }
  return {};
}

Result<void> check_without_version(const ContextSetId& id) {
  if (id.version.empty()) return check_id(id);
  return Error{ErrorCode::invalid_argument,
               fmt::format("\"{}\" names one version, but this is about all of them; leave it out.", id.text()),
               {}};
}

Result<void> check_to_put(const ContextSet& set, const PutOptions& options) {
  const auto refuse = [](std::string message) { return Error{ErrorCode::invalid_argument, std::move(message), {}}; };
  if (set.templates.empty() && set.facets.empty() && set.value_searches.empty()) {
    return refuse("A context set without items is not stored; to take a set away, delete it.");
  }
  if (!options.label.empty() && !is_label(options.label)) {
    return refuse(
        fmt::format("\"{}\" can't be a label: take letters, digits, -, _ and ., and no number.", options.label));
  }
  if (options.note.size() > most_note_bytes || find_invalid_utf8(options.note)) {
    return refuse(fmt::format("A note is UTF-8 of at most {} bytes.", most_note_bytes));
  }
  std::optional<Error> failure;
  find_unwritable(set, [&](std::string pointer, std::string message) {
    if (failure) return;
    failure = refuse(std::move(message));
    failure->where.json_pointer = std::move(pointer);
  });
  if (failure) return *std::move(failure);
  return {};
}

/// The nearest names first, then, if none is near, some that there are.
std::string hint(std::string_view wanted, std::vector<std::string> names, std::string_view nothing) {
  if (names.empty()) return std::string(nothing);
  std::vector<std::string> near;
  while (near.size() < most_hints) {
    sql::Nearest nearest(wanted);
    for (const std::string& name : names) nearest.offer(name);
    if (nearest.best().empty()) break;
    near.push_back(nearest.best());
    std::erase(names, nearest.best());
  }
  if (!near.empty()) return fmt::format("Did you mean {}?", fmt::join(near, " or "));
  const bool all = names.size() <= most_hints;
  if (!all) names.resize(most_hints);
  return fmt::format("There {} {}{}.", names.size() == 1 ? "is" : "are", fmt::join(names, ", "), all ? "" : ", …");
}

/// What a store has of context sets at one moment.
class Reading {
 public:
  explicit Reading(const Store& store) : store_(store) {}

  /// `not_found` names the sets that are called nearly so.
  [[nodiscard]] Result<VersionList> versions(const ContextSetId& id) const {
    const auto json = store_.read(versions_kind, entry_name(id));
    if (json) return VersionList::read(id, *json);
    return json.error().code == ErrorCode::not_found ? no_set(id) : json.error();
  }

  [[nodiscard]] Result<ContextSet> set(const ContextSetId& id) const {
    const auto known = versions(id);
    if (!known) return known.error();
    const ContextSetVersion* version = id.version.empty() ? &known->versions().back() : known->find(id.version);
    if (version == nullptr) return no_version(id, *known);
    const auto json = store_.read(set_kind, entry_name(id), version->version);
    if (!json) return json.error();
    // It was written by `put`, whose limits are those of the store.
    constexpr std::size_t any = std::string::npos;
    return ContextSet::read(*json, {any, any, any});
  }

 private:
  [[nodiscard]] Error no_set(const ContextSetId& id) const {
    const auto entries = store_.list(versions_kind);
    if (!entries) return entries.error();
    std::vector<std::string> names;
    for (const StoreEntry& entry : *entries) names.push_back(id_of(entry.name).text());
    ContextSetId wanted = id;
    wanted.version.clear();
    return {ErrorCode::not_found,
            fmt::format("The store has no context set {}. {}", wanted.text(),
                        hint(wanted.text(), std::move(names), "It has none at all; put one first.")),
            {}};
  }

  static Error no_version(const ContextSetId& id, const VersionList& known) {
    std::vector<std::string> names;
    for (const ContextSetVersion& version : known.versions()) {
      names.push_back(version.id.version);
      if (!version.label.empty()) names.push_back(version.label);
    }
    std::ranges::reverse(names);
    ContextSetId plain = id;
    plain.version.clear();
    return {ErrorCode::not_found,
            fmt::format("The context set {} has no version {}. {}", plain.text(), id.version,
                        hint(id.version, std::move(names), "It has none at all.")),
            {}};
  }

  const Store& store_;
};

/// Tries again whenever another process has written to the store in between.
/// @param attempt  `attempt(generation)`; fails with `aborted` where the generation was another one
template <class Attempt>
auto until_undisturbed(const Store& store, const Attempt& attempt) -> decltype(attempt(std::int64_t{})) {
  for (int tries = 0;; ++tries) {
    const auto generation = store.generation();
    if (!generation) return generation.error();
    auto done = attempt(*generation);
    if (done || done.error().code != ErrorCode::aborted || tries == most_tries) return done;
  }
}

Error newer_version(const ContextSetId& id, std::int64_t expected, std::int64_t newest) {
  return {ErrorCode::failed_precondition,
          fmt::format("The newest version of the context set {} is {}, not {}: somebody else was faster. Get it, and "
                      "make the change again.",
                      id.text(), newest, expected),
          {}};
}

}  // namespace
}  // namespace context

using namespace context;

ContextStore::ContextStore(std::shared_ptr<Store> store) : store_(std::move(store)) {}

Result<ContextStore> ContextStore::open(std::string_view path, StoreMode mode, std::chrono::milliseconds lock_wait) {
  auto store = open_store(path, mode, lock_wait);
  if (!store) return std::move(store).error();
  return ContextStore(*std::move(store));
}

Result<PutVersion> ContextStore::put(const ContextSetId& id, const ContextSet& set, const PutOptions& options) {
  if (auto checked = check_without_version(id); !checked) return std::move(checked).error();
  if (auto checked = check_to_put(set, options); !checked) return std::move(checked).error();
  const std::string json = set.write();
  return until_undisturbed(*store_, [&](std::int64_t generation) -> Result<PutVersion> {
    auto versions = Reading(*store_).versions(id);
    if (!versions && versions.error().code != ErrorCode::not_found) return versions.error();
    VersionList list = versions ? *std::move(versions) : VersionList(id);
    if (options.expected_version && *options.expected_version != list.newest()) {
      return newer_version(id, *options.expected_version, list.newest());
    }
    auto added = list.add(set, options);
    if (!added) return added;
    const std::string name = entry_name(id);
    auto written = store_->write({{std::string(set_kind), name, json, options.keep, list.labelled()},
                                  {std::string(versions_kind), name, list.write(), 1}},
                                 generation);
    if (!written) return std::move(written).error();
    return added;
  });
}

Result<ContextSet> ContextStore::get(const ContextSetId& id) const {
  if (auto checked = check_id(id); !checked) return std::move(checked).error();
  const Reading reading(*store_);
  return until_undisturbed(*store_, [&](std::int64_t generation) -> Result<ContextSet> {
    auto set = reading.set(id);
    if (set || set.error().code != ErrorCode::not_found) return set;
    // The version may have gone between the look at the list and at the set.
    const auto now = store_->generation();
    if (now && *now != generation) return Error{ErrorCode::aborted, set.error().message, {}};
    return set;
  });
}

Result<ContextSet> ContextStore::get(std::string_view id) const {
  const auto parsed = ContextSetId::parse(id);
  if (!parsed) return parsed.error();
  return get(*parsed);
}

Result<std::vector<ContextSetVersion>> ContextStore::list() const {
  const auto entries = store_->list(versions_kind);
  if (!entries) return entries.error();
  std::vector<ContextSetVersion> newest;
  for (const StoreEntry& entry : *entries) {
    const auto versions = Reading(*store_).versions(id_of(entry.name));
    if (versions) {
      newest.push_back(versions->versions().back());
    } else if (versions.error().code != ErrorCode::not_found) {  // it was removed since
      return versions.error();
    }
  }
  return newest;
}

Result<std::vector<ContextSetVersion>> ContextStore::history(const ContextSetId& id) const {
  if (auto checked = check_id(id); !checked) return std::move(checked).error();
  const auto versions = Reading(*store_).versions(id);
  if (!versions) return versions.error();
  return std::vector(versions->versions().rbegin(), versions->versions().rend());
}

Result<void> ContextStore::remove(const ContextSetId& id) {
  if (auto checked = check_without_version(id); !checked) return checked;
  const std::string name = entry_name(id);
  const auto written = store_->write({{std::string(set_kind), name, {}}, {std::string(versions_kind), name, {}}});
  if (written) return {};
  if (written.error().code != ErrorCode::not_found) return written.error();
  const auto versions = Reading(*store_).versions(id);
  return versions ? written.error() : versions.error();
}

}  // namespace querydata::inline v0
