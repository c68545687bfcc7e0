#include "values/segment_builder.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "core/json.hpp"
#include "text/fold.hpp"
#include "text/pg_trgm.hpp"
#include "text/utf8.hpp"
#include "values/other_names.hpp"
#include "values/spelling.hpp"

namespace querydata::inline v0::values {
namespace {

constexpr std::size_t most_words = 24;
constexpr std::size_t most_texts = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t most_bytes = std::numeric_limits<std::uint32_t>::max();
// Initials that so many values of a column share mean none of them.
constexpr std::size_t most_with_initials = 16;
constexpr std::size_t shortest_misspelt = 4;
constexpr std::size_t longest_short = 8;

/// Whether a text and its key surely have the same trigrams: nothing in it is folded, dropped or joined.
bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80 && c != '\'' && c != '`' && c != '.'; });
}

/// The form and the first bytes of a text as a number of the same order.
std::uint64_t rank_of(TextForm form, std::string_view text) {
  constexpr std::size_t bytes = 7;
  std::uint64_t rank = static_cast<std::uint64_t>(form);
  for (std::size_t i = 0; i < bytes; ++i)
    rank = rank << 8U | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
  return rank;
}

struct Acronym {
  std::uint32_t hash;
  std::uint16_t column;
  std::uint32_t use;
  auto operator<=>(const Acronym&) const = default;
};

/// Those that not too many values of a column share.
HashPostingsBuilder telling(std::vector<Acronym> acronyms) {
  std::sort(acronyms.begin(), acronyms.end());
  HashPostingsBuilder kept;
  for (std::size_t begin = 0; begin < acronyms.size();) {
    std::size_t end = begin;
    while (end < acronyms.size() && std::pair(acronyms[end].hash, acronyms[end].column) ==
                                        std::pair(acronyms[begin].hash, acronyms[begin].column))
      ++end;
    for (std::size_t i = begin; i < end && end - begin <= most_with_initials; ++i)
      kept.add(acronyms[i].hash, acronyms[i].use);
    begin = end;
  }
  return kept;
}

void add_postings(section::Number hashes, section::Number numbers, HashPostingsBuilder built,
                  store::Sections& sections) {
  auto arrays = std::move(built).build();
  sections.add(hashes, std::move(arrays.first));
  sections.add(numbers, std::move(arrays.second));
}

}  // namespace

struct SegmentBuilder::Postings {
  HashPostingsBuilder letters;
  HashPostingsBuilder deletions;
  std::vector<Acronym> acronyms;
  std::vector<std::uint64_t> words;  ///< hash << 16 | column
  std::size_t next_use = 0;
};

Result<void> SegmentBuilder::add(std::uint16_t column, TextForm form, std::string_view text, std::uint64_t count) {
  if (ends_.size() >= most_texts || bytes_.size() + text.size() > most_bytes)
    return Error{ErrorCode::resource_exhausted,
                 "a value index holds at most 4 GiB of text and 2^32 - 1 values; index fewer columns",
                 {}};
  bytes_.insert(bytes_.end(), text.begin(), text.end());
  uses_.push_back({static_cast<std::uint32_t>(ends_.size()),
                   static_cast<std::uint32_t>(std::min<std::uint64_t>(count, most_texts)), column});
  ends_.push_back(static_cast<std::uint32_t>(bytes_.size()));
  forms_.push_back(form);
  return {};
}

Result<void> SegmentBuilder::add(std::uint16_t column, const Value& value, bool is_name, std::uint64_t count) {
  const TextForm form = form_of(value, is_name);
  if (const auto* text = std::get_if<std::string>(&value)) return add(column, form, *text, count);
  return add(column, form, to_display(value), count);
}

std::string_view SegmentBuilder::text(std::uint32_t number) const noexcept {
  const std::uint32_t begin = number == 0 ? 0 : ends_[number - 1];
  return {bytes_.data() + begin, ends_[number] - begin};
}

Result<store::Sections> SegmentBuilder::build(const CallControl& control) && {
  store::Sections sections;
  if (auto on = control.check("indexing values"); !on) return on.error();
  Numbers leaders;
  Numbers order = distinct_texts(leaders);
  if (auto done = order_names(order, control, sections); !done) return done.error();
  put_in_order(order, leaders, sections);
  if (auto done = index_texts(control, sections); !done) return done.error();
  add_columns(sections);
  return sections;
}

/// One number for each text and form, by form and bytes.
/// @param leaders  for each number, that of the first equal text
SegmentBuilder::Numbers SegmentBuilder::distinct_texts(Numbers& leaders) const {
  // Most texts differ in their first bytes: comparing these alone spares the way to the texts.
  struct Ranked {
    std::uint64_t rank;
    std::uint32_t number;
  };
  std::vector<Ranked> order;
  order.reserve(ends_.size());
  for (std::uint32_t number = 0; number < ends_.size(); ++number)
    order.push_back({rank_of(forms_[number], text(number)), number});
  std::sort(order.begin(), order.end(), [&](const Ranked& a, const Ranked& b) {
    if (a.rank != b.rank) return a.rank < b.rank;
    const int compared = text(a.number).compare(text(b.number));
    return compared != 0 ? compared < 0 : a.number < b.number;
  });
  leaders.resize(order.size());
  Numbers distinct;
  for (const auto& [rank, number] : order) {
    if (distinct.empty() || forms_[distinct.back()] != forms_[number] || text(distinct.back()) != text(number))
      distinct.push_back(number);
    leaders[number] = distinct.back();
  }
  return distinct;
}

/// Brings the names, which come first, into the order of their trigram index.
Result<void> SegmentBuilder::order_names(Numbers& distinct, const CallControl& control, store::Sections& sections) {
  const auto end = std::find_if(distinct.begin(), distinct.end(),
                                [&](std::uint32_t number) { return forms_[number] != TextForm::name; });
  std::map<std::size_t, std::string> own_keys;
  std::vector<std::string_view> searched;
  for (auto name = distinct.begin(); name != end; ++name) {
    searched.push_back(text(*name));
    if (is_plain(searched.back())) continue;
    std::string key = text::normalise(searched.back());
    if (text::pg_trgm::trigram_set(key) == text::pg_trgm::trigram_set(searched.back())) continue;
    const auto kept = own_keys.emplace(searched.size() - 1, std::move(key)).first;
    searched.back() = kept->second;
  }
  auto built = search::TrigramIndex::build(searched, control);
  if (!built) return built.error();
  Numbers names;
  Numbers key_texts;
  Numbers key_ends;
  std::string keys;
  for (const std::uint32_t place : built->order) {
    if (const auto own = own_keys.find(place); own != own_keys.end()) {
      key_texts.push_back(static_cast<std::uint32_t>(names.size()));
      keys += own->second;
      key_ends.push_back(static_cast<std::uint32_t>(keys.size()));
    }
    names.push_back(distinct[place]);
  }
  std::copy(names.begin(), names.end(), distinct.begin());
  sections.add(section::key_texts, std::move(key_texts));
  sections.add(section::key_ends, std::move(key_ends));
  sections.add(section::keys, std::move(keys));
  sections.add(section::trigram_index, std::move(built->bytes));
  return {};
}

void SegmentBuilder::put_in_order(const Numbers& order, const Numbers& leaders, store::Sections& sections) {
  std::vector<char> bytes;
  bytes.reserve(bytes_.size());
  Numbers ends;
  std::vector<TextForm> forms;
  Numbers new_numbers(ends_.size());
  for (const std::uint32_t number : order) {
    new_numbers[number] = static_cast<std::uint32_t>(ends.size());
    const std::string_view text = this->text(number);
    bytes.insert(bytes.end(), text.begin(), text.end());
    ends.push_back(static_cast<std::uint32_t>(bytes.size()));
    forms.push_back(forms_[number]);
  }
  for (UseOf& use : uses_) use.text = new_numbers[leaders[use.text]];
  Numbers form_ends;
  for (std::size_t form = 0; form < text_forms; ++form)
    form_ends.push_back(static_cast<std::uint32_t>(
        std::upper_bound(forms.begin(), forms.end(), static_cast<TextForm>(form)) - forms.begin()));
  sections.add(section::form_ends, std::move(form_ends));
  bytes_ = std::move(bytes);
  ends_ = std::move(ends);
  forms_ = std::move(forms);
  add_uses(static_cast<std::uint32_t>(ends_.size()), sections);
}

void SegmentBuilder::add_uses(std::uint32_t texts, store::Sections& sections) {
  std::sort(uses_.begin(), uses_.end(),
            [](const UseOf& a, const UseOf& b) { return std::pair(a.text, a.column) < std::pair(b.text, b.column); });
  Numbers first;
  std::vector<std::uint16_t> columns;
  Numbers counts;
  for (const UseOf& use : uses_) {
    if (first.size() <= use.text) first.push_back(static_cast<std::uint32_t>(columns.size()));
    columns.push_back(use.column);
    counts.push_back(use.count);
  }
  first.push_back(static_cast<std::uint32_t>(columns.size()));
  if (columns.size() != texts) sections.add(section::first_uses, std::move(first));
  sections.add(section::use_columns, std::move(columns));
  sections.add(section::use_counts, std::move(counts));
}

void SegmentBuilder::index_text(std::uint32_t text, Postings& postings) {
  const std::string_view bytes = this->text(text);
  const std::string key = text::normalise(bytes);
  std::string letters = without_blanks(key);
  if (letters.empty()) letters = bytes;
  postings.letters.add(short_hash(letters), text);
  auto words = words_of(key);
  const std::size_t longest = std::min(words.size(), most_words);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  const TextForm form = forms_[text];
  const bool has_words = form == TextForm::name || form == TextForm::text;
  const auto acronyms = form == TextForm::name ? acronyms_of(key) : std::vector<std::string>();
  for (; postings.next_use < uses_.size() && uses_[postings.next_use].text == text; ++postings.next_use) {
    const UseOf& use = uses_[postings.next_use];
    columns_[use.column].longest = std::max(columns_[use.column].longest, longest);
    if (!has_words || use.count == 0) continue;
    for (const std::string_view word : words)
      postings.words.push_back(std::uint64_t{short_hash(word)} << 16U | use.column);
    for (const std::string& acronym : acronyms)
      postings.acronyms.push_back({short_hash(acronym), use.column, static_cast<std::uint32_t>(postings.next_use)});
  }
  const std::size_t count = text::count_code_points(letters);
  if (form != TextForm::name || count < shortest_misspelt || count > longest_short) return;
  for (const std::uint32_t hash : deletion_hashes(letters)) postings.deletions.add(hash, text);
}

Result<void> SegmentBuilder::index_texts(const CallControl& control, store::Sections& sections) {
  constexpr std::uint32_t step = 65'536;
  Postings postings;
  for (std::uint32_t text = 0; text < ends_.size(); ++text) {
    if (text % step == 0)
      if (auto on = control.check("indexing values"); !on) return on;
    index_text(text, postings);
  }
  sections.add(section::texts, std::exchange(bytes_, {}));
  sections.add(section::text_ends, std::exchange(ends_, {}));
  add_postings(section::letter_hashes, section::letter_texts, std::move(postings.letters), sections);
  add_postings(section::deletion_hashes, section::deletion_texts, std::move(postings.deletions), sections);
  add_postings(section::acronym_hashes, section::acronym_uses, telling(std::move(postings.acronyms)), sections);
  add_words(std::move(postings.words), sections);
  return {};
}

void SegmentBuilder::add_words(std::vector<std::uint64_t> words, store::Sections& sections) {
  std::sort(words.begin(), words.end());
  std::vector<std::uint32_t> hashes;
  std::vector<std::uint16_t> columns;
  std::vector<std::uint32_t> counts;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i == 0 || words[i] != words[i - 1]) {
      hashes.push_back(static_cast<std::uint32_t>(words[i] >> 16U));
      columns.push_back(static_cast<std::uint16_t>(words[i]));
      counts.push_back(0);
    }
    ++counts.back();
  }
  sections.add(section::word_hashes, std::move(hashes));
  sections.add(section::word_columns, std::move(columns));
  sections.add(section::word_counts, std::move(counts));
}

void SegmentBuilder::add_columns(store::Sections& sections) const {
  boost::json::array list;
  for (const SegmentColumn& column : columns_)
    list.push_back(
        boost::json::array{column.table, column.column, column.replaces, static_cast<std::int64_t>(column.longest)});
  const std::string written = json::write(list);
  sections.add(section::columns, written);
}

}  // namespace querydata::inline v0::values
