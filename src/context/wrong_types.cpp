#include "context/wrong_types.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "context/format.hpp"
#include "context/json_text.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::context {
namespace {

// The visits of the cursor can't fail here, so their results need no look.
class TypeChecker {
 public:
  TypeChecker(std::string_view json, Findings& findings) : json_(json), cursor_(json), findings_(findings) {}

  std::string run() {
    (void)cursor_.each_member([&](std::string_view name, std::size_t) -> Result<void> {
      if (Format<Template>::list.matches(name)) {
        list<Template>();
      } else if (Format<Facet>::list.matches(name)) {
        list<Facet>();
      } else if (Format<ValueSearch>::list.matches(name)) {
        list<ValueSearch>();
      } else {
        cursor_.raw();
      }
      return {};
    });
    auto mended = sql::apply_edits(json_, std::move(edits_));
    return mended ? *std::move(mended) : std::string(json_);
  }

 private:
  void replace(std::string pointer, std::string_view wanted, std::string_view replacement) {
    Finding finding{rules::wrong_type.severity, rules::wrong_type.name, std::move(pointer), {}, {}, cursor_.offset()};
    finding.message = fmt::format("This is {}; a context set has {} there. Correct the file.", cursor_.kind(), wanted);
    const std::size_t begin = cursor_.offset();
    const std::size_t size = cursor_.raw().size();
    edits_.push_back({{begin, begin + size}, std::string(replacement)});
    findings_.add(std::move(finding));
  }

  template <class Item>
  void list() {
    const std::string pointer = fmt::format("/{}", Format<Item>::list.name);
    if (cursor_.at_null()) {
      cursor_.raw();
      return;
    }
    if (!cursor_.at_list()) return replace(pointer, "a list", "null");
    std::size_t index = 0;
    (void)cursor_.each_element([&]() -> Result<void> {
      item<Item>(fmt::format("{}/{}", pointer, index++));
      return {};
    });
  }

  template <class Item>
  void item(const std::string& pointer) {
    if (!cursor_.at_object()) return replace(pointer, "an object", "{}");
    (void)cursor_.each_member([&](std::string_view name, std::size_t) -> Result<void> {
      if constexpr (Parameterized<Item>) {
        if (name == parameterized) {
          inner<Item>(fmt::format("{}/{}", pointer, parameterized));
          return {};
        }
      }
      text(name, Format<Item>::own, pointer);
      return {};
    });
  }

  template <class Item>
  void inner(const std::string& pointer) {
    if (cursor_.at_null()) {
      cursor_.raw();
      return;
    }
    if (!cursor_.at_object()) return replace(pointer, "an object", "null");
    (void)cursor_.each_member([&](std::string_view name, std::size_t) -> Result<void> {
      text(name, Format<Item>::parameterized, pointer);
      return {};
    });
  }

  /// The value of a member, which must be text if it is one of the fields.
  template <class Item, std::size_t Size>
  void text(std::string_view name, const std::array<Field<Item>, Size>& fields, const std::string& parent) {
    const auto field = std::ranges::find_if(
        fields, [&](const Spelling& spelling) { return spelling.matches(name); }, &Field<Item>::spelling);
    if (field == fields.end() || cursor_.at_text() || cursor_.at_null()) {
      cursor_.raw();
      return;
    }
    replace(fmt::format("{}/{}", parent, field->spelling.name), "text", "null");
  }

  std::string_view json_;
  JsonCursor cursor_;
  Findings& findings_;
  std::vector<sql::Edit> edits_;
};

}  // namespace

std::string without_wrong_types(std::string_view json, Findings& findings) {
  return TypeChecker(json, findings).run();
}

}  // namespace querydata::inline v0::context
