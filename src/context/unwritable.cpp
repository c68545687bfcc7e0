#include "context/unwritable.hpp"

#include <fmt/format.h>

#include "context/extra.hpp"
#include "context/format.hpp"
#include "core/utf8.hpp"

namespace querydata::inline v0::context {
namespace {

using Report = std::function<void(std::string, std::string)>;

void find_bad_extra(const std::string& extra, std::string_view parent, std::string_view member, const Report& report) {
  if (extra.empty() || ExtraMembers(extra).is_object()) return;
  report(std::string(parent),
         fmt::format("`{}` is not a JSON object and can't be written. Make it one, or empty.", member));
}

template <class Item>
void find_in(const std::vector<Item>& items, const Report& report) {
  for (std::size_t index = 0; index < items.size(); ++index) {
    const Item& item = items[index];
    const std::string place = fmt::format("/{}/{}", Format<Item>::list.name, index);
    each_field<Item>([&](const Field<Item>& field, std::string_view parent) {
      if (const auto invalid = find_invalid_utf8(item.*field.text)) {
        report(fmt::format("{}{}/{}", place, parent, field.spelling.name),
               fmt::format("Byte {} is not UTF-8. Convert the text to UTF-8.", *invalid));
      }
    });
    find_bad_extra(item.extra, place, "extra", report);
    if constexpr (Parameterized<Item>) {
      find_bad_extra(item.parameterized_extra, place + "/parameterized", "parameterized_extra", report);
    }
  }
}

}  // namespace

void find_unwritable(const ContextSet& set, const Report& report) {
  find_in(set.templates, report);
  find_in(set.facets, report);
  find_in(set.value_searches, report);
  find_bad_extra(set.extra, "", "extra", report);
}

}  // namespace querydata::inline v0::context
