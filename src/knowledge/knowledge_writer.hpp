/// @file
/// The files of a knowledge base in a store, and their one writer.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/knowledge_base_impl.hpp"
#include "knowledge/segment_merge.hpp"
#include "store/segment_files.hpp"

namespace querydata::inline v0::knowledge {

/// Kind of the store's entries.
inline constexpr std::string_view entry_kind = "knowledge_base";

/// What the store's entry says of a knowledge base.
struct Manifest {
  std::vector<store::SegmentFile> segments;  ///< oldest first
  std::int64_t next_file = 1;                ///< numbers of files are not used again

  [[nodiscard]] std::set<std::string> files() const;
  [[nodiscard]] std::string write() const;
  /// @return  what was written, or `data_loss`, `failed_precondition` (by a newer version)
  [[nodiscard]] static Result<Manifest> read(std::string_view text, std::string_view name);
};

[[nodiscard]] Result<store::SegmentFiles> files_of(const Store& store, std::string_view name);
[[nodiscard]] Result<KnowledgeBase::Impl::Segments> map_segments(const store::SegmentFiles& files,
                                                                 const Manifest& manifest);
[[nodiscard]] KnowledgeBase::Shared make_base(KnowledgeBase::Impl::Segments segments);

/// Changes one knowledge base, all or nothing: until `commit` only files are written that no entry names, and a call
/// that fails removes them. Holds the lock.
class KnowledgeWriter {
 public:
  /// @param anew           nothing of what is there will be left: it need not be whole
  /// @param segment_bytes  of documents in a segment, at most
  [[nodiscard]] static Result<KnowledgeWriter> open(Store& store, std::string_view name, const CallControl& control,
                                                    bool anew, std::size_t segment_bytes = most_segment_bytes);

  /// Whether the store had an entry.
  [[nodiscard]] bool existed() const noexcept { return existed_; }
  [[nodiscard]] KnowledgeBase::Impl::Segments segments() const;

  /// Adds documents, by name, and names that are no more, in order. `options` must have a time.
  [[nodiscard]] Result<void> add(std::span<const DocumentSource> documents, std::span<const std::string> gone,
                                 const KnowledgeBaseOptions& options);
  /// Merges what should be.
  [[nodiscard]] Result<void> merge(const KnowledgeBaseOptions& options);
  /// Switches the entry of the store.
  [[nodiscard]] Result<KnowledgeBase::Shared> commit();
  /// Removes the entry and all files.
  [[nodiscard]] Result<void> remove();

 private:
  /// A segment; without a file as long as it is in memory only.
  struct Part {
    std::shared_ptr<const DocumentSegment> segment;
    store::Sections sections;
    std::optional<store::SegmentFile> file;
  };
  KnowledgeWriter(Store& store, std::string_view name, store::SegmentFiles files, store::SegmentLock lock)
      : store_(&store), name_(name), files_(std::move(files)), lock_(std::move(lock)) {}
  [[nodiscard]] Result<std::vector<Part>> parts_of(std::span<const DocumentSource> documents,
                                                   std::span<const std::string> gone,
                                                   const KnowledgeBaseOptions& options);
  [[nodiscard]] Result<void> write(Part& part);
  [[nodiscard]] Error given_up(Error error);

  Store* store_;
  std::string name_;
  store::SegmentFiles files_;
  store::SegmentLock lock_;
  Manifest committed_;
  std::int64_t next_file_ = 1;
  bool existed_ = false;
  std::size_t segment_bytes_ = most_segment_bytes;
  std::vector<Part> parts_;
};

}  // namespace querydata::inline v0::knowledge
