#include "search/safetensors.hpp"

#include <bit>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "core/json.hpp"

namespace querydata::inline v0::search {
namespace {

constexpr std::size_t length_bytes = 8;

/// `bytes` of little-endian bytes as a number.
std::uint64_t read_little_endian(std::string_view data, std::size_t offset, std::size_t bytes) {
  std::uint64_t value = 0;
  while (bytes-- > 0) value = value << 8 | static_cast<unsigned char>(data[offset + bytes]);
  return value;
}

std::size_t width_of(std::string_view type) {
  if (type == "F64" || type == "I64") return 8;
  if (type == "F32" || type == "I32") return 4;
  if (type == "F16" || type == "BF16") return 2;
  return type == "I8" ? 1 : 0;
}

/// IEEE 754 binary16.
float half_to_float(std::uint16_t half) {
  const int exponent = half >> 10 & 31;
  const auto fraction = static_cast<float>(half & 1023);
  const float sign = (half & 0x8000U) != 0 ? -1.0F : 1.0F;
  if (exponent == 31) return fraction == 0 ? sign * std::numeric_limits<float>::infinity() : std::nanf("");
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

float component_of(std::string_view type, std::uint64_t bits) {
  if (type == "F64") return static_cast<float>(std::bit_cast<double>(bits));
  if (type == "F32") return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (type == "BF16") return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
  if (type == "F16") return half_to_float(static_cast<std::uint16_t>(bits));
  return static_cast<float>(static_cast<std::int8_t>(bits));
}

/// A whole number that is not negative.
std::optional<std::size_t> size_in(const boost::json::value& value) {
  if (value.is_int64() && value.get_int64() >= 0) return static_cast<std::size_t>(value.get_int64());
  return std::nullopt;
}

/// The product, or nothing where it would not fit.
std::optional<std::size_t> product(const std::vector<std::size_t>& factors, std::size_t start) {
  std::size_t total = start;
  for (const std::size_t factor : factors) {
    if (factor != 0 && total > std::numeric_limits<std::size_t>::max() / factor) return std::nullopt;
    total *= factor;
  }
  return total;
}

}  // namespace

Result<Safetensors> Safetensors::read(std::string bytes, std::string path) {
  Safetensors file(std::move(bytes), std::move(path));
  if (file.bytes_.size() < length_bytes) return file.wrong("is shorter than the length of a head");
  const std::uint64_t length = read_little_endian(file.bytes_, 0, length_bytes);
  if (length > file.bytes_.size() - length_bytes) return file.wrong("ends within its head");
  const auto head = json::parse(std::string_view(file.bytes_).substr(length_bytes, length));
  if (!head) return file.wrong("has a head that is no JSON: " + head.error().message, length_bytes);
  if (!head->is_object()) return file.wrong("has a head that is no JSON object", length_bytes);
  for (const auto& [name, entry] : head->get_object()) {
    if (name == "__metadata__") continue;
    if (auto added = file.add(name, entry, length_bytes + length); !added) return std::move(added).error();
  }
  return file;
}

Result<void> Safetensors::add(const std::string& name, const boost::json::value& entry, std::size_t data_at) {
  const Error unreadable =
      wrong("describes the tensor \"" + name + "\" in another way than safetensors does", length_bytes);
  if (!entry.is_object()) return unreadable;
  const auto* type = entry.get_object().if_contains("dtype");
  const auto* shape = entry.get_object().if_contains("shape");
  const auto* offsets = entry.get_object().if_contains("data_offsets");
  if (type == nullptr || !type->is_string() || shape == nullptr || !shape->is_array() || offsets == nullptr ||
      !offsets->is_array() || offsets->get_array().size() != 2) {
    return unreadable;
  }
  Tensor tensor{std::string(type->get_string()), {}, 0, 0};
  for (const boost::json::value& extent : shape->get_array()) {
    const auto size = size_in(extent);
    if (!size) return unreadable;
    tensor.shape.push_back(*size);
  }
  const auto first = size_in(offsets->get_array()[0]);
  const auto last = size_in(offsets->get_array()[1]);
  if (!first || !last || *first > *last || *last > bytes_.size() - data_at)
    return wrong("ends within the tensor \"" + name + "\"", bytes_.size());
  tensor.first = data_at + *first;
  tensor.bytes = *last - *first;
  const std::size_t width = width_of(tensor.type);
  // Types that nothing here reads may have any width.
  if (width != 0 && product(tensor.shape, width) != tensor.bytes)
    return wrong("gives the tensor \"" + name + "\" another length than its shape takes", tensor.first);
  tensors_.emplace(name, std::move(tensor));
  return {};
}

Error Safetensors::wrong(const std::string& what, std::size_t offset) const {
  return {ErrorCode::invalid_argument,
          path_ + " " + what + "; give a whole file in the safetensors form.",
          {path_, "", offset, ""}};
}

Result<const Safetensors::Tensor*> Safetensors::find(const std::string& name) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) return wrong("has no tensor \"" + name + "\"");
  return &found->second;
}

Result<std::vector<std::size_t>> Safetensors::shape(const std::string& name) const {
  const auto tensor = find(name);
  if (!tensor) return tensor.error();
  return (*tensor)->shape;
}

Result<std::vector<float>> Safetensors::floats(const std::string& name) const {
  const auto found = find(name);
  if (!found) return found.error();
  const Tensor& tensor = **found;
  const std::size_t width = width_of(tensor.type);
  if (width == 0 || tensor.type == "I64" || tensor.type == "I32") {
    return wrong("has the tensor \"" + name + "\" in " + tensor.type + ", not in F64, F32, F16, BF16 or I8",
                 tensor.first);
  }
  std::vector<float> components;
  components.reserve(tensor.bytes / width);
  for (std::size_t offset = 0; offset < tensor.bytes; offset += width) {
    components.push_back(component_of(tensor.type, read_little_endian(bytes_, tensor.first + offset, width)));
    if (!std::isfinite(components.back()))
      return wrong("has a component of \"" + name + "\" that is no finite number", tensor.first + offset);
  }
  return components;
}

Result<std::vector<std::int64_t>> Safetensors::integers(const std::string& name) const {
  const auto found = find(name);
  if (!found) return found.error();
  const Tensor& tensor = **found;
  if (tensor.type != "I64" && tensor.type != "I32")
    return wrong("has the tensor \"" + name + "\" in " + tensor.type + ", not in I64 or I32", tensor.first);
  const std::size_t width = width_of(tensor.type);
  std::vector<std::int64_t> numbers;
  for (std::size_t offset = 0; offset < tensor.bytes; offset += width) {
    const std::uint64_t bits = read_little_endian(bytes_, tensor.first + offset, width);
    numbers.push_back(width == 8 ? static_cast<std::int64_t>(bits)
                                 : static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)));
  }
  return numbers;
}

}  // namespace querydata::inline v0::search
