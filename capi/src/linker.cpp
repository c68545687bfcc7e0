#include <string_view>
#include <utility>

#include "objects.hpp"

using querydata::Result;
namespace capi = querydata::capi;

namespace {

Result<qdata_linker> linker_of(const qdata_database* database, std::vector<querydata::ValueSearch> searches,
                               querydata::ValueIndex::Shared index, const qdata_options* options) {
  if (auto given = capi::require(database, "database"); !given) return given.error();
  querydata::ValueLinkerOptions settings;
  settings.index = std::move(index);
  settings.control = capi::options_or_default(options).control();
  auto linker = querydata::ValueLinker::build(database->database, std::move(searches), settings);
  if (!linker) return std::move(linker).error();
  return qdata_linker{std::make_shared<const querydata::ValueLinker>(*std::move(linker))};
}

using Link = Result<querydata::ValueLinks> (querydata::ValueLinker::*)(std::string_view,
                                                                       const querydata::LinkOptions&) const;

Result<qdata_text> links_of(const qdata_linker* linker, std::string_view text, Link link,
                            const qdata_options* options) {
  if (auto given = capi::require(linker, "linker"); !given) return given.error();
  const qdata_options& settings = capi::options_or_default(options);
  querydata::LinkOptions link_options = settings.link;
  link_options.scope = settings.scope;
  link_options.control = settings.control();
  auto links = (*linker->linker.*link)(text, link_options);
  if (!links) return std::move(links).error();
  return qdata_text{querydata::to_json(*links)};
}

}  // namespace

extern "C" {

qdata_status qdata_x_linker_create(const qdata_database* database, const qdata_context_set* set,
                                   const qdata_options* options, qdata_linker** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_linker> {
    if (auto given = capi::require(set, "set"); !given) return given.error();
    return linker_of(database, set->set.value_searches, nullptr, options);
  });
}

qdata_status qdata_x_linker_create_with_index(const qdata_database* database, const qdata_context_set* set,
                                              const qdata_value_index* index, const qdata_options* options,
                                              qdata_linker** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_linker> {
    if (auto given = capi::require(index, "index"); !given) return given.error();
    return linker_of(database, set == nullptr ? std::vector<querydata::ValueSearch>() : set->set.value_searches,
                     index->index, options);
  });
}

qdata_status qdata_x_linker_link_phrase(const qdata_linker* linker, const char* phrase, size_t phrase_size,
                                        const qdata_options* options, qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    auto text = capi::text_in(phrase, phrase_size, "phrase");
    if (!text) return std::move(text).error();
    return links_of(linker, *text, &querydata::ValueLinker::link_phrase, options);
  });
}

qdata_status qdata_x_linker_link_question(const qdata_linker* linker, const char* question, size_t question_size,
                                          const qdata_options* options, qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    auto text = capi::text_in(question, question_size, "question");
    if (!text) return std::move(text).error();
    return links_of(linker, *text, &querydata::ValueLinker::link_question, options);
  });
}

void qdata_x_linker_free(qdata_linker* linker) {
  delete linker;
}

}  // extern "C"
