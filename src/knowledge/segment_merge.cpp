#include "knowledge/segment_merge.hpp"

#include <algorithm>
#include <numeric>

namespace querydata::inline v0::knowledge {
namespace {

constexpr std::size_t name_bytes = 128;  // that a document counts besides its content
constexpr std::size_t newer_part = 4;    // of a segment's bytes, that newer ones may have
constexpr std::size_t living_part = 2;   // of a large segment's bytes, that must not be overruled

std::size_t bytes_of(const DocumentSource& document) {
  return document.content.size() + name_bytes;
}

struct SegmentBytes {
  std::size_t all = 0;
  std::size_t living = 0;
};

std::vector<SegmentBytes> count_bytes(const KnowledgeBase::Impl& base) {
  std::vector<SegmentBytes> out;
  for (std::uint32_t i = 0; i < base.segments.size(); ++i) {
    // Names that are no more are kept as long as there are older segments.
    const std::size_t gone = i == 0 ? 0 : base.segments[i]->gone_count() * name_bytes;
    SegmentBytes bytes{gone, gone};
    for (std::uint32_t document = 0; document < base.segments[i]->size(); ++document) {
      const std::size_t size = base.segments[i]->record(document).content_bytes + name_bytes;
      bytes.all += size;
      if (base.lives({i, document})) bytes.living += size;
    }
    out.push_back(bytes);
  }
  return out;
}

}  // namespace

std::optional<SegmentRange> range_to_merge(const KnowledgeBase::Impl& base, std::size_t most_bytes) {
  const std::vector<SegmentBytes> bytes = count_bytes(base);
  const std::size_t large = most_bytes / 2;
  std::size_t open = bytes.size();  // the segments from here on may still grow
  while (open > 0 && bytes[open - 1].all < large) --open;
  for (std::size_t i = 0; i < open; ++i) {
    if (bytes[i].living < bytes[i].all / living_part) return SegmentRange{i, i + 1};
    if (i + 1 < open && bytes[i].living + bytes[i + 1].living < large) return SegmentRange{i, i + 2};
  }
  std::size_t newer = 0;
  for (std::size_t i = open; i < bytes.size(); ++i) newer += bytes[i].all;
  for (std::size_t i = open; i + 1 < bytes.size(); ++i) {
    newer -= bytes[i].all;
    if (newer > bytes[i].all / newer_part) return SegmentRange{i, bytes.size()};
  }
  return std::nullopt;
}

SegmentUnion union_of(const KnowledgeBase::Impl& base, SegmentRange range) {
  SegmentUnion out;
  for (auto i = static_cast<std::uint32_t>(range.first); i < range.end; ++i) {
    const DocumentSegment& segment = *base.segments[i];
    for (std::uint32_t document = 0; document < segment.size(); ++document)
      if (base.lives({i, document})) out.documents.push_back(segment.source(document));
    // There is nothing older than the first segment.
    for (std::size_t name = 0; range.first > 0 && name < segment.gone_count(); ++name)
      out.gone.emplace_back(segment.gone(name));
  }
  std::ranges::sort(out.documents, {}, &DocumentSource::name);
  std::ranges::sort(out.gone);
  const auto twice = std::ranges::unique(out.gone);
  out.gone.erase(twice.begin(), twice.end());
  std::erase_if(out.gone, [&](const std::string& name) {
    return std::ranges::binary_search(out.documents, std::string_view(name), {}, &DocumentSource::name);
  });
  return out;
}

std::vector<std::span<const DocumentSource>> segment_runs(std::span<const DocumentSource> documents,
                                                          std::size_t most_bytes) {
  std::vector<std::span<const DocumentSource>> runs;
  std::size_t first = 0;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const std::size_t size = bytes_of(documents[i]);
    if (i > first && bytes + size > most_bytes) {
      runs.push_back(documents.subspan(first, i - first));
      first = i;
      bytes = 0;
    }
    bytes += size;
  }
  runs.push_back(documents.subspan(first));
  return runs;
}

}  // namespace querydata::inline v0::knowledge
