/// @file
/// What a `KnowledgeBase` holds.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/document_segment.hpp"
#include "knowledge/passage_collection.hpp"
#include "querydata/embedder.hpp"
#include "querydata/knowledge_base.hpp"

namespace querydata::inline v0 {

namespace knowledge {

/// A document of a knowledge base: number of its segment, and its number in there.
struct DocumentPlace {
  std::uint32_t segment = 0;
  std::uint32_t document = 0;
  bool operator==(const DocumentPlace&) const = default;
};

}  // namespace knowledge

struct KnowledgeBase::Impl {
  using Segments = std::vector<std::shared_ptr<const knowledge::DocumentSegment>>;
  explicit Impl(Segments list);

  Segments segments;                          ///< oldest first
  std::vector<std::uint32_t> first_document;  ///< of each segment, counting all documents, overruled ones too
  std::vector<std::uint32_t> first_chunk;     ///< of each segment in `passages`
  std::vector<bool> alive;                    ///< by document, counting all
  knowledge::PassageCollection passages;
  std::shared_ptr<const Embedder> embedder;  ///< null where most is not English, or the library has no model
  KnowledgeBaseInfo info;

  [[nodiscard]] const knowledge::DocumentSegment& segment_of(knowledge::DocumentPlace place) const {
    return *segments[place.segment];
  }
  [[nodiscard]] std::string_view name(knowledge::DocumentPlace place) const {
    return segment_of(place).name(place.document);
  }
  [[nodiscard]] bool lives(knowledge::DocumentPlace place) const { return alive[number(place)]; }
  [[nodiscard]] std::optional<knowledge::DocumentPlace> find(std::string_view name) const;

  /// A chunk of `passages`: the document it belongs to, and its number in the segment.
  struct ChunkOwner {
    knowledge::DocumentPlace document;
    std::uint32_t chunk = 0;
  };
  [[nodiscard]] ChunkOwner owner_of(std::uint32_t chunk) const;
  /// Number of a document, counting all.
  [[nodiscard]] std::size_t number(knowledge::DocumentPlace place) const {
    return first_document[place.segment] + place.document;
  }
  [[nodiscard]] knowledge::DocumentPlace place_of(std::size_t number) const;

 private:
  void overrule(std::size_t newer);
};

namespace knowledge {

/// The documents of a knowledge base that are not overruled, by name. Borrows it.
class DocumentCursor {
 public:
  /// Begins at the first name that is not less than `from`.
  DocumentCursor(const KnowledgeBase::Impl& base, std::string_view from);
  /// None at the end.
  [[nodiscard]] std::optional<DocumentPlace> next();

 private:
  const KnowledgeBase::Impl& base_;
  std::vector<std::uint32_t> next_;  ///< in each segment
};

/// Which documents a filter lets through, each asked once. One thread.
class DocumentFilter {
 public:
  /// @return  the filter, or the error of `Filter::compile`
  [[nodiscard]] static Result<DocumentFilter> compile(const KnowledgeBase::Impl& base, std::string_view text);
  /// False for overruled documents, too.
  [[nodiscard]] bool accepts(DocumentPlace place);

 private:
  enum class Verdict : std::uint8_t { unknown, no, yes };
  DocumentFilter(const KnowledgeBase::Impl& base, Filter filter);

  const KnowledgeBase::Impl* base_;
  Filter filter_;
  std::vector<Verdict> verdicts_;  ///< by number of the document
};

}  // namespace knowledge
}  // namespace querydata::inline v0
