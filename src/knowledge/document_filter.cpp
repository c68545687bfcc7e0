#include "knowledge/knowledge_base_impl.hpp"

namespace querydata::inline v0::knowledge {
namespace {

/// Numbers of the fields of `FilterSchema::documents()`; the last one is the URI.
enum Field : std::size_t { content_length_bytes, data_source, update_time };

/// A document in its segment, as filters see it.
struct FilteredDocument {
  const DocumentSegment& segment;
  std::size_t document;
};

class DocumentReader final : public FilterReader {
 public:
  [[nodiscard]] FilterValue field(FilterNode message, const FilterField& field) const override {
    const auto& [segment, document] = *static_cast<const FilteredDocument*>(message.address);
    const DocumentRecord& record = segment.record(document);
    switch (field.number) {
      case content_length_bytes:
        return static_cast<std::int64_t>(record.content_bytes);
      case data_source:
        return segment.data_source(document);
      case update_time:
        return FilterTime{record.update_seconds, static_cast<std::int32_t>(record.update_nanoseconds)};
      default:
        return segment.uri(document);
    }
  }
};

}  // namespace

DocumentFilter::DocumentFilter(const KnowledgeBase::Impl& base, Filter filter)
    : base_(&base), filter_(std::move(filter)), verdicts_(base.alive.size(), Verdict::unknown) {}

Result<DocumentFilter> DocumentFilter::compile(const KnowledgeBase::Impl& base, std::string_view text) {
  auto filter = Filter::compile(text);
  if (!filter) return filter.error();
  return DocumentFilter(base, *std::move(filter));
}

bool DocumentFilter::accepts(DocumentPlace place) {
  const std::size_t number = base_->number(place);
  Verdict& verdict = verdicts_[number];
  if (verdict == Verdict::unknown) {
    const FilteredDocument document{base_->segment_of(place), place.document};
    const bool passes =
        base_->alive[number] && (filter_.matches_all() || filter_.matches({&document}, DocumentReader()));
    verdict = passes ? Verdict::yes : Verdict::no;
  }
  return verdict == Verdict::yes;
}

}  // namespace querydata::inline v0::knowledge
