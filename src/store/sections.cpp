#include "store/sections.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <string>

#include "core/files.hpp"
#include "core/mapped_file.hpp"
#include "store/checksum.hpp"
#include "store/sqlite_file.hpp"

namespace querydata::inline v0::store {
namespace {

constexpr std::size_t alignment = 64;
constexpr std::array<char, 8> magic = {'Q', 'D', 'S', 'E', 'C', 'T', '1', '\n'};
constexpr std::uint32_t byte_order = 0x01020304;

struct Head {
  std::array<char, 8> magic;
  std::uint32_t byte_order;
  std::uint32_t arrays;
  std::uint64_t file_bytes;
  std::uint64_t checksum;
};
struct Place {
  std::uint64_t number;
  std::uint64_t offset;
  std::uint64_t bytes;
  std::uint64_t checksum;
};
static_assert(sizeof(Head) == 32 && sizeof(Place) == 32);

std::uint64_t aligned(std::uint64_t offset) {
  return (offset + alignment - 1) / alignment * alignment;
}

template <class T>
std::string_view bytes_of(const T* items, std::size_t count) {
  return {reinterpret_cast<const char*>(items), count * sizeof(T)};
}

std::uint64_t checksum_of(const Head& head, std::string_view table) {
  Checksum sum;
  sum.add(bytes_of(&head, 1).substr(0, offsetof(Head, checksum)));
  sum.add(table);
  return sum.value();
}

Error damaged(const std::filesystem::path& path, std::string_view how) {
  return file_error(ErrorCode::data_loss, fmt::format("The file {}. Build it again.", how), path);
}

}  // namespace

Result<Sections> Sections::map(const std::filesystem::path& path) {
  auto file = files::MappedFile::open(path);
  if (!file) return file.error();
  const std::string_view all = (*file)->bytes();
  Head head{};
  if (all.size() < sizeof(head)) return damaged(path, "is cut off");
  std::memcpy(&head, all.data(), sizeof(head));
  if (head.magic != magic) return damaged(path, "does not begin as such files do");
  if (head.byte_order != byte_order)
    return file_error(ErrorCode::failed_precondition,
                      "The file was written by a machine of another byte order. Build it again on this one.", path);
  if (head.file_bytes != all.size()) return damaged(path, "has another length than was written");
  if (head.arrays > (all.size() - sizeof(head)) / sizeof(Place)) return damaged(path, "is cut off");
  const std::string_view table = all.substr(sizeof(head), head.arrays * sizeof(Place));
  if (head.checksum != checksum_of(head, table)) return damaged(path, "has a head that does not fit its checksum");
  Sections sections;
  sections.checksum_ = head.checksum;
  for (std::size_t i = 0; i < head.arrays; ++i) {
    Place place{};
    std::memcpy(&place, table.data() + i * sizeof(place), sizeof(place));
    if (place.offset > all.size() || place.bytes > all.size() - place.offset || place.offset % alignment != 0)
      return damaged(path, "is cut off");
    const std::string_view bytes = all.substr(place.offset, place.bytes);
    if (store::checksum(bytes) != place.checksum) return damaged(path, "does not fit its checksums");
    sections.arrays_[place.number] = {bytes, *file};
  }
  return sections;
}

Result<std::uint64_t> Sections::write(const std::filesystem::path& path) const {
  static constexpr std::array<char, alignment> zeros{};
  Head head{magic, byte_order, static_cast<std::uint32_t>(arrays_.size()), 0, 0};
  std::vector<Place> places;
  std::vector<std::string_view> pieces(2);
  std::uint64_t end = sizeof(Head) + arrays_.size() * sizeof(Place);
  for (const auto& [number, array] : arrays_) {
    const std::uint64_t offset = aligned(end);
    pieces.emplace_back(zeros.data(), offset - end);
    pieces.push_back(array.bytes);
    places.push_back({number, offset, array.bytes.size(), store::checksum(array.bytes)});
    end = offset + array.bytes.size();
  }
  head.file_bytes = end;
  pieces[1] = bytes_of(places.data(), places.size());
  head.checksum = checksum_of(head, pieces[1]);
  pieces[0] = bytes_of(&head, 1);
  if (auto written = files::write_new_file(path, pieces); !written) return written.error();
  return head.checksum;
}

std::string_view Sections::bytes(std::uint64_t number) const {
  const auto found = arrays_.find(number);
  return found == arrays_.end() ? std::string_view() : found->second.bytes;
}

std::size_t Sections::size_in_bytes() const noexcept {
  std::size_t sum = 0;
  for (const auto& [number, array] : arrays_) sum += array.bytes.size();
  return sum;
}

}  // namespace querydata::inline v0::store
