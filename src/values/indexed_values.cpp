#include "values/indexed_values.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/utf8.hpp"
#include "text/fold.hpp"
#include "text/utf8.hpp"
#include "values/other_names.hpp"
#include "values/segment_builder.hpp"

namespace querydata::inline v0::values {
namespace {

// Of candidates, which are compared afterwards.
constexpr double least_similarity = 0.1;
constexpr double least_word_similarity = 0.3;

std::shared_ptr<const Segment> segment_of(const std::vector<ValueColumn>& columns,
                                          const std::vector<IndexedValues::Entry>& entries) {
  std::vector<SegmentColumn> named;
  for (const ValueColumn& column : columns) named.push_back({column.table, column.column});
  SegmentBuilder builder(std::move(named));
  for (const auto& entry : entries)
    builder
        .add(static_cast<std::uint16_t>(entry.column), entry.value, true,
             static_cast<std::uint64_t>(std::max<std::int64_t>(entry.count, 1)))
        .value();
  return Segment::open(std::move(builder).build({}).value()).value();
}

}  // namespace

IndexedValues::IndexedValues(std::vector<std::shared_ptr<const Segment>> segments, Synonyms synonyms)
    : synonyms_(std::move(synonyms)) {
  Id first = 0;
  for (auto& segment : segments) {
    const Id next = first + segment->uses();
    parts_.push_back({std::move(segment), first, {}, {}, {}, {}, {}});
    first = next;
  }
  number_columns();
  for (std::size_t newer = 1; newer < parts_.size(); ++newer) overrule(newer);
  for (Part& part : parts_) std::sort(part.lost_words.begin(), part.lost_words.end());
  count_values();
}

IndexedValues::IndexedValues(std::vector<ValueColumn> columns, const std::vector<Entry>& entries)
    : IndexedValues({segment_of(columns, entries)}) {
  for (ValueColumn& column : columns_)
    for (const ValueColumn& named : columns)
      if (named.table == column.table && named.column == column.column) column.concept_type = named.concept_type;
}

void IndexedValues::number_columns() {
  std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> numbers;
  for (Part& part : parts_) {
    for (const SegmentColumn& column : part.segment->columns()) {
      const auto next = static_cast<std::uint32_t>(columns_.size());
      const auto [known, fresh] = numbers.try_emplace({column.table, column.column}, next);
      if (fresh) columns_.push_back({column.table, column.column, column.table + '.' + column.column});
      part.columns.push_back(known->second);
    }
    part.replaced.assign(part.columns.size(), false);
    part.lost.resize(part.columns.size());
  }
}

/// Marks what a segment overrules in those before it.
void IndexedValues::overrule(std::size_t newer) {
  const Part& part = parts_[newer];
  for (std::size_t column = 0; column < part.columns.size(); ++column) {
    if (!part.segment->columns()[column].replaces) continue;
    for (std::size_t older = 0; older < newer; ++older)
      for (std::size_t i = 0; i < parts_[older].columns.size(); ++i)
        if (parts_[older].columns[i] == part.columns[column]) parts_[older].replaced[i] = true;
  }
  const Segment& segment = *part.segment;
  for (Segment::Text text = 0; text < segment.texts(); ++text)
    for (auto [use, end] = segment.uses_of(text); use < end; ++use)
      for (std::size_t older = 0; older < newer; ++older)
        overrule(parts_[older], segment.form(text), segment.text(text), part.columns[segment.column(use)]);
}

void IndexedValues::overrule(Part& older, TextForm form, std::string_view text, std::uint32_t column) {
  const Segment& segment = *older.segment;
  // A text may have become a name, or stopped being one.
  const auto forms = form == TextForm::name || form == TextForm::text
                         ? std::vector<TextForm>{TextForm::name, TextForm::text}
                         : std::vector<TextForm>{form};
  for (const TextForm other : forms) {
    for (const Segment::Text same : segment.same_text(other, text)) {
      for (auto [use, end] = segment.uses_of(same); use < end; ++use) {
        const std::uint16_t own = segment.column(use);
        if (older.columns[own] != column || !is_there(older, use)) continue;
        if (older.overruled.empty()) older.overruled.resize(segment.uses());
        older.overruled[use] = true;
        ++older.lost[own].values;
        older.lost[own].rows += segment.count(use);
        if (form != TextForm::name && form != TextForm::text) continue;
        const std::string key = text::normalise(text);
        auto words = words_of(key);
        std::sort(words.begin(), words.end());
        words.erase(std::unique(words.begin(), words.end()), words.end());
        for (const std::string_view word : words)
          older.lost_words.push_back(std::uint64_t{short_hash(word)} << 16U | own);
      }
    }
  }
}

void IndexedValues::count_values() {
  for (const Part& part : parts_) {
    for (std::size_t i = 0; i < part.columns.size(); ++i) {
      if (part.replaced[i]) continue;
      ValueColumn& column = columns_[part.columns[i]];
      const SegmentColumn& here = part.segment->columns()[i];
      column.values += here.values - part.lost[i].values;
      column.rows += here.rows - part.lost[i].rows;
    }
  }
  for (const ValueColumn& column : columns_) size_ += column.values;
}

const IndexedValues::Part& IndexedValues::part_of(Id id) const {
  return *std::prev(std::upper_bound(parts_.begin(), parts_.end(), id,
                                     [](Id wanted, const Part& part) { return wanted < part.first; }));
}

IndexedValues::Entry IndexedValues::operator[](Id id) const {
  const Part& part = part_of(id);
  const Segment::Use use = id - part.first;
  return {part.segment->value(part.segment->text_of(use)), part.columns[part.segment->column(use)],
          part.segment->count(use)};
}

bool IndexedValues::is_there(const Part& part, Segment::Use use) const {
  return !part.replaced[part.segment->column(use)] && (part.overruled.empty() || !part.overruled[use]) &&
         (part.segment->is_whole() || part.segment->count(use) > 0);
}

bool IndexedValues::is_visible(const Part& part, Segment::Use use, const VisibleColumns& visible) const {
  return visible[part.columns[part.segment->column(use)]] && is_there(part, use);
}

bool IndexedValues::has_visible(const Part& part, Segment::Text text, const VisibleColumns& visible) const {
  const Segment& segment = *part.segment;
  for (auto [use, end] = segment.uses_of(text); use < end; ++use)
    if (is_visible(part, use, visible)) return true;
  return false;
}

void IndexedValues::add_visible(const Found& found, const VisibleColumns& visible, std::vector<Id>& ids) const {
  const Segment& segment = *found.part->segment;
  // What is not UTF-8 can't be a parameter of a query.
  if (find_invalid_utf8(segment.text(found.text))) return;
  for (auto [use, end] = segment.uses_of(found.text); use < end; ++use)
    if (is_visible(*found.part, use, visible)) ids.push_back(found.part->first + use);
}

/// The order must not tell which segment holds what.
void IndexedValues::sort_by_value(std::vector<Id>& ids) const {
  const auto key = [&](Id id) {
    const Part& part = part_of(id);
    const Segment::Use use = id - part.first;
    const Segment::Text text = part.segment->text_of(use);
    return std::tuple(part.segment->form(text), part.segment->text(text), part.columns[part.segment->column(use)]);
  };
  std::sort(ids.begin(), ids.end(), [&](Id a, Id b) { return key(a) < key(b); });
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

std::size_t IndexedValues::longest(const VisibleColumns& visible) const {
  std::size_t most = 0;
  for (const Part& part : parts_)
    for (std::size_t column = 0; column < part.columns.size(); ++column)
      if (visible[part.columns[column]] && !part.replaced[column])
        most = std::max(most, part.segment->columns()[column].longest);
  return most;
}

std::vector<IndexedValues::Id> IndexedValues::same_letters(std::string_view letters,
                                                           const VisibleColumns& visible) const {
  std::vector<Id> ids;
  for (const Part& part : parts_)
    for (const Segment::Text text : part.segment->same_letters(letters)) add_visible({&part, text}, visible, ids);
  sort_by_value(ids);
  return ids;
}

std::vector<IndexedValues::Id> IndexedValues::synonyms(std::string_view letters, const VisibleColumns& visible) const {
  std::vector<Id> ids;
  for (const std::string& other : synonyms_.others(letters)) {
    const auto there = same_letters(other, visible);
    ids.insert(ids.end(), there.begin(), there.end());
  }
  sort_by_value(ids);
  return ids;
}

void IndexedValues::add_other_names(std::vector<Id> ids, const OtherName& like, std::set<Id>& known,
                                    std::vector<OtherName>& found) const {
  sort_by_value(ids);
  for (const Id id : ids) {
    if (!known.insert(id).second) continue;
    found.push_back(like);
    found.back().id = id;
  }
}

std::vector<IndexedValues::OtherName> IndexedValues::other_names(const Spelling& phrase,
                                                                 const VisibleColumns& visible) const {
  std::vector<OtherName> found;
  const auto same = same_letters(phrase.letters(), visible);
  std::set<Id> known(same.begin(), same.end());
  std::vector<Id> ids;
  const auto look_up = [&](std::string_view letters) {
    const auto there = same_letters(letters, visible);
    ids.insert(ids.end(), there.begin(), there.end());
  };
  const auto add = [&](const OtherName& like) { add_other_names(std::exchange(ids, {}), like, known, found); };
  ids = synonyms(phrase.letters(), visible);
  for (const std::string& key : synonyms_.rewritten(phrase.key())) look_up(without_blanks(key));
  add({0, MatchKind::synonym});
  for (const Synonyms::Like& name : synonyms_.like(phrase)) {
    ids = synonyms(name.letters, visible);
    add({0, MatchKind::synonym, false, name.distance});
  }
  // A single word that is a value abbreviates nothing: "CO" is not every company.
  if (!same.empty() && words_of(phrase.key()).size() < 2) return found;
  // Word by word: "Ke West" is not KEW.
  for (const std::string& key : abbreviations_of(phrase.key()))
    for (const Id id : same_letters(without_blanks(key), visible))
      if (text::normalise(to_display((*this)[id].value)) == key) ids.push_back(id);
  add({0, MatchKind::abbreviation});
  if (!same.empty()) return found;
  for (const Part& part : parts_)
    for (const Segment::Use use : part.segment->with_initials(phrase.letters()))
      if (is_visible(part, use, visible)) ids.push_back(part.first + use);
  for (const std::string& acronym : acronyms_of(phrase.key())) look_up(acronym);
  add({0, MatchKind::abbreviation, true});
  return found;
}

/// The first `limit` texts that a search of every segment finds, in one order.
template <class Search>
void IndexedValues::add_nearest(const Search& search, const VisibleColumns& visible, std::size_t limit,
                                std::vector<Id>& ids) const {
  struct Ranked {
    float similarity;
    std::string_view searched;
    std::string_view text;
    Found found;
  };
  std::vector<Ranked> ranked;
  for (const Part& part : parts_) {
    if (part.segment->trigram_index().size() == 0) continue;
    search::TrigramSearch wanted;
    wanted.limit = limit;
    wanted.accept = [&](Segment::Text text) { return has_visible(part, text, visible); };
    for (const search::TextMatch& match : search(part.segment->trigram_index(), std::move(wanted)).value())
      ranked.push_back(
          {match.similarity, part.segment->searched_text(match.id), part.segment->text(match.id), {&part, match.id}});
  }
  std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    return std::tuple(-a.similarity, a.searched, a.text) < std::tuple(-b.similarity, b.searched, b.text);
  });
  std::size_t texts = 0;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    if (i == 0 || ranked[i].text != ranked[i - 1].text) ++texts;
    if (texts > limit) break;
    add_visible(ranked[i].found, visible, ids);
  }
}

std::vector<IndexedValues::Id> IndexedValues::nearest(const Spelling& phrase, const VisibleColumns& visible,
                                                      std::size_t limit) const {
  // Without letters only the value itself is meant.
  if (phrase.key().empty()) return same_letters(phrase.text(), visible);
  std::vector<Id> ids;
  const auto similar = [&](const search::TrigramIndex& index, search::TrigramSearch wanted) {
    wanted.at_least = least_similarity;
    return index.similar(phrase.key(), wanted);
  };
  const auto word_similar = [&](const search::TrigramIndex& index, search::TrigramSearch wanted) {
    wanted.at_least = least_word_similarity;
    return index.word_similar(phrase.key(), wanted);
  };
  add_nearest(similar, visible, limit, ids);
  add_nearest(word_similar, visible, limit, ids);
  std::vector<Id> neighbours;
  for (const Part& part : parts_)
    for (const Segment::Text text : part.segment->short_neighbours(phrase.letters()))
      add_visible({&part, text}, visible, neighbours);
  sort_by_value(neighbours);
  ids.insert(ids.end(), neighbours.begin(), neighbours.end());
  std::set<Id> known;
  ids.erase(std::remove_if(ids.begin(), ids.end(), [&](Id id) { return !known.insert(id).second; }), ids.end());
  return ids;
}

std::size_t IndexedValues::count_with_word(std::string_view word, const VisibleColumns& visible) const {
  const std::uint32_t hash = short_hash(word);
  std::size_t count = 0;
  for (const Part& part : parts_) {
    part.segment->for_each_column_with(hash, [&](std::uint16_t column, std::uint64_t values) {
      if (!visible[part.columns[column]] || part.replaced[column]) return;
      const auto lost =
          std::equal_range(part.lost_words.begin(), part.lost_words.end(), std::uint64_t{hash} << 16U | column);
      count += values - static_cast<std::size_t>(lost.second - lost.first);
    });
  }
  return count;
}

}  // namespace querydata::inline v0::values
