/// @file
/// An object of a host's that filters look at: the fields of the Developer Knowledge API.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "querydata/filter.hpp"

namespace querydata::test {

struct FilteredDocument {
  std::int64_t length = 0;
  std::string source;
  std::string uri;
  std::optional<FilterTime> updated;
};

/// A host's own reader, by the numbers of the schema's fields.
class FilteredDocumentReader final : public FilterReader {
 public:
  [[nodiscard]] FilterValue field(FilterNode message, const FilterField& field) const override {
    const auto& document = *static_cast<const FilteredDocument*>(message.address);
    switch (field.number) {
      case 0:
        return document.length;
      case 1:
        return std::string_view(document.source);
      case 2:
        if (!document.updated) return {};
        return *document.updated;
      default:
        return std::string_view(document.uri);
    }
  }
};

}  // namespace querydata::test
