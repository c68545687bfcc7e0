#include "querydata/knowledge_base.hpp"

#include <boost/json.hpp>
#include <utility>

#include "objects.hpp"
#include "store_place.hpp"

using querydata::Error;
using querydata::ErrorCode;
using querydata::KnowledgeBase;
using querydata::Result;
using querydata::StoreMode;
namespace capi = querydata::capi;

namespace {

/// Runs `change`, which takes options and gives a knowledge base, and keeps what it counts.
template <class Change>
Result<qdata_knowledge_base> counted(const qdata_options* options, Change&& change) {
  qdata_knowledge_base made;
  querydata::KnowledgeBaseOptions settings;
  settings.counts = &made.counts;
  settings.control = capi::options_or_default(options).control();
  auto base = change(settings);
  if (!base) return std::move(base).error();
  made.base = *std::move(base);
  return made;
}

std::string info_json(const qdata_knowledge_base& made) {
  const querydata::KnowledgeBaseInfo info = made.base->info();
  return boost::json::serialize(boost::json::object{{"documents", info.documents},
                                                    {"chunks", info.chunks},
                                                    {"content_bytes", info.content_bytes},
                                                    {"bytes", info.bytes},
                                                    {"segments", info.segments},
                                                    {"added", made.counts.added},
                                                    {"replaced", made.counts.replaced},
                                                    {"unchanged", made.counts.unchanged},
                                                    {"removed", made.counts.removed}});
}

/// A query and a filter that came in as C texts.
struct Question {
  std::string query;
  std::string filter;
};

Result<Question> question_in(const char* query, size_t query_size, const char* filter, size_t filter_size) {
  const auto asked = capi::text_in(query, query_size, "query");
  if (!asked) return asked.error();
  const auto condition = capi::text_in(filter, filter_size, "filter");
  if (!condition) return condition.error();
  return Question{std::string(*asked), std::string(*condition)};
}

}  // namespace

extern "C" {

qdata_status qdata_x_documents_create(qdata_documents** out, qdata_error** err) {
  return capi::make(out, err, []() -> Result<qdata_documents> { return qdata_documents{}; });
}

qdata_status qdata_x_documents_put(qdata_documents* documents, const char* metadata, size_t metadata_size,
                                   const char* content, size_t content_size, qdata_error** err) {
  return capi::guard(err, [&]() -> Result<void> {
    if (auto given = capi::require(documents, "documents"); !given) return given;
    const auto text = capi::text_in(metadata, metadata_size, "metadata");
    if (!text) return text.error();
    const auto bytes = capi::text_in(content, content_size, "content");
    if (!bytes) return bytes.error();
    auto document = querydata::Document::from_json(*text);
    if (!document) return std::move(document).error();
    document->content = *bytes;
    documents->put.push_back(*std::move(document));
    return {};
  });
}

qdata_status qdata_x_documents_put_schema(qdata_documents* documents, const qdata_database* database,
                                          const qdata_options* options, qdata_error** err) {
  return capi::guard(err, [&]() -> Result<void> {
    if (auto given = capi::require(documents, "documents"); !given) return given;
    if (auto given = capi::require(database, "database"); !given) return given;
    const qdata_options& settings = capi::options_or_default(options);
    const auto schema = database->database->read_schema(settings.control());
    if (!schema) return schema.error();
    for (querydata::Document& document : querydata::documents_of(settings.scope.apply(*schema)))
      documents->put.push_back(std::move(document));
    return {};
  });
}

qdata_status qdata_x_documents_remove(qdata_documents* documents, const char* name, size_t name_size,
                                      qdata_error** err) {
  return capi::guard(err, [&]() -> Result<void> {
    if (auto given = capi::require(documents, "documents"); !given) return given;
    const auto text = capi::text_in(name, name_size, "name");
    if (!text) return text.error();
    documents->remove.emplace_back(*text);
    return {};
  });
}

void qdata_x_documents_free(qdata_documents* documents) {
  delete documents;
}

qdata_status qdata_x_knowledge_base_build(const qdata_documents* documents, const char* store, size_t store_size,
                                          const char* name, size_t name_size, const qdata_options* options,
                                          qdata_knowledge_base** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_knowledge_base> {
    if (auto given = capi::require(documents, "documents"); !given) return given.error();
    if (!documents->remove.empty())
      return Error{ErrorCode::invalid_argument, "a build removes nothing; use an update", {}};
    return counted(options, [&](const querydata::KnowledgeBaseOptions& settings) -> Result<KnowledgeBase::Shared> {
      if (store == nullptr) return KnowledgeBase::build(documents->put, settings);
      const auto place = capi::open_place(store, store_size, name, name_size, StoreMode::read_write);
      if (!place) return place.error();
      return KnowledgeBase::build(documents->put, *place->store, place->name, settings);
    });
  });
}

qdata_status qdata_x_knowledge_base_update(const qdata_documents* documents, const char* store, size_t store_size,
                                           const char* name, size_t name_size, const qdata_options* options,
                                           qdata_knowledge_base** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_knowledge_base> {
    if (auto given = capi::require(documents, "documents"); !given) return given.error();
    return counted(options, [&](const querydata::KnowledgeBaseOptions& settings) -> Result<KnowledgeBase::Shared> {
      const auto place = capi::open_place(store, store_size, name, name_size, StoreMode::read_write);
      if (!place) return place.error();
      return KnowledgeBase::update(*place->store, place->name, {documents->put, documents->remove}, settings);
    });
  });
}

qdata_status qdata_x_knowledge_base_open(const char* store, size_t store_size, const char* name, size_t name_size,
                                         qdata_knowledge_base** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_knowledge_base> {
    const auto place = capi::open_place(store, store_size, name, name_size, StoreMode::read_only);
    if (!place) return place.error();
    auto base = KnowledgeBase::open(*place->store, place->name);
    if (!base) return std::move(base).error();
    return qdata_knowledge_base{*std::move(base), {}};
  });
}

qdata_status qdata_x_knowledge_base_remove(const char* store, size_t store_size, const char* name, size_t name_size,
                                           qdata_error** err) {
  return capi::guard(err, [&]() -> Result<void> {
    const auto place = capi::open_place(store, store_size, name, name_size, StoreMode::read_write);
    if (!place) return place.error();
    return KnowledgeBase::remove(*place->store, place->name);
  });
}

qdata_status qdata_x_knowledge_base_info(const qdata_knowledge_base* base, qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(base, "base"); !given) return given.error();
    return qdata_text{info_json(*base)};
  });
}

qdata_status qdata_x_knowledge_base_list(const qdata_knowledge_base* base, const char* filter, size_t filter_size,
                                         const qdata_options* options, qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(base, "base"); !given) return given.error();
    const auto condition = capi::text_in(filter, filter_size, "filter");
    if (!condition) return condition.error();
    const qdata_options& settings = capi::options_or_default(options);
    const auto page = base->base->list_documents({std::string(*condition), settings.page_size, settings.page_token});
    if (!page) return page.error();
    return qdata_text{querydata::to_json(*page)};
  });
}

qdata_status qdata_x_knowledge_base_get(const qdata_knowledge_base* base, const char* name, size_t name_size,
                                        qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(base, "base"); !given) return given.error();
    const auto text = capi::text_in(name, name_size, "name");
    if (!text) return text.error();
    const auto document = base->base->get_document(*text);
    if (!document) return document.error();
    return qdata_text{querydata::to_json(*document)};
  });
}

qdata_status qdata_x_knowledge_base_batch_get(const qdata_knowledge_base* base, const char* names, size_t names_size,
                                              qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(base, "base"); !given) return given.error();
    const auto text = capi::text_in(names, names_size, "names");
    if (!text) return text.error();
    const auto list = capi::texts_in("names", *text);
    if (!list) return list.error();
    const auto documents = base->base->batch_get_documents(*list);
    if (!documents) return documents.error();
    std::string json = "{\"documents\":[";
    for (const querydata::Document& document : *documents) {
      if (&document != documents->data()) json += ',';
      json += querydata::to_json(document);
    }
    return qdata_text{json + "]}"};
  });
}

qdata_status qdata_x_knowledge_base_search(const qdata_knowledge_base* base, const char* query, size_t query_size,
                                           const char* filter, size_t filter_size, const qdata_options* options,
                                           qdata_text** out, qdata_error** err) {
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(base, "base"); !given) return given.error();
    const auto question = question_in(query, query_size, filter, filter_size);
    if (!question) return question.error();
    const qdata_options& settings = capi::options_or_default(options);
    const auto response = base->base->search_document_chunks(
        {question->query, question->filter, settings.page_size, settings.page_token}, settings.control());
    if (!response) return response.error();
    return qdata_text{querydata::to_json(*response)};
  });
}

qdata_status qdata_x_knowledge_base_answer(const qdata_knowledge_base* base, const char* query, size_t query_size,
                                           const char* filter, size_t filter_size, const qdata_options* options,
                                           int32_t* out_answered, qdata_text** out, qdata_error** err) {
  if (out_answered != nullptr) *out_answered = 0;
  return capi::make(out, err, [&]() -> Result<qdata_text> {
    if (auto given = capi::require(base, "base"); !given) return given.error();
    const auto question = question_in(query, query_size, filter, filter_size);
    if (!question) return question.error();
    const qdata_options& settings = capi::options_or_default(options);
    querydata::AnswerOptions answering = settings.answer;
    answering.control = settings.control();
    const auto answer = base->base->answer_query({question->query, question->filter}, answering);
    if (!answer) return answer.error();
    if (out_answered != nullptr) *out_answered = answer->answered ? 1 : 0;
    return qdata_text{querydata::to_json(*answer)};
  });
}

void qdata_x_knowledge_base_free(qdata_knowledge_base* base) {
  delete base;
}

}  // extern "C"
