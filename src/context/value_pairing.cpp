#include "context/value_pairing.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "model/names.hpp"
#include "text/fold.hpp"
#include "text/identifiers.hpp"
#include "text/stem.hpp"

namespace querydata::inline v0::context {
namespace {

/// Stems of the words in the names of what a value is compared with.
std::vector<std::string> name_stems(const Subject& subject) {
  std::vector<std::string> stems;
  for (const std::string_view name : {std::string_view(subject.column), std::string_view(subject.table)}) {
    for (const std::string& word : text::split_identifier(name)) stems.push_back(text::stem(word));
  }
  return stems;
}

bool same_column(const Subject& a, const Subject& b) {
  if (a.column.empty() && b.column.empty()) return a.text == b.text;
  return model::equal_ignoring_case(a.column, b.column) && model::equal_ignoring_case(a.table, b.table);
}

bool is_year(const QueryValue& value) {
  const bool digits = value.decimal.size() == 4 && (value.decimal[0] == '1' || value.decimal[0] == '2') &&
                      value.decimal.find('.') == std::string::npos;
  if (!digits) return false;
  const auto words = text::split_identifier(value.subject.column);
  return std::any_of(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("year"); }) ||
         value.subject.text.find("year") != std::string::npos || value.subject.text.find("%y") != std::string::npos;
}

/// Values that one phrase may name: the same text or number in the same role.
struct Group {
  std::vector<std::size_t> values;
  std::vector<Mention> mentions;  ///< that were given to it
};

/// A mention that a group could take.
struct Candidate {
  std::size_t group = 0;
  Mention mention;
  int rank = 0;  ///< smaller first among equals
};

class Pairer {
 public:
  Pairer(const std::vector<QueryValue>& values, const Sentence& sentence)
      : values_(values), sentence_(sentence), taken_(sentence.tokens().size()), done_(values.size()) {
    pairing_.kept.resize(values.size());
    for (const QueryValue& value : values) periods_.push_back(period_of_value(value));
  }

  Pairing run() && {
    take_periods();
    make_groups();
    take_mentions();
    for (const Group& group : groups_) split(group);
    take_single_bounds();
    drop_half_periods();
    add_outputs();
    note_unsaid_texts();
    std::sort(pairing_.parameters.begin(), pairing_.parameters.end(),
              [](const PairedValue& a, const PairedValue& b) { return a.values.front() < b.values.front(); });
    return std::move(pairing_);
  }

 private:
  static std::optional<LiteralPeriod> period_of_value(const QueryValue& value) {
    if (value.role != ValueRole::compared && value.role != ValueRole::argument) return std::nullopt;
    const bool text = std::holds_alternative<std::string>(value.value);
    if (!text && !is_year(value)) return std::nullopt;
    return period_of(value.core);
  }

  [[nodiscard]] bool is_free(const Mention& mention) const {
    return std::none_of(taken_.begin() + static_cast<std::ptrdiff_t>(mention.first),
                        taken_.begin() + static_cast<std::ptrdiff_t>(mention.last), [](bool taken) { return taken; });
  }

  void take(const Mention& mention) {
    for (std::size_t token = mention.first; token < mention.last; ++token) taken_[token] = true;
  }

  /// All values that are written as this one and bound the same column.
  [[nodiscard]] std::vector<std::size_t> same_bounds(std::size_t value) const {
    std::vector<std::size_t> same;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const QueryValue& other = values_[i];
      if (!done_[i] && other.text == values_[value].text && other.low == values_[value].low &&
          other.high == values_[value].high && same_column(other.subject, values_[value].subject)) {
        same.push_back(i);
      }
    }
    return same;
  }

  void add(const std::vector<std::size_t>& values, std::vector<Mention> mentions) {
    for (const std::size_t value : values) done_[value] = true;
    std::sort(mentions.begin(), mentions.end(), [](const Mention& a, const Mention& b) { return a.first < b.first; });
    pairing_.parameters.push_back({values, std::move(mentions)});
  }

  [[nodiscard]] bool begins_with(std::size_t value, const text::DateRange& range) const {
    if (!periods_[value] || periods_[value]->last_second) return false;
    const text::DateRange& own = periods_[value]->range;
    return values_[value].inclusive ? own.first == range.first : own.last == range.first;
  }

  [[nodiscard]] bool ends_with(std::size_t value, const text::DateRange& range) const {
    if (!periods_[value]) return false;
    const auto& [own, last_second] = *periods_[value];
    return values_[value].inclusive || last_second ? own.last == range.last : own.first == range.last;
  }

  /// Both bounds of a column that make a period that the sentence names.
  void take_periods() {
    for (const text::DateMention& date : sentence_.dates()) {
      const Mention mention{date.first_token, date.last_token, Likeness::alike};
      for (std::size_t low = 0; low < values_.size(); ++low) {
        if (!is_free(mention) || done_[low] || !values_[low].low || !begins_with(low, date.range)) continue;
        const auto high = upper_bound(low, date.range);
        if (!high) continue;
        take(mention);
        add(same_bounds(low), {mention});
        add(same_bounds(*high), {mention});
      }
    }
  }

  [[nodiscard]] std::optional<std::size_t> upper_bound(std::size_t low, const text::DateRange& range) const {
    for (std::size_t high = 0; high < values_.size(); ++high) {
      const bool other =
          high != low && !done_[high] && values_[high].high && values_[high].subject.text == values_[low].subject.text;
      const bool ends = other && ends_with(high, range) && values_[high].text != values_[low].text;
      if (ends && sentence_.find_text(values_[high].core).empty()) return high;
    }
    return std::nullopt;
  }

  void make_groups() {
    std::map<std::tuple<ValueRole, std::string>, std::size_t> known;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const QueryValue& value = values_[i];
      if (done_[i] || value.role == ValueRole::fixed || value.core.empty()) continue;
      const std::string key = value.decimal.empty() ? text::fold(value.core) : value.decimal;
      const auto [found, added] = known.emplace(std::tuple(value.role, key), groups_.size());
      if (added) groups_.emplace_back();
      groups_[found->second].values.push_back(i);
    }
  }

  [[nodiscard]] std::vector<Candidate> candidates_of(std::size_t group) const {
    const QueryValue& value = values_[groups_[group].values.front()];
    std::vector<Mention> mentions = sentence_.find_text(value.core);
    const auto& period = periods_[groups_[group].values.front()];
    if (mentions.empty() && period && !period->last_second) mentions = sentence_.find_period(period->range);
    if (!value.decimal.empty() && (mentions.empty() || !std::holds_alternative<std::string>(value.value))) {
      mentions = sentence_.find_number(value.core, value.decimal);
    }
    std::vector<Candidate> candidates;
    for (const Mention& mention : mentions) {
      if (const auto rank = rank_of(group, mention)) candidates.push_back({group, mention, *rank});
    }
    return candidates;
  }

  /// How well a mention suits the role of the values; nothing if it does not.
  [[nodiscard]] std::optional<int> rank_of(std::size_t group, const Mention& mention) const {
    const QueryValue& value = values_[groups_[group].values.front()];
    const bool number = !value.decimal.empty();
    switch (value.role) {
      case ValueRole::limit:
        if (sentence_.ranks(mention) && mention.likeness != Likeness::weak) return 0;
        return value.decimal == "1" || mention.likeness == Likeness::weak ? std::nullopt : std::optional(2);
      case ValueRole::argument:
        // The 2 of ROUND(x, 2) is hardly ever what a sentence says.
        if (number && value.decimal.size() < 3) return std::nullopt;
        if (periods_[groups_[group].values.front()]) return 3;
        return number || mention.likeness <= Likeness::folded ? std::optional(3) : std::nullopt;
      case ValueRole::shift:
        return number && sentence_.counts_time(mention) ? std::optional(2) : std::nullopt;
      case ValueRole::compared:
        if (mention.likeness != Likeness::weak) return 1;
        return fits_by_words(groups_[group], mention) ? std::optional(1) : std::nullopt;
      case ValueRole::fixed:
        break;
    }
    return std::nullopt;
  }

  /// "one" and "second" are numbers beside the name of what they count, or where something is compared.
  [[nodiscard]] bool fits_by_words(const Group& group, const Mention& mention) const {
    return std::any_of(group.values.begin(), group.values.end(), [&](std::size_t i) {
      const QueryValue& value = values_[i];
      const bool bounds = value.low || value.high;
      return (bounds && sentence_.compares(mention)) ||
             sentence_.says_beside(mention, name_stems(value.subject), Nearness::next);
    });
  }

  void take_mentions() {
    std::vector<Candidate> candidates;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      const auto own = candidates_of(group);
      candidates.insert(candidates.end(), own.begin(), own.end());
    }
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      const auto key = [](const Candidate& candidate) {
        const auto length = candidate.mention.last - candidate.mention.first;
        return std::tuple(-static_cast<std::ptrdiff_t>(length), candidate.mention.likeness, candidate.rank);
      };
      return key(a) < key(b);
    });
    for (const Candidate& candidate : candidates) {
      if (!is_free(candidate.mention)) continue;
      take(candidate.mention);
      groups_[candidate.group].mentions.push_back(candidate.mention);
    }
  }

  /// The parameters of a group: values of one text, and of numbers those of one column where the sentence says enough.
  void split(const Group& group) {
    if (group.mentions.empty()) return;
    auto parts = parts_of(group);
    const bool numbers = std::all_of(group.values.begin(), group.values.end(), [&](std::size_t i) {
      return !values_[i].decimal.empty() && !std::holds_alternative<std::string>(values_[i].value);
    });
    if (parts.size() > 1 && numbers && group.mentions.size() >= parts.size()) return share_out(parts, group.mentions);
    if (parts.size() > 1 && numbers && !is_year(values_[group.values.front()])) keep_named(parts, group.mentions);
    for (const auto& values : by_text(parts)) {
      if (keeps_type(values)) add(values, group.mentions);
    }
  }

  [[nodiscard]] std::vector<std::vector<std::size_t>> parts_of(const Group& group) const {
    std::vector<std::vector<std::size_t>> parts;
    for (const std::size_t value : group.values) {
      const auto found = std::find_if(parts.begin(), parts.end(), [&](const std::vector<std::size_t>& part) {
        const QueryValue& first = values_[part.front()];
        return first.text == values_[value].text && same_column(first.subject, values_[value].subject);
      });
      if (found == parts.end()) {
        parts.push_back({value});
      } else {
        found->push_back(value);
      }
    }
    return parts;
  }

  [[nodiscard]] std::vector<std::vector<std::size_t>> by_text(
      const std::vector<std::vector<std::size_t>>& parts) const {
    std::map<std::string_view, std::vector<std::size_t>> texts;
    for (const auto& part : parts) {
      auto& values = texts[values_[part.front()].text];
      values.insert(values.end(), part.begin(), part.end());
    }
    std::vector<std::vector<std::size_t>> out;
    for (auto& [text, values] : texts) {
      std::sort(values.begin(), values.end());
      out.push_back(std::move(values));
    }
    return out;
  }

  /// 0 for a month, 1 for a day, 2 for anything else.
  [[nodiscard]] int date_part(const std::vector<std::size_t>& part) const {
    const auto words = text::split_identifier(values_[part.front()].subject.column);
    const auto has = [&](std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); };
    return has("month") ? 0 : has("day") ? 1 : 2;
  }

  /// Each part gets the mention beside which its column is named; the others in order, "7 7" month first as
  /// `text::find_dates` reads dates.
  void share_out(std::vector<std::vector<std::size_t>> parts, std::vector<Mention> mentions) {
    const bool date = std::all_of(parts.begin(), parts.end(), [&](const auto& part) { return date_part(part) < 2; });
    if (date) {
      std::stable_sort(parts.begin(), parts.end(),
                       [&](const auto& a, const auto& b) { return date_part(a) < date_part(b); });
    }
    std::sort(mentions.begin(), mentions.end(), [](const Mention& a, const Mention& b) { return a.first < b.first; });
    std::vector<std::vector<Mention>> given(parts.size());
    std::vector<bool> used(mentions.size());
    const auto give = [&](bool by_name) {
      for (std::size_t part = 0; part < parts.size(); ++part) {
        for (std::size_t i = 0; i < mentions.size() && given[part].empty(); ++i) {
          if (used[i] || (by_name && !is_named(parts[part], mentions[i]))) continue;
          given[part].push_back(mentions[i]);
          used[i] = true;
        }
      }
    };
    give(true);
    give(false);
    for (std::size_t i = 0; i < mentions.size(); ++i) {
      if (!used[i]) given.front().push_back(mentions[i]);
    }
    for (std::size_t part = 0; part < parts.size(); ++part) add(parts[part], given[part]);
  }

  [[nodiscard]] bool is_named(const std::vector<std::size_t>& part, const Mention& mention) const {
    return sentence_.says_beside(mention, name_stems(values_[part.front()].subject));
  }

  /// Of equal numbers for several columns, one of which the sentence names, the others are constants.
  void keep_named(std::vector<std::vector<std::size_t>>& parts, const std::vector<Mention>& mentions) {
    const auto named = [&](const std::vector<std::size_t>& part) {
      return std::any_of(mentions.begin(), mentions.end(),
                         [&](const Mention& mention) { return is_named(part, mention); });
    };
    if (std::none_of(parts.begin(), parts.end(), named)) return;
    for (const auto& part : parts) {
      if (named(part)) continue;
      for (const std::size_t value : part) {
        pairing_.kept[value] = "the sentence says this number of another column";
      }
    }
    std::erase_if(parts, [&](const std::vector<std::size_t>& part) { return !named(part); });
  }

  bool keeps_type(const std::vector<std::size_t>& values) {
    if (std::none_of(values.begin(), values.end(), [&](std::size_t i) { return values_[i].interval; })) return true;
    for (const std::size_t value : values) {
      pairing_.kept[value] =
          "a placeholder in place of an INTERVAL literal has no type; write 30 * INTERVAL '1 day' to make 30 a "
          "parameter";
    }
    return false;
  }

  /// "since March 2024", "until 2023": a bound that begins or ends where a period does.
  void take_single_bounds() {
    for (const text::DateMention& date : sentence_.dates()) {
      const Mention mention{date.first_token, date.last_token, Likeness::alike};
      for (std::size_t i = 0; i < values_.size(); ++i) {
        const bool bounds = values_[i].low || values_[i].high;
        if (done_[i] || !bounds || !periods_[i] || !is_free(mention)) continue;
        const text::DateRange past{date.range.last, date.range.last, date.range.granularity};
        const text::DateRange before{date.range.first, date.range.first, date.range.granularity};
        const bool fits = values_[i].low ? begins_with(i, date.range) || begins_with(i, past)
                                         : ends_with(i, date.range) || ends_with(i, before);
        if (!fits) continue;
        take(mention);
        add(same_bounds(i), {mention});
      }
    }
  }

  /// One bound of a column without the other would make other questions' periods end where this one's does.
  void drop_half_periods() {
    std::erase_if(pairing_.parameters, [&](const PairedValue& parameter) {
      const bool half = std::any_of(parameter.values.begin(), parameter.values.end(),
                                    [&](std::size_t i) { return has_fixed_other_end(i); });
      for (const std::size_t value : parameter.values) {
        if (half) pairing_.kept[value] = "the sentence does not say the other end of the period";
      }
      return half;
    });
  }

  [[nodiscard]] bool has_fixed_other_end(std::size_t value) const {
    const QueryValue& bound = values_[value];
    if (!periods_[value] || (!bound.low && !bound.high)) return false;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const bool other_end = bound.low ? values_[i].high : values_[i].low;
      if (other_end && !done_[i] && periods_[i] && values_[i].subject.text == bound.subject.text) return true;
    }
    return false;
  }

  /// A text that is also put out, as in SELECT 'Oslo' AS city, is the same there.
  void add_outputs() {
    for (PairedValue& parameter : pairing_.parameters) {
      const QueryValue& first = values_[parameter.values.front()];
      if (!std::holds_alternative<std::string>(first.value)) continue;
      for (std::size_t i = 0; i < values_.size(); ++i) {
        if (values_[i].role == ValueRole::fixed && values_[i].text == first.text) parameter.values.push_back(i);
      }
      std::sort(parameter.values.begin(), parameter.values.end());
    }
  }

  /// "American" for 'US', "Central" for 'Central Library': other questions get this value too.
  void note_unsaid_texts() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const auto* text = std::get_if<std::string>(&values_[i].value);
      if (done_[i] || text == nullptr || text->empty() || values_[i].role != ValueRole::compared) continue;
      if (pairing_.kept[i].empty()) pairing_.kept[i] = "the sentence says it in other words, or not at all";
    }
  }

  const std::vector<QueryValue>& values_;
  const Sentence& sentence_;
  std::vector<std::optional<LiteralPeriod>> periods_;
  std::vector<Group> groups_;
  std::vector<bool> taken_;
  std::vector<bool> done_;  ///< values that are parameters
  Pairing pairing_;
};

}  // namespace

Pairing pair_values(const std::vector<QueryValue>& values, const Sentence& sentence) {
  return Pairer(values, sentence).run();
}

}  // namespace querydata::inline v0::context
