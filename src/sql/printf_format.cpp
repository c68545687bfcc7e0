#include "sql/printf_format.hpp"

#include <algorithm>

#include "sql/characters.hpp"

namespace querydata::inline v0::sql {

namespace {

/// More digits than any width that is taken; what follows them can't make the number small again.
constexpr std::size_t endless = 1'000'000'000;

}  // namespace

FormatWidths format_widths(std::string_view format) {
  FormatWidths out;
  std::size_t value = 0;  // of those behind the format: the next one
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') continue;
    ++i;
    while (i < format.size() && contains("-+ #!0,", format[i])) ++i;
    for (bool more = true; more;) {
      std::size_t number = 0;
      for (; i < format.size() && is_digit(format[i]); ++i)
        number = std::min(endless, number * 10 + static_cast<std::size_t>(format[i] - '0'));
      out.widest = std::max(out.widest, number);
      if (i < format.size() && format[i] == '*') out.stars.push_back(value++), ++i;
      more = i < format.size() && format[i] == '.';
      if (more) ++i;
    }
    while (i < format.size() && format[i] == 'l') ++i;
    if (i < format.size() && format[i] != '%' && format[i] != 'n') ++value;
  }
  return out;
}

}  // namespace querydata::inline v0::sql
