/// @file
/// Documents with their chunks and the index of these, as arrays that are used where they lie.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/passage_index.hpp"
#include "querydata/deadline.hpp"
#include "querydata/knowledge_base.hpp"
#include "querydata/result.hpp"
#include "store/sections.hpp"

namespace querydata::inline v0::knowledge {

/// What a segment keeps of a document besides its texts, which stand one after the other in one array.
struct DocumentRecord {
  std::uint64_t content = 0;   ///< where its content begins
  std::uint64_t readable = 0;  ///< where its content without markup begins; the same place where it has none
  std::uint64_t content_bytes = 0;
  std::uint64_t texts = 0;                    ///< where its name begins; uri, title, … follow without a gap
  std::array<std::uint32_t, 5> text_bytes{};  ///< of name, uri, title, description, data source
  std::uint32_t format = 0;
  std::int64_t update_seconds = 0;
  std::uint32_t update_nanoseconds = 0;
  std::uint32_t first_chunk = 0;
};

/// A chunk: bytes of its document's content.
struct ChunkRecord {
  std::uint32_t document = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// A document whose texts lie elsewhere.
struct DocumentSource {
  std::string_view name;
  std::string_view uri;
  std::string_view title;
  std::string_view description;
  std::string_view data_source;
  std::optional<FilterTime> update_time;
  DocumentFormat format = DocumentFormat::markdown;
  std::string_view content;
};

/// Immutable; any number of threads.
class DocumentSegment {
 public:
  /// Told how many documents are in, now and then.
  using Progress = std::function<void(std::size_t documents)>;

  /// @param documents  by name, each once
  /// @param gone       names that older segments may have and that are no more, in order
  /// @param now        for documents without a time
  /// @return  the arrays, or `cancelled`, `deadline_exceeded`
  [[nodiscard]] static Result<store::Sections> build(std::span<const DocumentSource> documents,
                                                     std::span<const std::string> gone, const FilterTime& now,
                                                     const Progress& progress, const CallControl& control);
  /// @return  the segment, or `data_loss` for arrays that do not fit each other
  [[nodiscard]] static Result<std::shared_ptr<const DocumentSegment>> open(store::Sections sections);

  [[nodiscard]] std::size_t size() const noexcept { return documents_.size(); }
  [[nodiscard]] std::size_t size_in_bytes() const noexcept { return sections_.size_in_bytes(); }
  [[nodiscard]] const DocumentRecord& record(std::size_t document) const { return documents_[document]; }
  [[nodiscard]] std::string_view name(std::size_t document) const { return text(document, 0); }
  [[nodiscard]] std::string_view uri(std::size_t document) const { return text(document, 1); }
  [[nodiscard]] std::string_view data_source(std::size_t document) const { return text(document, 4); }
  [[nodiscard]] std::string_view content(std::size_t document) const;
  /// The content with blanks in the place of markup and of bytes that are no text, of the same length.
  [[nodiscard]] std::string_view readable(std::size_t document) const;
  [[nodiscard]] std::size_t chunk_count(std::size_t document) const;
  [[nodiscard]] Document document(std::size_t number, DocumentView view) const;
  /// Whether a document is the same as it is here; where it has no time, whatever that is here.
  [[nodiscard]] bool says(std::size_t number, const DocumentSource& document) const;
  [[nodiscard]] DocumentSource source(std::size_t number) const;
  /// Documents are ordered by name. O(log documents).
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
  /// The first document of that name or a later one, from `from` on. O(log distance).
  [[nodiscard]] std::size_t lower_bound(std::string_view name, std::size_t from = 0) const;
  /// Whether this segment says that an older document of that name is no more. O(log names).
  [[nodiscard]] bool removes(std::string_view name) const;
  /// Those names, in order.
  [[nodiscard]] std::size_t gone_count() const noexcept { return gone_ends_.size(); }
  [[nodiscard]] std::string_view gone(std::size_t number) const;

  [[nodiscard]] std::span<const ChunkRecord> chunks() const noexcept { return chunks_; }
  [[nodiscard]] const PassageIndex& index() const noexcept { return index_; }

 private:
  [[nodiscard]] bool is_sound() const;
  [[nodiscard]] std::string_view text(std::size_t document, std::size_t which) const;

  store::Sections sections_;
  std::span<const DocumentRecord> documents_;
  std::span<const ChunkRecord> chunks_;
  std::span<const std::uint64_t> gone_ends_;
  std::string_view texts_;
  std::string_view contents_;
  std::string_view gone_;
  PassageIndex index_;
};

}  // namespace querydata::inline v0::knowledge
