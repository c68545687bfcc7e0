#include "values/segment.hpp"

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <charconv>
#include <utility>

#include "core/json.hpp"
#include "text/fold.hpp"
#include "text/utf8.hpp"
#include "values/other_names.hpp"
#include "values/spelling.hpp"

namespace querydata::inline v0::values {
namespace {

// Texts of so few letters share too few trigrams with their misspellings; shorter ones are codes, of which each is near
// many others.
constexpr std::size_t shortest_misspelt = 4;
constexpr std::size_t longest_short = 8;

template <class T>
T number_in(std::string_view text) {
  T number{};
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

bool below(const store::PackedNumbers& numbers, std::size_t end) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] >= end) return false;
  return true;
}

/// Whether ascending numbers are 0, then one for each of so many things, the last one `end`.
bool are_ends(const store::AscendingNumbers& ends, std::size_t things, std::uint64_t end) {
  return ends.size() == things + 1 && ends[0] == 0 && ends[things] == end;
}

}  // namespace

TextForm form_of(const Value& value, bool is_name) noexcept {
  if (std::holds_alternative<bool>(value)) return TextForm::boolean;
  if (std::holds_alternative<std::int64_t>(value)) return TextForm::integer;
  if (std::holds_alternative<double>(value)) return TextForm::real;
  return is_name ? TextForm::name : TextForm::text;
}

Value value_of(TextForm form, std::string_view text) {
  switch (form) {
    case TextForm::integer:
      return number_in<std::int64_t>(text);
    case TextForm::real:
      return number_in<double>(text);
    case TextForm::boolean:
      return text == to_display(Value(true));
    case TextForm::name:
    case TextForm::text:
      break;
  }
  return std::string(text);
}

std::string letters_of(std::string_view text) {
  std::string letters = without_blanks(text::normalise(text));
  return letters.empty() ? std::string(text) : letters;
}

std::vector<std::uint32_t> deletion_hashes(std::string_view letters) {
  const std::u32string points = text::to_code_points(letters);
  if (points.size() + 1 < shortest_misspelt || points.size() > longest_short + 1) return {};
  std::vector<std::uint32_t> hashes{short_hash(letters)};
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::u32string shorter = points;
    shorter.erase(i, 1);
    hashes.push_back(short_hash(text::to_utf8(shorter)));
  }
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  return hashes;
}

Segment::Segment(store::Sections sections)
    : sections_(std::move(sections)),
      bytes_(sections_.bytes(section::texts)),
      form_ends_(sections_.items<std::uint32_t>(section::form_ends)),
      keys_(sections_.bytes(section::keys)) {}

bool Segment::read_arrays() {
  const auto words = [&](section::Number number) { return sections_.items<std::uint64_t>(number); };
  const auto read = [](auto& array, const auto& opened) {
    if (opened) array = *opened;
    return opened.has_value();
  };
  const auto ascending = [&](section::Number number, store::AscendingNumbers& array) {
    return read(array, store::AscendingNumbers::open(words(number)));
  };
  const auto postings = [&](section::Number hashes, section::Number numbers, HashPostings& array) {
    return read(array, HashPostings::open(words(hashes), words(numbers)));
  };
  return ascending(section::text_ends, text_ends_) &&
         (words(section::first_uses).empty() || ascending(section::first_uses, first_uses_)) &&
         read(use_columns_, store::PackedNumbers::open(words(section::use_columns))) &&
         ascending(section::row_sums, row_sums_) && postings(section::letter_hashes, section::letter_texts, letters_) &&
         postings(section::deletion_hashes, section::deletion_texts, deletions_) &&
         postings(section::acronym_hashes, section::acronym_uses, acronyms_) &&
         ascending(section::word_columns, word_columns_) && ascending(section::word_sums, word_sums_) &&
         ascending(section::key_texts, key_texts_) && ascending(section::key_ends, key_ends_);
}

Result<std::shared_ptr<const Segment>> Segment::open(store::Sections sections) {
  std::shared_ptr<Segment> segment(new Segment(std::move(sections)));
  if (!segment->read_columns() || !segment->read_arrays() || !segment->fits())
    return Error{ErrorCode::data_loss, "the arrays of a value index do not fit each other; build the index again", {}};
  std::size_t values = 0;
  for (const SegmentColumn& column : segment->columns_) values += column.values;
  segment->is_whole_ = values == segment->uses();
  if (segment->names() == 0) return std::shared_ptr<const Segment>(std::move(segment));
  auto index = search::TrigramIndex::open(segment->sections_.bytes(section::trigram_index),
                                          [names = segment.get()](Text name) { return names->searched_text(name); });
  if (!index) return index.error();
  if (index->size() != segment->names())
    return Error{ErrorCode::data_loss, "the trigrams of a value index are not those of its names; build it again", {}};
  segment->trigram_index_ = *std::move(index);
  return std::shared_ptr<const Segment>(std::move(segment));
}

bool Segment::read_columns() {
  const auto parsed = json::parse(sections_.bytes(section::columns));
  const auto* list = parsed ? parsed->if_array() : nullptr;
  if (list == nullptr) return false;
  for (const auto& item : *list) {
    const auto* fields = item.if_array();
    if (fields == nullptr || fields->size() != 6) return false;
    const auto* table = (*fields)[0].if_string();
    const auto* column = (*fields)[1].if_string();
    const auto* replaces = (*fields)[2].if_bool();
    if (table == nullptr || column == nullptr || replaces == nullptr) return false;
    std::array<std::int64_t, 3> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto* number = (*fields)[3 + i].if_int64();
      if (number == nullptr) return false;
      numbers[i] = *number;
    }
    columns_.push_back({std::string(*table), std::string(*column), *replaces, static_cast<std::size_t>(numbers[0]),
                        static_cast<std::size_t>(numbers[1]), numbers[2]});
  }
  return true;
}

/// Whether every number leads to something, so that no damage can make a lookup read beyond the arrays.
bool Segment::fits() const {
  if (text_ends_.size() == 0 || form_ends_.size() != text_forms) return false;
  const std::uint32_t end = texts();
  if (form_ends_.back() != end || !std::is_sorted(form_ends_.begin(), form_ends_.end())) return false;
  if (!are_ends(text_ends_, end, bytes_.size())) return false;
  if (first_uses_.size() == 0 ? uses() != end : !are_ends(first_uses_, end, uses())) return false;
  if (!below(use_columns_, columns_.size()) || row_sums_.size() != uses() + std::size_t{1}) return false;
  return postings_fit() && are_ends(key_ends_, key_texts_.size(), keys_.size());
}

bool Segment::postings_fit() const {
  if (!below(letters_.numbers(), texts()) || !below(deletions_.numbers(), texts())) return false;
  if (!below(acronyms_.numbers(), uses()) || word_sums_.size() != word_columns_.size() + 1) return false;
  bool fit = true;
  word_columns_.for_each([&](std::uint64_t word) { fit = fit && (word & 0xFFFFU) < columns_.size(); });
  return fit;
}

std::string_view Segment::text(Text text) const noexcept {
  const auto [begin, end] = text_ends_.at_and_after(text);
  return bytes_.substr(begin, end - begin);
}

TextForm Segment::form(Text text) const noexcept {
  std::size_t form = 0;
  while (text >= form_ends_[form]) ++form;
  return static_cast<TextForm>(form);
}

Segment::Text Segment::text_of(Use use) const noexcept {
  if (first_uses_.size() == 0) return use;
  return static_cast<Text>(first_uses_.lower_bound(std::uint64_t{use} + 1) - 1);
}

std::vector<Segment::Text> Segment::same_text(TextForm form, std::string_view text) const {
  std::vector<Text> found;
  for (const Text candidate : letters_.find(short_hash(letters_of(text))))
    if (this->text(candidate) == text && this->form(candidate) == form) found.push_back(candidate);
  return found;
}

std::vector<Segment::Text> Segment::same_letters(std::string_view letters) const {
  std::vector<Text> found;
  for (const Text candidate : letters_.find(short_hash(letters)))
    if (letters_of(text(candidate)) == letters) found.push_back(candidate);
  return found;
}

std::vector<Segment::Use> Segment::with_initials(std::string_view initials) const {
  std::vector<Use> found;
  for (const Use candidate : acronyms_.find(short_hash(initials))) {
    const auto acronyms = acronyms_of(text::normalise(text(text_of(candidate))));
    if (std::find(acronyms.begin(), acronyms.end(), initials) != acronyms.end()) found.push_back(candidate);
  }
  return found;
}

std::vector<Segment::Text> Segment::short_neighbours(std::string_view letters) const {
  std::vector<Text> found;
  for (const std::uint32_t hash : values::deletion_hashes(letters)) {
    const auto texts = deletions_.find(hash);
    found.insert(found.end(), texts.begin(), texts.end());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::string_view Segment::searched_text(Text name) const noexcept {
  if (key_texts_.size() == 0) return text(name);
  const std::size_t place = key_texts_.lower_bound(name);
  if (place == key_texts_.size() || key_texts_[place] != name) return text(name);
  const auto [begin, end] = key_ends_.at_and_after(place);
  return keys_.substr(begin, end - begin);
}

}  // namespace querydata::inline v0::values
