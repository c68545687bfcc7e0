/// @file
/// Files of tensors in the form of `safetensors`: a length, a JSON head, the components.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "querydata/result.hpp"

namespace querydata::inline v0::search {

/// The tensors of one file. Immutable.
class Safetensors {
 public:
  /// @param bytes  the whole file
  /// @param path   names it in errors
  /// @return  the tensors, or `invalid_argument` with `where.byte_offset` for bytes that are no such file
  [[nodiscard]] static Result<Safetensors> read(std::string bytes, std::string path);

  [[nodiscard]] bool has(const std::string& name) const { return tensors_.contains(name); }
  /// `invalid_argument` where there is no such tensor.
  [[nodiscard]] Result<std::vector<std::size_t>> shape(const std::string& name) const;
  /// Components of a tensor of F64, F32, F16, BF16 or I8; `invalid_argument` for another type and for a component that
  /// is no finite number.
  [[nodiscard]] Result<std::vector<float>> floats(const std::string& name) const;
  /// Components of a tensor of I64 or I32; `invalid_argument` for another type.
  [[nodiscard]] Result<std::vector<std::int64_t>> integers(const std::string& name) const;

 private:
  struct Tensor {
    std::string type;
    std::vector<std::size_t> shape;
    std::size_t first = 0;  ///< byte in the file
    std::size_t bytes = 0;
  };

  Safetensors(std::string bytes, std::string path) : bytes_(std::move(bytes)), path_(std::move(path)) {}

  [[nodiscard]] Result<const Tensor*> find(const std::string& name) const;
  [[nodiscard]] Error wrong(const std::string& what, std::size_t offset = 0) const;
  [[nodiscard]] Result<void> add(const std::string& name, const boost::json::value& entry, std::size_t data_at);

  std::string bytes_;
  std::string path_;
  std::map<std::string, Tensor> tensors_;
};

}  // namespace querydata::inline v0::search
