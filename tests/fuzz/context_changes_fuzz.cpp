// Whatever the bytes: mutations, golden datasets and names of sets end in an error or in what reads back equal, and
// comparing and merging sets keeps every item.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "querydata/context_changes.hpp"
#include "querydata/context_store.hpp"
#include "querydata/golden_dataset.hpp"

namespace {

using namespace querydata;

void require(bool truth) {
  if (!truth) std::abort();
}

const ContextSet& sample() {
  static const ContextSet set = ContextSet::read(R"({
    "templates": [{"nl_query":"a","sql":"SELECT 1","id":7}, {"nl_query":"b","sql":"SELECT 2","parameterized":{"z":1}}],
    "facets": [{"sql_snippet":"t.x = 1","intent":"one"}, {"sql_snippet":"t.x = 1","intent":"one"}],
    "value_searches": [{"query":"q","concept_type":"c","description":"d"}], "note": 1})")
                                    .value();
  return set;
}

std::size_t items_of(const ContextSet& set) {
  return set.templates.size() + set.facets.size() + set.value_searches.size();
}

void change(std::string_view text) {
  const auto mutations = parse_mutations(text);
  if (!mutations) {
    require(mutations.error().where.byte_offset.has_value() && *mutations.error().where.byte_offset <= text.size());
    return;
  }
  const auto mutated = mutate(sample(), *mutations, {true, true});
  if (!mutated) {
    require(mutated.error().where.json_pointer.starts_with('/'));
    return;
  }
  require(mutated->effects.size() == mutations->size());
  require(ContextSet::read(mutated->set.write()).value() == mutated->set);
}

void compare(std::string_view text) {
  const auto set = ContextSet::read(text);
  if (!set) return;
  require(diff(*set, *set).empty());
  const ContextSetDiff difference = diff(sample(), *set);
  require(items_of(sample()) + difference.added.size() == items_of(*set) + difference.removed.size());
  for (const MergePreference preference : {MergePreference::ours, MergePreference::theirs, MergePreference::both}) {
    const MergedSet merged = merge(sample(), *set, preference);
    require(items_of(merged.set) >= items_of(sample()) + merged.added);
    require(merge(merged.set, *set, MergePreference::ours).added == 0);
  }
}

void keep(std::string_view text) {
  if (const auto dataset = GoldenDataset::read(text)) {
    require(GoldenDataset::read(dataset->write()).value() == *dataset);
  }
  if (const auto id = ContextSetId::parse(text)) require(ContextSetId::parse(id->text()).value() == *id);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  change(text);
  compare(text);
  keep(text);
  return 0;
}
