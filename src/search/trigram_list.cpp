#include "search/trigram_list.hpp"

#include <algorithm>

namespace querydata::inline v0::search {

void TrigramList::append(std::span<const std::uint16_t> numbers, std::string& out) {
  if (numbers.size() > most_plain) return append_blocks(numbers, out);
  for (const std::uint16_t number : numbers) append_little_endian(out, number);
}

void TrigramList::append_blocks(std::span<const std::uint16_t> numbers, std::string& out) {
  const std::size_t start = out.size();
  out.append(head, '\0');
  auto next = numbers.begin();
  for (std::uint32_t block = 0; block < blocks; ++block) {
    if (block % group == 0) {
      const std::size_t offset = out.size() - start - head;
      out[start + 2 * (block / group)] = static_cast<char>(offset & 0xFFU);
      out[start + 2 * (block / group) + 1] = static_cast<char>(offset >> 8U);
    }
    const auto first = next;
    while (next != numbers.end() && *next / block_size == block) ++next;
    const auto count = static_cast<std::size_t>(next - first);
    std::uint8_t size = 0;
    if (count == block_size) {
      size = full;
    } else if (count <= most_listed) {
      size = static_cast<std::uint8_t>(count);
      for (auto number = first; number != next; ++number) out.push_back(static_cast<char>(*number % block_size));
    } else {
      size = bitmap_bytes;
      const std::size_t bitmap = out.size();
      out.append(bitmap_bytes, '\0');
      for (auto number = first; number != next; ++number)
        lanes::set_bit(out.data() + bitmap, static_cast<std::uint8_t>(*number % block_size));
    }
    out[start + sizes_at + block] = static_cast<char>(size);
  }
}

std::optional<std::size_t> TrigramList::check(std::string_view bytes, std::uint32_t count) noexcept {
  if (count <= most_plain) {
    const std::size_t size = std::size_t{2} * count;
    return size <= bytes.size() ? std::optional(size) : std::nullopt;
  }
  if (bytes.size() < head) return std::nullopt;
  std::size_t offset = 0;
  for (std::uint32_t block = 0; block < blocks; ++block) {
    if (block % group == 0 &&
        load_little_endian<std::uint16_t>(bytes.data() + std::size_t{2} * (block / group)) != offset)
      return std::nullopt;
    const auto size = static_cast<std::uint8_t>(bytes[sizes_at + block]);
    if (size > most_listed && size != bitmap_bytes && size != full) return std::nullopt;
    offset += size & size_bits;
  }
  const std::size_t size = head + offset;
  return size <= bytes.size() ? std::optional(size) : std::nullopt;
}

}  // namespace querydata::inline v0::search
