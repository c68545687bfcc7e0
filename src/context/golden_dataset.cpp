#include "querydata/golden_dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <utility>

#include "context/check_members.hpp"
#include "context/extra.hpp"
#include "context/json_text.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"

namespace querydata::inline v0 {
namespace context {
namespace {

struct TextMember {
  std::string_view name;
  std::string GoldenQuestion::*text;
};

constexpr std::array text_members = {
    TextMember{"id", &GoldenQuestion::id}, TextMember{"database", &GoldenQuestion::database},
    TextMember{"nlq", &GoldenQuestion::nlq}, TextMember{"golden_sql", &GoldenQuestion::golden_sql}};
constexpr std::string_view tags_name = "tags";

class GoldenReader {
 public:
  GoldenReader(std::string_view text, const GoldenReadOptions& options) : cursor_(text), options_(options) {}

  Result<GoldenDataset> read();

 private:
  [[nodiscard]] Error error(std::string_view member, std::size_t offset, std::string message) const {
    Error error{ErrorCode::invalid_argument, std::move(message), {}};
    error.where.json_pointer = fmt::format("/{}{}{}", index_, member.empty() ? "" : "/", json::pointer_escape(member));
    error.where.byte_offset = offset;
    return error;
  }
  Result<GoldenQuestion> read_question();
  Result<void> read_member(GoldenQuestion& question, std::string_view name, JsonWriter& unknown);
  Result<void> read_tags(GoldenQuestion& question);
  [[nodiscard]] Result<void> complete(GoldenQuestion& question, std::size_t offset);

  JsonCursor cursor_;
  const GoldenReadOptions& options_;
  std::unordered_set<std::string> ids_;
  std::size_t index_ = 0;
  std::string buffer_;
};

Result<void> GoldenReader::read_tags(GoldenQuestion& question) {
  if (!cursor_.at_list()) {
    return error(tags_name, cursor_.offset(), fmt::format("`tags` is {}; write a list of texts.", cursor_.kind()));
  }
  return cursor_.each_element([&]() -> Result<void> {
    if (!cursor_.at_text()) {
      return error(tags_name, cursor_.offset(), fmt::format("A tag is {}; write it as text.", cursor_.kind()));
    }
    question.tags.emplace_back(cursor_.text(buffer_));
    return {};
  });
}

Result<void> GoldenReader::read_member(GoldenQuestion& question, std::string_view name, JsonWriter& unknown) {
  const auto* member = std::ranges::find(text_members, name, &TextMember::name);
  const bool known = member != text_members.end() || name == tags_name;
  if (!known) {
    unknown.name(name);
    unknown.value(cursor_);
  } else if (cursor_.at_null()) {
    cursor_.raw();
  } else if (name == tags_name) {
    return read_tags(question);
  } else if (!cursor_.at_text()) {
    return error(name, cursor_.offset(), fmt::format("`{}` is {}; write it as text.", name, cursor_.kind()));
  } else {
    question.*member->text = cursor_.text(buffer_);
  }
  return {};
}

/// Fills in the database, and refuses a question that lacks something.
Result<void> GoldenReader::complete(GoldenQuestion& question, std::size_t offset) {
  if (question.database.empty()) question.database = options_.database;
  for (const TextMember& member : text_members) {
    if (!is_blank(question.*member.text)) continue;
    return error(member.name, offset,
                 fmt::format("The question has no `{}`. Every question of a golden dataset has an "
                             "id, a database, an nlq and a golden_sql.",
                             member.name));
  }
  if (!ids_.insert(question.id).second) {
    return error("id", offset, fmt::format("Another question has the id \"{}\" too. Give each its own.", question.id));
  }
  return {};
}

Result<GoldenQuestion> GoldenReader::read_question() {
  const std::size_t offset = cursor_.offset();
  if (!cursor_.at_object()) {
    return error("", offset, fmt::format("A question of a golden dataset is an object, not {}.", cursor_.kind()));
  }
  GoldenQuestion question;
  JsonWriter unknown(JsonLayout::compact);
  unknown.begin('{');
  auto read =
      cursor_.each_member([&](std::string_view name, std::size_t) { return read_member(question, name, unknown); });
  if (!read) return std::move(read).error();
  unknown.end('}');
  if (std::string extra = unknown.take(); extra != "{}") question.extra = std::move(extra);
  if (auto completed = complete(question, offset); !completed) return std::move(completed).error();
  return question;
}

Result<GoldenDataset> GoldenReader::read() {
  if (!cursor_.at_list()) {
    Error failure =
        error("", cursor_.offset(), fmt::format("A golden dataset is a list of questions, not {}.", cursor_.kind()));
    failure.where.json_pointer.clear();
    return failure;
  }
  GoldenDataset dataset;
  auto read = cursor_.each_element([&]() -> Result<void> {
    if (index_ == options_.max_questions) {
      Error failure = error("", cursor_.offset(),
                            fmt::format("The dataset has more than {} questions. Split it, or raise "
                                        "GoldenReadOptions::max_questions.",
                                        options_.max_questions));
      failure.code = ErrorCode::resource_exhausted;
      return failure;
    }
    auto question = read_question();
    if (!question) return std::move(question).error();
    dataset.questions.push_back(*std::move(question));
    ++index_;
    return {};
  });
  if (!read) return std::move(read).error();
  return dataset;
}

void write_question(JsonWriter& writer, const GoldenQuestion& question) {
  writer.begin('{');
  for (const TextMember& member : text_members) {
    writer.name(member.name);
    writer.text(question.*member.text);
  }
  if (!question.tags.empty()) {
    writer.name(tags_name);
    writer.begin('[');
    for (const std::string& tag : question.tags) {
      writer.element();
      writer.text(tag);
    }
    writer.end(']');
  }
  const ExtraMembers extra(question.extra);
  for (const ExtraMembers::Member& member : extra.members()) {
    const bool known = member.name == tags_name ||
                       std::ranges::find(text_members, member.name, &TextMember::name) != text_members.end();
    if (known) continue;
    writer.name(member.name);
    writer.value(member.value);
  }
  writer.end('}');
}

/// The first member of a question that no file can hold.
std::optional<std::string_view> unwritable_member(const GoldenQuestion& question) {
  for (const TextMember& member : text_members) {
    if (find_invalid_utf8(question.*member.text)) return member.name;
  }
  const bool bad_tag =
      std::ranges::any_of(question.tags, [](const std::string& tag) { return find_invalid_utf8(tag).has_value(); });
  return bad_tag ? std::optional(tags_name) : std::nullopt;
}

}  // namespace
}  // namespace context

std::optional<std::string> GoldenQuestion::tag(std::string_view key) const {
  for (const std::string& text : tags) {
    const std::string_view tag = text;
    if (tag.size() <= key.size() || !tag.starts_with(key) || tag[key.size()] != ':') continue;
    const std::string_view value = tag.substr(key.size() + 1);
    const std::size_t begin = std::min(value.find_first_not_of(' '), value.size());
    return std::string(value.substr(begin, value.find_last_not_of(' ') + 1 - begin));
  }
  return {};
}

Result<GoldenDataset> GoldenDataset::read(std::string_view json, const GoldenReadOptions& options) {
  if (json.size() > options.max_bytes) {
    return Error{ErrorCode::resource_exhausted,
                 fmt::format("The dataset has {} bytes, more than {}. Split it, or raise GoldenReadOptions::max_bytes.",
                             json.size(), options.max_bytes),
                 {}};
  }
  if (auto checked = json::check(json); !checked) return std::move(checked).error();
  return context::GoldenReader(json, options).read();
}

Result<GoldenDataset> GoldenDataset::read_file(const std::string& path, const GoldenReadOptions& options) {
  auto text = files::read_file(path, options.max_bytes);
  if (!text) return std::move(text).error();
  auto dataset = read(*text, options);
  if (!dataset) dataset.error().where.file = path;
  return dataset;
}

std::string GoldenDataset::write() const {
  context::JsonWriter writer(context::JsonLayout::pretty);
  writer.begin('[');
  for (const GoldenQuestion& question : questions) {
    writer.element();
    context::write_question(writer, question);
  }
  writer.end(']');
  return writer.take() + "\n";
}

Result<void> GoldenDataset::write_file(const std::string& path) const {
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (const auto member = context::unwritable_member(questions[i])) {
      Error error{ErrorCode::invalid_argument, "The text is not UTF-8. Convert it.", {}};
      error.where.file = path;
      error.where.json_pointer = fmt::format("/{}/{}", i, *member);
      return error;
    }
  }
  return files::replace_file(path, write());
}

}  // namespace querydata::inline v0
