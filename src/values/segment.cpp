#include "values/segment.hpp"

#include <algorithm>
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

bool ascends(std::span<const std::uint32_t> numbers, std::uint64_t least, std::uint64_t last) {
  for (const std::uint32_t number : numbers) {
    if (number < least) return false;
    least = number;
  }
  return numbers.empty() || least == last;
}

bool below(std::span<const std::uint32_t> numbers, std::uint32_t end) {
  return std::all_of(numbers.begin(), numbers.end(), [&](std::uint32_t number) { return number < end; });
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

Segment::Segment(store::Sections sections) : sections_(std::move(sections)) {
  const auto numbers = [&](section::Number number) { return sections_.items<std::uint32_t>(number); };
  bytes_ = sections_.bytes(section::texts);
  text_ends_ = numbers(section::text_ends);
  form_ends_ = numbers(section::form_ends);
  first_uses_ = numbers(section::first_uses);
  use_columns_ = sections_.items<std::uint16_t>(section::use_columns);
  use_counts_ = numbers(section::use_counts);
  letters_ = {numbers(section::letter_hashes), numbers(section::letter_texts)};
  deletions_ = {numbers(section::deletion_hashes), numbers(section::deletion_texts)};
  acronyms_ = {numbers(section::acronym_hashes), numbers(section::acronym_uses)};
  word_hashes_ = numbers(section::word_hashes);
  word_columns_ = sections_.items<std::uint16_t>(section::word_columns);
  word_counts_ = numbers(section::word_counts);
  key_texts_ = numbers(section::key_texts);
  key_ends_ = numbers(section::key_ends);
  keys_ = sections_.bytes(section::keys);
}

Result<std::shared_ptr<const Segment>> Segment::open(store::Sections sections) {
  std::shared_ptr<Segment> segment(new Segment(std::move(sections)));
  if (!segment->read_columns() || !segment->fits())
    return Error{ErrorCode::data_loss, "the arrays of a value index do not fit each other; build the index again", {}};
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
    if (fields == nullptr || fields->size() != 4) return false;
    const auto* table = (*fields)[0].if_string();
    const auto* column = (*fields)[1].if_string();
    const auto* replaces = (*fields)[2].if_bool();
    const auto* longest = (*fields)[3].if_int64();
    if (table == nullptr || column == nullptr || replaces == nullptr || longest == nullptr) return false;
    columns_.push_back({std::string(*table), std::string(*column), *replaces, static_cast<std::size_t>(*longest)});
  }
  return true;
}

/// Whether every number leads to something, so that no damage can make a lookup read beyond the arrays.
bool Segment::fits() const {
  const auto same = [&](section::Number a, std::size_t a_size, section::Number b, std::size_t b_size) {
    return sections_.bytes(a).size() / a_size == sections_.bytes(b).size() / b_size;
  };
  const std::uint32_t end = texts();
  constexpr std::size_t four = 4;
  if (form_ends_.size() != text_forms || form_ends_.back() != end || !ascends(form_ends_, 0, end)) return false;
  if (!ascends(text_ends_, 0, bytes_.size()) || (end == 0 && !bytes_.empty())) return false;
  if (use_counts_.size() != use_columns_.size()) return false;
  if (first_uses_.empty() ? uses() != end : first_uses_.size() != end + std::size_t{1}) return false;
  if (!first_uses_.empty() && (first_uses_.front() != 0 || !ascends(first_uses_, 0, uses()))) return false;
  if (std::any_of(use_columns_.begin(), use_columns_.end(), [&](auto column) { return column >= columns_.size(); }) ||
      std::any_of(word_columns_.begin(), word_columns_.end(), [&](auto column) { return column >= columns_.size(); }))
    return false;
  if (!same(section::letter_hashes, four, section::letter_texts, four) ||
      !same(section::deletion_hashes, four, section::deletion_texts, four) ||
      !same(section::acronym_hashes, four, section::acronym_uses, four) ||
      word_columns_.size() != word_hashes_.size() || word_counts_.size() != word_hashes_.size())
    return false;
  for (const auto number : {section::letter_texts, section::deletion_texts})
    if (!below(sections_.items<std::uint32_t>(number), end)) return false;
  if (!below(sections_.items<std::uint32_t>(section::acronym_uses), uses())) return false;
  return key_ends_.size() == key_texts_.size() && ascends(key_ends_, 0, keys_.size()) &&
         std::is_sorted(key_texts_.begin(), key_texts_.end()) && below(key_texts_, end);
}

std::string_view Segment::text(Text text) const noexcept {
  const std::uint32_t begin = text == 0 ? 0 : text_ends_[text - 1];
  return bytes_.substr(begin, text_ends_[text] - begin);
}

TextForm Segment::form(Text text) const noexcept {
  std::size_t form = 0;
  while (text >= form_ends_[form]) ++form;
  return static_cast<TextForm>(form);
}

Segment::Text Segment::text_of(Use use) const noexcept {
  if (first_uses_.empty()) return use;
  return static_cast<Text>(std::upper_bound(first_uses_.begin(), first_uses_.end(), use) - first_uses_.begin()) - 1;
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
  const auto found = std::lower_bound(key_texts_.begin(), key_texts_.end(), name);
  if (found == key_texts_.end() || *found != name) return text(name);
  const auto place = static_cast<std::size_t>(found - key_texts_.begin());
  const std::uint32_t begin = place == 0 ? 0 : key_ends_[place - 1];
  return keys_.substr(begin, key_ends_[place] - begin);
}

}  // namespace querydata::inline v0::values
