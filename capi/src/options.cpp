#include <boost/json.hpp>
#include <charconv>
#include <functional>
#include <map>
#include <utility>

#include "objects.hpp"

using querydata::CallControl;
using querydata::Error;
using querydata::ErrorCode;
using querydata::Result;
namespace capi = querydata::capi;

CallControl qdata_options::control() const {
  CallControl control;
  if (timeout) control.deadline = querydata::Deadline::after(*timeout);
  control.cancel = cancel;
  return control;
}

const qdata_options& capi::options_or_default(const qdata_options* options) noexcept {
  static const qdata_options defaults;
  return options == nullptr ? defaults : *options;
}

namespace {

Error bad_value(std::string_view name, std::string_view value, std::string_view form) {
  return Error{ErrorCode::invalid_argument,
               "option " + std::string(name) + ": '" + std::string(value) + "' is not " + std::string(form),
               {}};
}

template <class Number>
Result<Number> number(std::string_view name, std::string_view value, Number low, Number high, std::string_view form) {
  Number parsed{};
  const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), parsed);
  if (code != std::errc() || end != value.data() + value.size() || !(parsed >= low && parsed <= high)) {
    return bad_value(name, value, form);
  }
  return parsed;
}

template <class Target>
Result<void> set_count(std::string_view name, std::string_view value, Target& target) {
  auto parsed = number<std::uint64_t>(name, value, 0, std::uint64_t{1} << 40U, "a whole number from 0 to 2^40");
  if (!parsed) return std::move(parsed).error();
  target = static_cast<Target>(*parsed);
  return {};
}

Result<std::chrono::milliseconds> milliseconds(std::string_view name, std::string_view value) {
  std::int64_t count = 0;
  if (auto done = set_count(name, value, count); !done) return done.error();
  return std::chrono::milliseconds(count);
}

Result<void> set_share(std::string_view name, std::string_view value, double& target) {
  auto parsed = number<double>(name, value, 0.0, 1.0, "a number from 0 to 1");
  if (!parsed) return std::move(parsed).error();
  target = *parsed;
  return {};
}

template <class Target>
Result<void> set_texts(std::string_view name, std::string_view value, Target& target) {
  auto parsed = capi::texts_in(name, value);
  if (!parsed) return std::move(parsed).error();
  target = *std::move(parsed);
  return {};
}

Result<void> set_parameters(std::string_view name, std::string_view value,
                            std::vector<querydata::SessionParameter>& target) {
  constexpr std::string_view form = "a JSON object of names and texts";
  boost::json::error_code code;
  const boost::json::value json = boost::json::parse(boost::json::string_view(value.data(), value.size()), code);
  if (code || !json.is_object()) return bad_value(name, value, form);
  std::vector<querydata::SessionParameter> parameters;
  for (const auto& [key, item] : json.get_object()) {
    if (!item.is_string()) return bad_value(name, value, form);
    parameters.push_back({std::string(key), std::string(item.get_string())});
  }
  target = std::move(parameters);
  return {};
}

using Setter = std::function<Result<void>(qdata_options&, std::string_view name, std::string_view value)>;

const std::map<std::string, Setter, std::less<>>& setters() {
  using Name = std::string_view;
  using Options = qdata_options;
  static const std::map<std::string, Setter, std::less<>> table{
      {"timeout_ms",
       [](Options& options, Name name, Name value) -> Result<void> {
         auto given = milliseconds(name, value);
         if (!given) return given.error();
         options.timeout = *given;
         return {};
       }},
      {"now",
       [](Options& options, Name name, Name value) -> Result<void> {
         auto now = querydata::parse_time(value);
         if (!now) return bad_value(name, value, "an ISO 8601 date or time");
         options.plan.now = *now;
         return {};
       }},
      {"max_rows", [](Options& o, Name n, Name v) { return set_count(n, v, o.limits.max_rows); }},
      {"max_bytes", [](Options& o, Name n, Name v) { return set_count(n, v, o.limits.max_bytes); }},
      {"max_matches", [](Options& o, Name n, Name v) { return set_count(n, v, o.link.max_matches); }},
      {"max_parallel_searches",
       [](Options& o, Name n, Name v) { return set_count(n, v, o.link.max_parallel_searches); }},
      {"max_search_ms",
       [](Options& options, Name name, Name value) -> Result<void> {
         auto given = milliseconds(name, value);
         if (!given) return given.error();
         options.link.max_search_time = *given;
         return {};
       }},
      {"max_distance", [](Options& o, Name n, Name v) { return set_share(n, v, o.link.max_distance); }},
      {"max_tables", [](Options& o, Name n, Name v) { return set_count(n, v, o.find.max_tables); }},
      {"max_columns", [](Options& o, Name n, Name v) { return set_count(n, v, o.find.max_columns); }},
      {"max_tokens", [](Options& o, Name n, Name v) { return set_count(n, v, o.find.max_tokens); }},
      {"max_paths", [](Options& o, Name n, Name v) { return set_count(n, v, o.find.max_paths); }},
      {"min_confidence",
       [](Options& options, Name name, Name value) -> Result<void> {
         if (auto done = set_share(name, value, options.plan.min_confidence); !done) return done;
         options.answer.min_confidence = options.plan.min_confidence;
         return {};
       }},
      {"max_answer_bytes", [](Options& o, Name n, Name v) { return set_count(n, v, o.answer.max_bytes); }},
      {"page_size", [](Options& o, Name n, Name v) { return set_count(n, v, o.page_size); }},
      {"page_token",
       [](Options& options, Name, Name value) -> Result<void> {
         options.page_token = value;
         return {};
       }},
      {"scope_tables", [](Options& o, Name n, Name v) { return set_texts(n, v, o.scope.tables); }},
      {"scope_columns", [](Options& o, Name n, Name v) { return set_texts(n, v, o.scope.columns); }},
      {"session_parameters",
       [](Options& o, Name n, Name v) { return set_parameters(n, v, o.scope.session_parameters); }},
      {"index_columns", [](Options& o, Name n, Name v) { return set_texts(n, v, o.index_columns); }},
      {"index_exclude", [](Options& o, Name n, Name v) { return set_texts(n, v, o.index_exclude); }},
      {"choices", [](Options& o, Name n, Name v) { return set_texts(n, v, o.plan.choices); }},
      {"max_connections", [](Options& o, Name n, Name v) { return set_count(n, v, o.database.max_connections); }},
  };
  return table;
}

Result<void> set_option(qdata_options& options, std::string_view name, std::string_view value) {
  const auto setter = setters().find(name);
  if (setter == setters().end()) {
    return Error{
        ErrorCode::invalid_argument, "there is no option '" + std::string(name) + "'; querydata.h lists the names", {}};
  }
  return setter->second(options, name, value);
}

}  // namespace

querydata::Result<std::vector<std::string>> querydata::capi::texts_in(std::string_view name, std::string_view value) {
  constexpr std::string_view form = "a JSON array of strings";
  boost::json::error_code code;
  const boost::json::value json = boost::json::parse(boost::json::string_view(value.data(), value.size()), code);
  if (code || !json.is_array()) return bad_value(name, value, form);
  std::vector<std::string> result;
  for (const boost::json::value& item : json.get_array()) {
    if (!item.is_string()) return bad_value(name, value, form);
    result.emplace_back(item.get_string());
  }
  return result;
}

extern "C" {

qdata_status qdata_x_options_create(qdata_options** out, qdata_error** err) {
  return capi::make(out, err, []() -> Result<qdata_options> { return qdata_options{}; });
}

qdata_status qdata_x_options_set(qdata_options* options, const char* name, size_t name_size, const char* value,
                                 size_t value_size, qdata_error** err) {
  return capi::guard(err, [&]() -> Result<void> {
    if (auto given = capi::require(options, "options"); !given) return given;
    auto name_text = capi::text_in(name, name_size, "name");
    if (!name_text) return std::move(name_text).error();
    auto value_text = capi::text_in(value, value_size, "value");
    if (!value_text) return std::move(value_text).error();
    return set_option(*options, *name_text, *value_text);
  });
}

qdata_status qdata_x_options_set_cancel(qdata_options* options, const qdata_cancel* cancel, qdata_error** err) {
  return capi::guard(err, [&]() -> Result<void> {
    if (auto given = capi::require(options, "options"); !given) return given;
    options->cancel = cancel == nullptr ? querydata::CancelToken() : cancel->token;
    return {};
  });
}

void qdata_x_options_free(qdata_options* options) {
  delete options;
}

qdata_status qdata_x_cancel_create(qdata_cancel** out, qdata_error** err) {
  return capi::make(out, err, []() -> Result<qdata_cancel> { return qdata_cancel{querydata::CancelToken::create()}; });
}

void qdata_x_cancel_trigger(const qdata_cancel* cancel) {
  if (cancel != nullptr) cancel->token.cancel();
}

void qdata_x_cancel_free(qdata_cancel* cancel) {
  delete cancel;
}

}  // extern "C"
