#include "values/meaning_index.hpp"

#include <algorithm>
#include <set>

namespace querydata::inline v0::values {
namespace {

constexpr double nothing_alike = 1e-6;  // cosines above 0 only

}  // namespace

Result<std::unique_ptr<const MeaningIndex>> MeaningIndex::build(const IndexedValues& values,
                                                                const VisibleColumns& wanted,
                                                                std::shared_ptr<const Embedder> embedder) {
  std::set<std::string> distinct;
  values.for_each([&](std::uint32_t column, TextForm form, std::string_view text, std::uint32_t) {
    if (wanted[column] && form == TextForm::name && distinct.size() <= most_names) distinct.emplace(text);
  });
  if (distinct.size() > most_names) return std::unique_ptr<const MeaningIndex>();
  std::vector<std::string> names(distinct.begin(), distinct.end());
  auto words = search::RelatedWords::build(names, std::move(embedder));
  if (!words) return words.error();
  return std::unique_ptr<const MeaningIndex>(new MeaningIndex(values, std::move(names), *std::move(words)));
}

Result<std::vector<MeaningIndex::Near>> MeaningIndex::find(std::string_view phrase, const VisibleColumns& visible,
                                                           std::size_t limit, double max_distance) const {
  const std::vector<std::string> phrases{std::string(phrase)};
  const double least = std::max(nothing_alike, 1 - max_distance);
  const auto found = words_.find(phrases, names_.size(), least);
  if (!found) return found.error();
  std::vector<Near> near;
  std::size_t texts = 0;
  for (const search::ScoredItem& item : found->front()) {
    if (texts == limit) break;
    const std::string& name = names_[item.item];
    const std::size_t before = near.size();
    for (const IndexedValues::Id id : values_.same_letters(letters_of(name), visible))
      if (values_[id].value == Value(name)) near.push_back({id, std::max(0.0, 1 - item.score)});
    texts += near.size() > before ? 1 : 0;
  }
  return near;
}

}  // namespace querydata::inline v0::values
