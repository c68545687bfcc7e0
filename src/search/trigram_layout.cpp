#include "search/trigram_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace querydata::inline v0::search {
namespace {

Error damaged(std::string_view what) {
  return {ErrorCode::data_loss, fmt::format("the trigram index is damaged: {}; build it anew", what), {}};
}

}  // namespace

Result<TrigramLayout> TrigramLayout::open(std::string_view bytes) {
  if (bytes.size() < header_bytes || !bytes.starts_with(magic)) return damaged("its head is missing");
  const auto number = [&](std::size_t offset) { return load_little_endian<std::uint32_t>(bytes.data() + offset); };
  if (number(8) != version)
    return Error{ErrorCode::failed_precondition,
                 fmt::format("the trigram index has version {} and this library reads version {}; build it anew",
                             number(8), version),
                 {}};
  TrigramLayout layout;
  layout.texts_ = number(12);
  layout.classes_ = number(16);
  layout.trigrams_ = number(20);
  layout.entries_ = number(24);
  const auto list_bytes = load_little_endian<std::uint64_t>(bytes.data() + 32);
  const std::uint64_t records =
      std::uint64_t{record_bytes} * (std::uint64_t{layout.classes_} + layout.trigrams_ + 1 + layout.entries_);
  const std::uint64_t rest = bytes.size() - header_bytes;
  if (records > rest || rest - records < TrigramList::padding || list_bytes != rest - records - TrigramList::padding)
    return damaged("it has another size than its head says");
  layout.class_records_ = bytes.data() + header_bytes;
  layout.trigram_records_ = layout.class_records_ + record_bytes * layout.classes_;
  layout.entry_records_ = layout.trigram_records_ + record_bytes * (std::size_t{layout.trigrams_} + 1);
  layout.lists_ = bytes.substr(header_bytes + static_cast<std::size_t>(records));
  if (auto sound = layout.check_classes(); !sound) return std::move(sound).error();
  if (auto sound = layout.check_trigrams(); !sound) return std::move(sound).error();
  if (auto sound = layout.check_entries(); !sound) return std::move(sound).error();
  return layout;
}

Result<void> TrigramLayout::check_classes() const {
  if (texts_ > most_texts || (classes_ == 0) != (texts_ == 0)) return damaged("its counts contradict each other");
  for (std::uint32_t i = 0; i < classes_; ++i) {
    const Class here = class_at(i);
    const bool ascends = i == 0 ? here.first == 0 : class_at(i - 1).size < here.size;
    if (!ascends || here.first >= here.last || here.last > texts_) return damaged("its classes are out of order");
  }
  return {};
}

Result<void> TrigramLayout::check_trigrams() const {
  for (std::uint32_t i = 0; i <= trigrams_; ++i) {
    const std::uint32_t from = field(trigram_records_, i, 4);
    const bool ascends = i == 0 ? from == 0
                                : field(trigram_records_, i - 1, 4) < from &&
                                      field(trigram_records_, i - 1, 0) < field(trigram_records_, i, 0);
    if (!ascends || from > entries_) return damaged("its trigrams are out of order");
  }
  return field(trigram_records_, trigrams_, 4) == entries_ ? Result<void>() : damaged("entries belong to no trigram");
}

Result<void> TrigramLayout::check_entries() const {
  for (std::uint32_t trigram = 0; trigram < trigrams_; ++trigram) {
    const std::uint32_t first = field(trigram_records_, trigram, 4);
    const std::uint32_t last = field(trigram_records_, trigram + 1, 4);
    for (std::uint32_t entry = first; entry < last; ++entry) {
      const std::uint32_t chunk = chunk_of_entry(entry);
      if (chunk >= chunks() || (entry > first && chunk <= chunk_of_entry(entry - 1)))
        return damaged("the chunks of a trigram are out of order");
      const std::uint32_t count = count_of_entry(entry);
      if (count > texts_of_chunk(chunk)) return damaged("a list is longer than its chunk");
      if (count <= most_inline) continue;
      const std::size_t offset = std::size_t{2} * field(entry_records_, entry, 0);
      const std::size_t end = lists_.size() - TrigramList::padding;
      if (offset > end || !TrigramList::check(lists_.substr(offset, end - offset), count))
        return damaged("a list is not where it should be");
    }
  }
  return {};
}

TrigramLayout::Class TrigramLayout::class_at(std::uint32_t index) const noexcept {
  return {field(class_records_, index, 0), index + 1 < classes_ ? field(class_records_, index + 1, 0) : texts_,
          field(class_records_, index, 4)};
}

std::uint32_t TrigramLayout::class_of(std::uint32_t id) const noexcept {
  std::uint32_t index = 0;
  for (std::uint32_t left = classes_; left > 1;) {
    const std::uint32_t half = left / 2;
    index += field(class_records_, index + half, 0) <= id ? half : 0;
    left -= half;
  }
  return index;
}

std::optional<TrigramLayout::Entries> TrigramLayout::find(std::uint32_t trigram) const noexcept {
  if (trigrams_ == 0) return std::nullopt;
  std::uint32_t index = 0;
  for (std::uint32_t left = trigrams_; left > 1;) {
    const std::uint32_t half = left / 2;
    index += field(trigram_records_, index + half, 0) <= trigram ? half : 0;
    left -= half;
  }
  if (field(trigram_records_, index, 0) != trigram) return std::nullopt;
  return Entries{field(trigram_records_, index, 4), field(trigram_records_, std::size_t{index} + 1, 4)};
}

std::optional<TrigramList> TrigramLayout::list(Entries entries, std::uint32_t chunk) const noexcept {
  if (entries.last - entries.first == chunks()) return list_at(entries.first + chunk);
  std::uint32_t entry = entries.first;
  for (std::uint32_t left = entries.last - entries.first; left > 1;) {
    const std::uint32_t half = left / 2;
    entry += chunk_of_entry(entry + half) <= chunk ? half : 0;
    left -= half;
  }
  return chunk_of_entry(entry) == chunk ? std::optional(list_at(entry)) : std::nullopt;
}

TrigramList TrigramLayout::list_at(std::uint32_t entry) const noexcept {
  const std::uint32_t count = count_of_entry(entry);
  const char* bytes = count <= most_inline ? entry_records_ + std::size_t{entry} * record_bytes
                                           : lists_.data() + std::size_t{2} * field(entry_records_, entry, 0);
  return {bytes, count};
}

}  // namespace querydata::inline v0::search
