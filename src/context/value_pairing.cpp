#include "context/value_pairing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "context/named_numbers.hpp"
#include "model/names.hpp"
#include "text/fold.hpp"
#include "text/identifiers.hpp"

namespace querydata::inline v0::context {
namespace {

/// Equal for values that are compared with the same column, or where there is none with the same expression.
using ColumnKey = std::tuple<std::string, std::string, std::string>;

ColumnKey column_key(const Subject& subject) {
  if (subject.column.empty()) return {{}, {}, subject.text};
  return {model::lower(subject.table), model::lower(subject.column), {}};
}

bool is_year(const QueryValue& value) {
  const bool digits = value.decimal.size() == 4 && (value.decimal[0] == '1' || value.decimal[0] == '2') &&
                      value.decimal.find('.') == std::string::npos;
  if (!digits) return false;
  const auto words = text::split_identifier(value.subject.column);
  return std::any_of(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("year"); }) ||
         value.subject.text.find("year") != std::string::npos || value.subject.text.find("%y") != std::string::npos;
}

bool is_text(const QueryValue& value) {
  return std::holds_alternative<std::string>(value.value);
}

/// Values that one phrase may name: the same text or number in the same role.
struct Group {
  std::vector<std::size_t> values;
  std::set<std::string> name_stems;  ///< of what they are compared with
  bool bounds = false;               ///< one of them bounds it
  std::vector<Mention> mentions;     ///< that were given to it
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
    std::set<std::tuple<std::string_view, std::string_view, bool, bool>> known;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const QueryValue& value = values[i];
      by_text_[value.text].push_back(i);
      periods_.push_back(period_of_value(value));
      // Of bounds that are written alike the first one stands for all: see `same_bounds`.
      const bool bounds = periods_[i] && (value.low || value.high);
      if (bounds && known.emplace(value.subject.text, value.text, value.low, value.inclusive).second) {
        bounds_by_edge_[edge_of(i)].push_back(i);
      }
    }
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
    const ColumnKey column = column_key(values_[value].subject);
    for (const std::size_t i : by_text_.at(values_[value].text)) {
      const QueryValue& other = values_[i];
      if (!done_[i] && other.low == values_[value].low && other.high == values_[value].high &&
          column_key(other.subject) == column) {
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

  /// The midnight that a bound stands for: that from which on, or up to which, its column's values are taken.
  [[nodiscard]] std::chrono::sys_days edge_of(std::size_t bound) const {
    const auto& [own, last_second] = *periods_[bound];
    const bool inclusive = values_[bound].inclusive || last_second;
    return values_[bound].low == inclusive ? own.first : own.last;
  }

  /// The bounds that end or begin there, one of those that are written alike.
  [[nodiscard]] const std::vector<std::size_t>& bounds_at(std::chrono::sys_days edge) const {
    static const std::vector<std::size_t> none;
    const auto found = bounds_by_edge_.find(edge);
    return found == bounds_by_edge_.end() ? none : found->second;
  }

  /// Whether it bounds from below, and not from the last second of a day on.
  [[nodiscard]] bool is_beginning(std::size_t bound) const {
    return values_[bound].low && !periods_[bound]->last_second;
  }

  /// Both bounds of a column that make a period that the sentence names.
  void take_periods() {
    for (const text::DateMention& date : sentence_.dates()) {
      const Mention mention{date.first_token, date.last_token, Likeness::alike};
      for (const std::size_t low : bounds_at(date.range.first)) {
        if (!is_free(mention)) break;
        if (done_[low] || !is_beginning(low)) continue;
        const auto high = upper_bound(low, date.range);
        if (!high) continue;
        take(mention);
        add(same_bounds(low), {mention});
        add(same_bounds(*high), {mention});
      }
    }
  }

  [[nodiscard]] std::optional<std::size_t> upper_bound(std::size_t low, const text::DateRange& range) const {
    for (const std::size_t high : bounds_at(range.last)) {
      const bool ends = !done_[high] && values_[high].high && values_[high].subject.text == values_[low].subject.text &&
                        values_[high].text != values_[low].text;
      if (ends && sentence_.find_text(values_[high].core).empty()) return high;
    }
    return std::nullopt;
  }

  void make_groups() {
    std::map<std::tuple<ValueRole, std::string>, std::size_t> known;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const QueryValue& value = values_[i];
      if (done_[i] || value.role == ValueRole::fixed || value.core.empty()) continue;
      if (value.core.size() > longest_said) {
        pairing_.kept[i] = fmt::format("it has more than the {} bytes that a sentence is searched for", longest_said);
        continue;
      }
      const std::string key = value.decimal.empty() ? text::fold(value.core) : value.decimal;
      const auto [found, added] = known.emplace(std::tuple(value.role, key), groups_.size());
      if (added) groups_.emplace_back();
      groups_[found->second].values.push_back(i);
    }
    for (Group& group : groups_) describe(group);
  }

  void describe(Group& group) const {
    std::set<std::string> stems;
    for (const std::size_t i : group.values) {
      group.bounds = group.bounds || values_[i].low || values_[i].high;
      stems.merge(name_stems(values_[i].subject).all());
    }
    group.name_stems = std::move(stems);
  }

  /// The places that say a value in its own spelling, or else as the number or date that it is.
  [[nodiscard]] std::vector<Mention> mentions_of(std::size_t place) const {
    const QueryValue& value = values_[place];
    std::vector<Mention> mentions = sentence_.find_text(value.core);
    const auto& period = periods_[place];
    if (mentions.empty() && period && !period->last_second) mentions = sentence_.find_period(period->range);
    if (!value.decimal.empty() && (mentions.empty() || !is_text(value))) {
      mentions = sentence_.find_number(value.core, value.decimal);
    }
    return mentions;
  }

  [[nodiscard]] std::vector<Candidate> candidates_of(std::size_t group) const {
    std::set<std::string_view> spellings;
    std::map<std::size_t, Mention> mentions;  // by their first word
    for (const std::size_t value : groups_[group].values) {
      if (!spellings.insert(values_[value].text).second) continue;
      for (const Mention& mention : mentions_of(value)) {
        const auto [known, is_new] = mentions.emplace(mention.first, mention);
        if (!is_new && mention.likeness < known->second.likeness) known->second = mention;
      }
    }
    std::vector<Candidate> candidates;
    for (const auto& [first, mention] : mentions) {
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
    return (group.bounds && sentence_.compares(mention)) ||
           sentence_.says_beside(mention, group.name_stems, Nearness::next);
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
    if (group.mentions.empty() || split_by_spelling(group)) return;
    auto parts = parts_of(group);
    const bool decimals = std::ranges::none_of(group.values, [&](std::size_t i) { return values_[i].decimal.empty(); });
    const bool numbers =
        decimals && std::ranges::none_of(group.values, [&](std::size_t i) { return is_text(values_[i]); });
    if (parts.size() > 1 && decimals && group.mentions.size() >= parts.size()) return share_out(parts, group.mentions);
    if (parts.size() > 1 && numbers && !is_year(values_[group.values.front()])) keep_named(parts, group.mentions);
    for (const auto& values : by_text(parts)) {
      if (keeps_type(values)) add(values, group.mentions);
    }
  }

  /// '05' and 5, both of which the sentence says as they are written, are two values.
  bool split_by_spelling(const Group& group) {
    std::map<std::string_view, Group> spelt;
    for (const std::size_t value : group.values) spelt[values_[value].core].values.push_back(value);
    if (spelt.size() < 2) return false;
    const auto number = std::ranges::find_if(group.values, [&](std::size_t i) { return !is_text(values_[i]); });
    const std::size_t usual = number == group.values.end() ? group.values.front() : *number;
    for (const Mention& mention : group.mentions) {
      const auto own = spelt.find(sentence_.text(mention));
      (own == spelt.end() ? spelt[values_[usual].core] : own->second).mentions.push_back(mention);
    }
    if (std::ranges::any_of(spelt, [](const auto& each) { return each.second.mentions.empty(); })) return false;
    for (const auto& [core, part] : spelt) split(part);
    return true;
  }

  [[nodiscard]] std::vector<std::vector<std::size_t>> parts_of(const Group& group) const {
    std::vector<std::vector<std::size_t>> parts;
    std::map<std::pair<std::string_view, ColumnKey>, std::size_t> known;
    for (const std::size_t value : group.values) {
      const QueryValue& own = values_[value];
      const auto [found, added] =
          known.try_emplace({own.text, is_text(own) ? ColumnKey() : column_key(own.subject)}, parts.size());
      if (added) parts.emplace_back();
      parts[found->second].push_back(value);
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
    const auto named = mentions_by_name(names_of(parts), mentions, sentence_);
    for (std::size_t part = 0; part < parts.size(); ++part) {
      if (!named[part]) continue;
      given[part].push_back(mentions[*named[part]]);
      used[*named[part]] = true;
    }
    std::size_t next = 0;
    for (std::vector<Mention>& own : given) {
      while (own.empty() && used[next]) ++next;
      if (!own.empty()) continue;
      own.push_back(mentions[next]);
      used[next] = true;
    }
    for (std::size_t i = 0; i < mentions.size(); ++i) {
      if (!used[i]) given.front().push_back(mentions[i]);
    }
    for (std::size_t part = 0; part < parts.size(); ++part) add(parts[part], given[part]);
  }

  [[nodiscard]] std::vector<NameStems> names_of(const std::vector<std::vector<std::size_t>>& parts) const {
    std::vector<NameStems> names;
    for (const auto& part : parts) names.push_back(name_stems(values_[part.front()].subject));
    return names;
  }

  /// Of equal numbers for several columns, one of which the sentence names, the others are constants. A table's name
  /// tells nothing where a column's does.
  void keep_named(std::vector<std::vector<std::size_t>>& parts, const std::vector<Mention>& mentions) {
    const std::vector<NameStems> names = names_of(parts);
    const auto which = [&](auto stems_of) {
      std::vector<bool> named;
      for (const NameStems& name : names) {
        named.push_back(std::any_of(mentions.begin(), mentions.end(), [&](const Mention& mention) {
          return sentence_.says_beside(mention, stems_of(name));
        }));
      }
      return named;
    };
    std::vector<bool> named = which([](const NameStems& name) { return name.column; });
    const auto any = [&] { return std::find(named.begin(), named.end(), true) != named.end(); };
    if (!any()) named = which([](const NameStems& name) { return name.all(); });
    if (!any()) return;
    std::vector<std::vector<std::size_t>> said;
    for (std::size_t part = 0; part < parts.size(); ++part) {
      if (named[part]) {
        said.push_back(std::move(parts[part]));
        continue;
      }
      for (const std::size_t value : parts[part]) {
        pairing_.kept[value] = "the sentence says this number of another column";
      }
    }
    parts = std::move(said);
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
      std::vector<std::size_t> bounds = bounds_at(date.range.first);
      bounds.insert(bounds.end(), bounds_at(date.range.last).begin(), bounds_at(date.range.last).end());
      std::sort(bounds.begin(), bounds.end());
      const auto fitting = std::find_if(bounds.begin(), bounds.end(), [&](std::size_t bound) {
        return !done_[bound] && (values_[bound].high || is_beginning(bound));
      });
      if (fitting == bounds.end() || !is_free(mention)) continue;
      take(mention);
      add(same_bounds(*fitting), {mention});
    }
  }

  /// One bound of a column without the other would make other questions' periods end where this one's does.
  void drop_half_periods() {
    std::set<std::tuple<std::string_view, bool>> fixed_ends;  // by what they bound, and whether from above
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const bool bounds = values_[i].low || values_[i].high;
      if (!done_[i] && bounds && periods_[i]) fixed_ends.emplace(values_[i].subject.text, values_[i].high);
    }
    const auto is_half = [&](std::size_t i) {
      const bool bounds = values_[i].low || values_[i].high;
      return bounds && periods_[i] && fixed_ends.contains({values_[i].subject.text, values_[i].low});
    };
    std::erase_if(pairing_.parameters, [&](const PairedValue& parameter) {
      const bool half = std::any_of(parameter.values.begin(), parameter.values.end(), is_half);
      for (const std::size_t value : parameter.values) {
        if (half) pairing_.kept[value] = "the sentence does not say the other end of the period";
      }
      return half;
    });
  }

  /// A text that is also put out, as in SELECT 'Oslo' AS city, is the same there.
  void add_outputs() {
    for (PairedValue& parameter : pairing_.parameters) {
      const QueryValue& first = values_[parameter.values.front()];
      if (!std::holds_alternative<std::string>(first.value)) continue;
      for (const std::size_t i : by_text_.at(first.text)) {
        if (values_[i].role == ValueRole::fixed) parameter.values.push_back(i);
      }
      std::sort(parameter.values.begin(), parameter.values.end());
    }
  }

  /// "American" for 'US', "Central" for 'Central Library': other questions get this value too.
  void note_unsaid_texts() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const auto* text = std::get_if<std::string>(&values_[i].value);
      if (done_[i] || text == nullptr || text->empty() || values_[i].role != ValueRole::compared) continue;
      if (!pairing_.kept[i].empty()) continue;
      pairing_.kept[i] = sentence_.has_words(*text) ? "the sentence has the word, but may mean something else by it"
                                                    : "the sentence says it in other words, or not at all";
    }
  }

  const std::vector<QueryValue>& values_;
  const Sentence& sentence_;
  std::map<std::string_view, std::vector<std::size_t>> by_text_;
  std::vector<std::optional<LiteralPeriod>> periods_;
  std::map<std::chrono::sys_days, std::vector<std::size_t>> bounds_by_edge_;
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
