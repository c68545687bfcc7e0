#include "eval_data.hpp"

#include <zlib.h>

#include <algorithm>
#include <boost/json/stream_parser.hpp>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

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

[[noreturn]] void refuse(const std::string& path, const std::string& message) {
  throw querydata::Exception(file_error(ErrorCode::invalid_argument, path, message));
}

/// Names of one database in `tables.json`: an original spelling and a readable one.
struct SpiderColumn {
  std::size_t table;
  std::string name;
};

querydata::Schema to_schema(const boost::json::object& database, const std::string& name) {
  querydata::Schema schema;
  const auto& originals = database.at("table_names_original").as_array();
  const auto& labels = database.at("table_names").as_array();
  for (std::size_t place = 0; place < originals.size(); ++place) {
    querydata::Table table;
    table.schema = name;
    table.name = std::string(originals[place].as_string());
    table.label = std::string(labels.at(place).as_string());
    schema.tables.push_back(std::move(table));
  }
  std::vector<SpiderColumn> columns;
  const auto& column_names = database.at("column_names_original").as_array();
  const auto& column_labels = database.at("column_names").as_array();
  const auto& types = database.at("column_types").as_array();
  for (std::size_t place = 0; place < column_names.size(); ++place) {
    const auto& pair = column_names[place].as_array();
    const std::int64_t table = pair.at(0).as_int64();
    columns.push_back({static_cast<std::size_t>(table), std::string(pair.at(1).as_string())});
    if (table < 0) continue;
    querydata::Column column;
    column.name = columns.back().name;
    column.label = std::string(column_labels.at(place).as_array().at(1).as_string());
    column.declared_type = std::string(types.at(place).as_string());
    column.type = querydata::value_type_of(column.declared_type);
    schema.tables.at(columns.back().table).columns.push_back(std::move(column));
  }
  const auto add_key = [&](const boost::json::value& member) {
    const SpiderColumn& column = columns.at(static_cast<std::size_t>(member.as_int64()));
    schema.tables.at(column.table).primary_key.push_back(column.name);
  };
  for (const auto& key : database.at("primary_keys").as_array()) {
    if (!key.is_array()) {
      add_key(key);
      continue;
    }
    for (const auto& member : key.as_array()) add_key(member);
  }
  std::set<std::pair<std::int64_t, std::int64_t>> seen;
  for (const auto& pair : database.at("foreign_keys").as_array()) {
    const std::int64_t from = pair.as_array().at(0).as_int64();
    const std::int64_t to = pair.as_array().at(1).as_int64();
    if (!seen.emplace(from, to).second) continue;
    const SpiderColumn& column = columns.at(static_cast<std::size_t>(from));
    const SpiderColumn& referenced = columns.at(static_cast<std::size_t>(to));
    schema.tables.at(column.table)
        .foreign_keys.push_back(
            {{column.name}, schema.tables.at(referenced.table).qualified_name(), {referenced.name}});
  }
  return schema;
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

std::vector<NamedSchema> read_spider_schemas(const std::string& path) {
  const boost::json::value file = read_json(path).value();
  if (!file.is_array()) refuse(path, "A tables file is an array of databases in Spider's form.");
  std::vector<NamedSchema> schemas;
  for (const boost::json::value& database : file.as_array()) {
    try {
      const std::string name(database.as_object().at("db_id").as_string());
      schemas.push_back({name, to_schema(database.as_object(), name)});
    } catch (const std::exception& failure) {
      refuse(path, "Database " + std::to_string(schemas.size()) +
                       " of the file is not in the form of Spider's tables.json: " + failure.what());
    }
  }
  return schemas;
}

double Timing::percentile_ms(double percent) const {
  if (milliseconds_.empty()) return 0;
  std::vector<double> sorted = milliseconds_;
  std::sort(sorted.begin(), sorted.end());
  const auto rank = static_cast<std::size_t>(std::ceil(percent / 100 * static_cast<double>(sorted.size())));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}
