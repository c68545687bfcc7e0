#include "values/segment_builder.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <deque>
#include <limits>
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

/// Counts in how many values each word of a column is. Most words are in many: they are added up now and then.
class WordCounts {
 public:
  void add(std::string_view word, std::uint16_t column) {
    if (fresh_.size() == most_fresh) add_up();
    fresh_.push_back(std::uint64_t{short_hash(word)} << 16U | column);
  }
  void put_into(store::Sections& sections) && {
    add_up();
    std::vector<std::uint64_t> words;
    std::vector<std::uint64_t> sums{0};
    for (const auto& [word, count] : counts_) {
      words.push_back(word);
      sums.push_back(sums.back() + count);
    }
    sections.add(section::word_columns, store::AscendingNumbers::pack(words));
    sections.add(section::word_sums, store::AscendingNumbers::pack(sums));
  }

 private:
  static constexpr std::size_t most_fresh = 1U << 19U;

  void add_up() {
    std::sort(fresh_.begin(), fresh_.end());
    std::vector<std::pair<std::uint64_t, std::uint64_t>> sum;
    sum.reserve(counts_.size());
    auto known = counts_.begin();
    for (auto word = fresh_.begin(); word != fresh_.end();) {
      const auto end = std::find_if(word, fresh_.end(), [&](std::uint64_t other) { return other != *word; });
      while (known != counts_.end() && known->first < *word) sum.push_back(*known++);
      std::uint64_t count = static_cast<std::uint64_t>(end - word);
      if (known != counts_.end() && known->first == *word) count += (known++)->second;
      sum.emplace_back(*word, count);
      word = end;
    }
    sum.insert(sum.end(), known, counts_.end());
    counts_ = std::move(sum);
    fresh_.clear();
  }

  std::vector<std::uint64_t> fresh_;                             ///< hash << 16 | column
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counts_;  ///< by word
};

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
  WordCounts words;
  std::size_t next_use = 0;
};

/// What the texts are searched by: of a name whose key has other trigrams than itself the key, else the text.
struct SegmentBuilder::Searched {
  std::vector<std::string_view> texts;
  std::deque<std::string> keys;
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

void SegmentBuilder::reserve(std::size_t values, std::size_t bytes) {
  bytes_.reserve(bytes_.size() + bytes);
  ends_.reserve(ends_.size() + values);
  forms_.reserve(forms_.size() + values);
  uses_.reserve(uses_.size() + values);
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
  Searched searched = searched_texts();
  Numbers order = distinct_texts(searched, leaders);
  if (auto done = order_names(std::move(searched), order, control, sections); !done) return done.error();
  put_in_order(order, leaders, sections);
  if (auto done = index_texts(control, sections); !done) return done.error();
  add_columns(sections);
  return sections;
}

SegmentBuilder::Searched SegmentBuilder::searched_texts() const {
  Searched searched;
  searched.texts.reserve(ends_.size());
  for (std::uint32_t number = 0; number < ends_.size(); ++number) {
    std::string_view& text = searched.texts.emplace_back(this->text(number));
    if (forms_[number] != TextForm::name || is_plain(text)) continue;
    std::string key = text::normalise(text);
    if (text::pg_trgm::trigram_set(key) != text::pg_trgm::trigram_set(text))
      text = searched.keys.emplace_back(std::move(key));
  }
  return searched;
}

/// One number for each text and form, by form, what the text is searched by, and its bytes.
/// @param leaders  for each number, that of the first equal text
SegmentBuilder::Numbers SegmentBuilder::distinct_texts(const Searched& searched, Numbers& leaders) const {
  // Most texts differ in their first bytes: comparing these alone spares the way to the texts.
  struct Ranked {
    std::uint64_t rank;
    std::uint32_t number;
  };
  std::vector<Ranked> order;
  order.reserve(ends_.size());
  for (std::uint32_t number = 0; number < ends_.size(); ++number)
    order.push_back({rank_of(forms_[number], searched.texts[number]), number});
  std::sort(order.begin(), order.end(), [&](const Ranked& a, const Ranked& b) {
    if (a.rank != b.rank) return a.rank < b.rank;
    int compared = searched.texts[a.number].compare(searched.texts[b.number]);
    if (compared == 0 && !searched.keys.empty()) compared = text(a.number).compare(text(b.number));
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
Result<void> SegmentBuilder::order_names(Searched searched, Numbers& distinct, const CallControl& control,
                                         store::Sections& sections) const {
  const auto end = std::find_if(distinct.begin(), distinct.end(),
                                [&](std::uint32_t number) { return forms_[number] != TextForm::name; });
  std::vector<std::string_view> texts;
  texts.reserve(static_cast<std::size_t>(end - distinct.begin()));
  for (auto name = distinct.begin(); name != end; ++name) texts.push_back(searched.texts[*name]);
  searched.texts = {};
  auto built = search::TrigramIndex::build(texts, control);
  if (!built) return built.error();
  Numbers names;
  names.reserve(texts.size());
  std::vector<std::uint64_t> key_texts;
  std::vector<std::uint64_t> key_ends{0};
  std::string keys;
  for (const std::uint32_t place : built->order) {
    const std::uint32_t name = distinct[place];
    if (texts[place].data() != text(name).data()) {
      key_texts.push_back(names.size());
      keys += texts[place];
      key_ends.push_back(keys.size());
    }
    names.push_back(name);
  }
  std::copy(names.begin(), names.end(), distinct.begin());
  sections.add(section::key_texts, store::AscendingNumbers::pack(key_texts));
  sections.add(section::key_ends, store::AscendingNumbers::pack(key_ends));
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
  std::vector<std::uint64_t> first;
  Numbers columns;
  std::vector<std::uint64_t> rows{0};
  rows.reserve(uses_.size() + 1);
  columns.reserve(uses_.size());
  for (const UseOf& use : uses_) {
    if (first.size() <= use.text) first.push_back(columns.size());
    columns.push_back(use.column);
    rows.push_back(rows.back() + use.count);
    columns_[use.column].values += use.count > 0 ? 1 : 0;
    columns_[use.column].rows += use.count;
  }
  first.push_back(columns.size());
  if (columns.size() != texts) sections.add(section::first_uses, store::AscendingNumbers::pack(first));
  sections.add(section::use_columns, store::PackedNumbers::pack(columns));
  sections.add(section::row_sums, store::AscendingNumbers::pack(rows));
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
    for (const std::string_view word : words) postings.words.add(word, use.column);
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
  std::vector<std::uint64_t> text_ends{0};
  text_ends.insert(text_ends.end(), ends_.begin(), ends_.end());
  sections.add(section::text_ends, store::AscendingNumbers::pack(text_ends));
  add_postings(section::letter_hashes, section::letter_texts, std::move(postings.letters), sections);
  add_postings(section::deletion_hashes, section::deletion_texts, std::move(postings.deletions), sections);
  add_postings(section::acronym_hashes, section::acronym_uses, telling(std::move(postings.acronyms)), sections);
  std::move(postings.words).put_into(sections);
  return {};
}

void SegmentBuilder::add_columns(store::Sections& sections) const {
  boost::json::array list;
  for (const SegmentColumn& column : columns_)
    list.push_back(boost::json::array{column.table, column.column, column.replaces,
                                      static_cast<std::int64_t>(column.longest),
                                      static_cast<std::int64_t>(column.values), column.rows});
  const std::string written = json::write(list);
  sections.add(section::columns, written);
}

}  // namespace querydata::inline v0::values
