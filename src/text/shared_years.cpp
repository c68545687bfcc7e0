#include "text/shared_years.hpp"

#include <cstddef>
#include <optional>

#include "text/calendar.hpp"
#include "text/date_words.hpp"

namespace querydata::inline v0::text {
namespace {

/// Only a joint and an article or preposition stand between a mention and the next.
bool are_joined(const TokenReader& tokens, const DateMention& left, const DateMention& right) {
  const std::size_t begin = left.last_token;
  const std::size_t end = right.first_token;
  if (end - begin < 1 || end - begin > 3 || !is_joint(tokens[begin].text)) return false;
  for (std::size_t i = begin + 1; i < end; ++i)
    if (!is_joint(tokens[i].text) && tokens.word(i) != "the" && tokens.word(i) != "in" && tokens.word(i) != "on")
      return false;
  return true;
}

/// Also no day counted from the present: "yesterday" has no year to lend.
bool has_own_year(const DateMention& mention) {
  return !mention.relative && mention.range.granularity <= Granularity::half;
}

std::optional<DateRange> moved_by_years(const DateRange& range, int years) {
  const auto first = calendar::advance(range.first, years, Granularity::year);
  if (range.granularity > Granularity::day)
    return calendar::range(first, calendar::advance(range.last, years, Granularity::year), range.granularity);
  // The same days of the same month; most years have no 29th of February.
  const auto month = [](calendar::Day day) { return calendar::start_of(day, Granularity::month); };
  const std::chrono::days size = range.last - range.first;
  const bool stays = first && *first - month(*first) == range.first - month(range.first) &&
                     month(*first + size - std::chrono::days(1)) == month(*first);
  return stays ? calendar::range(first, *first + size, range.granularity) : std::nullopt;
}

/// Moves `mention` into the year of `owner`, or one on where it would else stand on the wrong side of it.
void take_year(DateMention& mention, const DateMention& owner, int side) {
  const int years = calendar::year_of(owner.range.first) - calendar::year_of(mention.range.first);
  std::optional<DateRange> moved = moved_by_years(mention.range, years);
  if (moved && (side < 0 ? moved->first > owner.range.first : moved->first < owner.range.first))
    moved = moved_by_years(mention.range, years + side);
  if (!moved) return;
  mention.range = *moved;
  mention.year_assumed = false;
  mention.relative = false;
  mention.weak = false;
}

}  // namespace

void share_years(const TokenReader& tokens, std::vector<DateMention>& mentions) {
  for (std::size_t i = mentions.size(); i-- > 1;)
    if (mentions[i - 1].year_assumed && has_own_year(mentions[i]) && are_joined(tokens, mentions[i - 1], mentions[i]))
      take_year(mentions[i - 1], mentions[i], -1);
  for (std::size_t i = 1; i < mentions.size(); ++i)
    if (mentions[i].year_assumed && has_own_year(mentions[i - 1]) && are_joined(tokens, mentions[i - 1], mentions[i]))
      take_year(mentions[i], mentions[i - 1], 1);
}

}  // namespace querydata::inline v0::text
