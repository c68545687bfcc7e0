#include "knowledge/requests.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "core/utf8.hpp"
#include "text/utf8.hpp"

namespace querydata::inline v0::knowledge {
namespace {

constexpr std::string_view name_begins = "documents/";
constexpr std::size_t most_offset = 1'000'000;

Error invalid(std::string message) {
  return Error{ErrorCode::invalid_argument, std::move(message), {}};
}

Result<void> check_text(std::string_view what, std::string_view text) {
  if (const auto offset = find_invalid_utf8(text)) {
    Error error = invalid(fmt::format("the {} is not UTF-8; convert it first", what));
    error.where.byte_offset = *offset;
    return error;
  }
  if (text::count_code_points(text) > most_characters)
    return invalid(fmt::format("the {} has more than {} characters; shorten it", what, most_characters));
  return {};
}

}  // namespace

Result<void> check_query(std::string_view query) {
  if (query.find_first_not_of(" \t\r\n") == std::string_view::npos) return invalid("the query is empty; ask something");
  return check_text("query", query);
}

Result<void> check_name(std::string_view name) {
  if (auto good = check_text("document's name", name); !good) return good;
  if (!name.starts_with(name_begins) || name.size() == name_begins.size())
    return invalid(fmt::format("\"{}\" is no document's name; these begin with \"{}\"", name, name_begins));
  return {};
}

std::string page_token(std::uint64_t request, std::string_view next) {
  return fmt::format("{:016x}{}", request, next);
}

Result<std::string_view> next_of(std::string_view token, std::uint64_t request) {
  const std::string head = page_token(request, "");
  if (!token.starts_with(head)) return invalid("the page token is of no earlier page of this request; leave it out");
  return token.substr(head.size());
}

Result<std::size_t> offset_of(std::string_view token, std::uint64_t request) {
  if (token.empty()) return std::size_t{0};
  const auto next = next_of(token, request);
  if (!next) return next.error();
  std::size_t offset = 0;
  const auto [end, failure] = std::from_chars(next->data(), next->data() + next->size(), offset);
  if (failure != std::errc() || end != next->data() + next->size() || offset > most_offset)
    return invalid("the page token is of no earlier page of this request; leave it out");
  return offset;
}

}  // namespace querydata::inline v0::knowledge
