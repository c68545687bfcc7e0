#include "eval_data.hpp"

#include <zlib.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/stream_parser.hpp>
#include <cmath>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "querydata/value.hpp"

namespace {

using querydata::Error;
using querydata::ErrorCode;
using querydata::Result;

constexpr std::size_t largest_file = std::size_t{1} << 30;

Error file_error(ErrorCode code, const std::string& path, std::string message) {
  Error error{code, std::move(message), {}};
  error.where.file = path;
  return error;
}

Result<std::string> unpack(const std::string& path, const std::string& packed) {
  z_stream stream{};
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) {
    return file_error(ErrorCode::resource_exhausted, path, "There is no memory to unpack the file.");
  }
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string plain;
  int status = Z_OK;
  while (status == Z_OK && plain.size() <= largest_file) {
    char block[1 << 16];
    stream.next_out = reinterpret_cast<Bytef*>(block);
    stream.avail_out = sizeof block;
    status = inflate(&stream, Z_NO_FLUSH);
    plain.append(block, sizeof block - stream.avail_out);
  }
  inflateEnd(&stream);
  if (plain.size() > largest_file) {
    return file_error(ErrorCode::resource_exhausted, path, "The file unpacks to more than 1 GiB.");
  }
  if (status != Z_STREAM_END) {
    return file_error(ErrorCode::data_loss, path, "The gzip file is damaged or cut short; fetch it again.");
  }
  return plain;
}

}  // namespace

Result<std::string> read_maybe_gzip(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return file_error(ErrorCode::not_found, path, "The file can't be read: is the path right?");
  std::ostringstream text;
  text << file.rdbuf();
  std::string bytes = std::move(text).str();
  if (bytes.size() > largest_file) return file_error(ErrorCode::resource_exhausted, path, "The file is above 1 GiB.");
  const bool packed = bytes.size() > 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
  return packed ? unpack(path, bytes) : Result<std::string>(std::move(bytes));
}

Result<boost::json::value> read_json(const std::string& path) {
  const Result<std::string> text = read_maybe_gzip(path);
  if (!text) return text.error();
  boost::json::stream_parser parser;
  boost::system::error_code failure;
  const std::size_t consumed = parser.write_some(*text, failure);
  if (!failure) parser.finish(failure);
  const bool rest = !failure && text->find_first_not_of(" \t\r\n", consumed) != std::string::npos;
  if (failure || rest) {
    Error error = file_error(ErrorCode::invalid_argument, path,
                             "The file is not JSON: " + (rest ? "text follows the value" : failure.message()) + ".");
    error.where.byte_offset = consumed;
    return error;
  }
  return parser.release();
}

std::string text_member(const boost::json::object& record, std::string_view name) {
  const boost::json::value* member = record.if_contains(name);
  return member != nullptr && member->is_string() ? std::string(member->as_string()) : std::string();
}

std::string json_line(const boost::json::value& value) {
  if (value.is_double()) return to_json(querydata::Value(value.get_double()));
  std::string line;
  if (value.is_array()) {
    for (const boost::json::value& item : value.get_array()) line += (line.empty() ? "" : ",") + json_line(item);
    return '[' + line + ']';
  }
  if (value.is_object()) {
    for (const auto& [name, item] : value.get_object())
      line += (line.empty() ? "" : ",") + boost::json::serialize(name) + ':' + json_line(item);
    return '{' + line + '}';
  }
  return boost::json::serialize(value);
}

std::vector<querydata::NamedSchema> read_spider_schemas(const std::string& path) {
  auto schemas = querydata::schemas_from_spider(read_maybe_gzip(path).value());
  if (schemas) return *std::move(schemas);
  Error error = std::move(schemas).error();
  error.where.file = path;
  throw querydata::Exception(std::move(error));
}

double Timing::percentile_ms(double percent) const {
  if (milliseconds_.empty()) return 0;
  std::vector<double> sorted = milliseconds_;
  std::sort(sorted.begin(), sorted.end());
  const auto rank = static_cast<std::size_t>(std::ceil(percent / 100 * static_cast<double>(sorted.size())));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}
