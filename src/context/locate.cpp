// Where in the text of a file a finding stands.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "context/format.hpp"
#include "context/json_text.hpp"
#include "core/json.hpp"
#include "querydata/context_check.hpp"

namespace querydata::inline v0 {
namespace context {
namespace {

template <class Item>
std::string_view canonical_field(std::string_view name) {
  std::string_view found;
  each_field<Item>([&](const Field<Item>& field, std::string_view) {
    if (field.spelling.matches(name)) found = field.spelling.name;
  });
  return found;
}

/// The name by which pointers call a member, whatever the file calls it. Lists stand at the top, all else below.
std::string_view canonical_name(std::string_view name, bool at_top) {
  if (at_top) {
    for (const Spelling& list : {Format<Template>::list, Format<Facet>::list, Format<ValueSearch>::list}) {
      if (list.matches(name)) return list.name;
    }
    return name;
  }
  for (const std::string_view found :
       {canonical_field<Template>(name), canonical_field<Facet>(name), canonical_field<ValueSearch>(name)}) {
    if (!found.empty()) return found;
  }
  return name;
}

std::string_view parent_of(std::string_view pointer) {
  return pointer.substr(0, std::min(pointer.rfind('/'), pointer.size()));
}

/// Notes where the values of wanted pointers begin.
class Locator {
 public:
  explicit Locator(std::string_view json) : json_(json), cursor_(json) {}

  /// The pointer and all above it.
  void want(std::string_view pointer) {
    while (places_.emplace(pointer, none).second && !pointer.empty()) pointer = parent_of(pointer);
  }

  void run() { visit(); }

  [[nodiscard]] std::size_t place(std::string_view pointer, std::optional<std::size_t> offset) const {
    const auto found = places_.find(std::string(pointer));
    if (found != places_.end() && found->second != none) {
      return offset && json_[found->second] == '"' ? inside(found->second, *offset) : found->second;
    }
    return pointer.empty() ? 0 : place(parent_of(pointer), {});
  }

 private:
  static constexpr std::size_t none = std::string::npos;

  // The visits of the cursor can't fail here, so their results need no look.
  void visit() {
    const auto wanted = places_.find(path_);
    if (wanted == places_.end()) {
      cursor_.raw();
      return;
    }
    if (wanted->second == none) wanted->second = cursor_.offset();
    const std::size_t size = path_.size();
    if (cursor_.at_object()) {
      (void)cursor_.each_member([&](std::string_view name, std::size_t) -> Result<void> {
        path_.append("/").append(json::pointer_escape(canonical_name(name, size == 0)));
        visit();
        path_.resize(size);
        return {};
      });
    } else if (cursor_.at_list()) {
      std::size_t index = 0;
      (void)cursor_.each_element([&]() -> Result<void> {
        path_.append("/").append(std::to_string(index++));
        visit();
        path_.resize(size);
        return {};
      });
    } else {
      cursor_.raw();
    }
  }

  /// The byte of the file that became byte `offset` of the text that begins with the quote at `begin`.
  [[nodiscard]] std::size_t inside(std::size_t begin, std::size_t offset) const {
    std::size_t at = begin + 1;
    for (std::size_t decoded = 0; decoded < offset && json_[at] != '"';) {
      if (json_[at] != '\\') {
        ++at;
        ++decoded;
        continue;
      }
      const bool is_code_point = json_[at + 1] == 'u';
      const bool is_pair = is_code_point && json_.substr(at + 6, 2) == "\\u" && is_high_surrogate(at);
      const std::size_t size = is_pair ? 12 : is_code_point ? 6 : 2;
      const std::string quoted = '"' + std::string(json_.substr(at, size)) + '"';
      std::string buffer;
      decoded += JsonCursor(quoted).text(buffer).size();
      if (decoded > offset) break;
      at += size;
    }
    return at;
  }

  [[nodiscard]] bool is_high_surrogate(std::size_t escape) const {
    const char first = json_[escape + 2];
    const char second = json_[escape + 3];
    return (first == 'd' || first == 'D') && std::string_view("89abAB").find(second) != std::string_view::npos;
  }

  std::string_view json_;
  JsonCursor cursor_;
  std::string path_;
  std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace
}  // namespace context

void locate(std::vector<Finding>& findings, std::string_view json) {
  if (findings.empty() || !json::check(json)) return;
  context::Locator locator(json);
  for (const Finding& finding : findings) {
    if (!finding.byte) locator.want(finding.json_pointer);
  }
  locator.run();
  for (Finding& finding : findings) {
    if (!finding.byte) finding.byte = locator.place(finding.json_pointer, finding.offset);
  }
}

std::optional<std::size_t> byte_of(std::string_view json, std::string_view json_pointer,
                                   std::optional<std::size_t> offset) {
  std::vector<Finding> findings(1);
  findings[0].json_pointer = json_pointer;
  findings[0].offset = offset;
  locate(findings, json);
  return findings[0].byte;
}

}  // namespace querydata::inline v0
