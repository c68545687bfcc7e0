#include "context/version_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/json.hpp"

namespace querydata::inline v0::context {
namespace {

namespace bj = boost::json;

constexpr std::int64_t form = 1;

bj::object to_object(const ContextSetVersion& version) {
  return {{"version", version.version},
          {"label", version.label},
          {"note", version.note},
          {"saved_at", version.saved_at.time_since_epoch().count()},
          {"templates", version.templates},
          {"facets", version.facets},
          {"value_searches", version.value_searches}};
}

template <class T>
bool take(const bj::object& object, std::string_view name, T& out) {
  const bj::value* value = object.if_contains(name);
  if (value == nullptr) return false;
  if constexpr (std::is_same_v<T, std::string>) {
    if (value->is_string()) out = std::string(value->get_string());
    return value->is_string();
  } else {
    boost::system::error_code failed;
    out = value->to_number<T>(failed);
    return !failed;
  }
}

std::optional<ContextSetVersion> from_value(const bj::value& value, const ContextSetId& id) {
  const bj::object* object = value.if_object();
  if (object == nullptr) return {};
  ContextSetVersion version;
  std::int64_t seconds = 0;
  const bool whole = take(*object, "version", version.version) && take(*object, "label", version.label) &&
                     take(*object, "note", version.note) && take(*object, "saved_at", seconds) &&
                     take(*object, "templates", version.templates) && take(*object, "facets", version.facets) &&
                     take(*object, "value_searches", version.value_searches);
  if (!whole) return {};
  version.saved_at = std::chrono::sys_seconds(std::chrono::seconds(seconds));
  version.id = id;
  version.id.version = std::to_string(version.version);
  return version;
}

Error damaged(const ContextSetId& id) {
  return {
      ErrorCode::data_loss,
      fmt::format("What the store remembers of the context set {} can't be read: something else wrote it. Delete the "
                  "set and put it again.",
                  id.text()),
      {}};
}

}  // namespace

Result<VersionList> VersionList::read(const ContextSetId& id, std::string_view json) {
  const auto parsed = json::parse(json);
  const bj::object* object = parsed ? parsed->if_object() : nullptr;
  std::int64_t written_form = 0;
  if (object == nullptr || !take(*object, "form", written_form)) return damaged(id);
  if (written_form > form) {
    return Error{
        ErrorCode::failed_precondition,
        fmt::format("The context set {} was stored by a newer version of the library. Update the library.", id.text()),
        {}};
  }
  const bj::value* versions = object->if_contains("versions");
  if (versions == nullptr || !versions->is_array() || versions->get_array().empty()) return damaged(id);
  VersionList list(id);
  for (const bj::value& value : versions->get_array()) {
    auto version = from_value(value, list.id_);
    if (!version) return damaged(id);
    list.versions_.push_back(*std::move(version));
  }
  return list;
}

std::string VersionList::write() const {
  bj::array versions;
  for (const ContextSetVersion& version : versions_) versions.push_back(to_object(version));
  return json::write(bj::object{{"form", form}, {"versions", std::move(versions)}});
}

const ContextSetVersion* VersionList::find(std::string_view version) const noexcept {
  const auto found = std::ranges::find_if(
      versions_, [&](const ContextSetVersion& known) { return known.label == version || known.id.version == version; });
  return found == versions_.end() ? nullptr : &*found;
}

std::vector<std::int64_t> VersionList::labelled() const {
  std::vector<std::int64_t> numbers;
  for (const ContextSetVersion& version : versions_) {
    if (!version.label.empty()) numbers.push_back(version.version);
  }
  return numbers;
}

Result<PutVersion> VersionList::add(const ContextSet& set, const PutOptions& options) {
  for (ContextSetVersion& version : versions_) {
    if (options.label.empty() || version.label != options.label) continue;
    if (!options.move_label) {
      return Error{ErrorCode::already_exists,
                   fmt::format("Version {} of the context set {} has the label {}. Take another one, or let it move.",
                               version.version, id_.text(), options.label),
                   {}};
    }
    version.label.clear();
  }
  PutVersion added;
  added.id = id_;
  added.version = newest() + 1;
  added.id.version = std::to_string(added.version);
  added.label = options.label;
  added.note = options.note;
  added.saved_at = options.now.value_or(std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
  added.templates = set.templates.size();
  added.facets = set.facets.size();
  added.value_searches = set.value_searches.size();
  versions_.push_back(added);
  if (options.keep == 0 || versions_.size() <= options.keep) return added;
  const auto surplus = versions_.end() - static_cast<std::ptrdiff_t>(options.keep);
  const auto going = std::stable_partition(versions_.begin(), surplus,
                                           [](const ContextSetVersion& version) { return !version.label.empty(); });
  added.removed.assign(going, surplus);
  versions_.erase(going, surplus);
  return added;
}

}  // namespace querydata::inline v0::context
