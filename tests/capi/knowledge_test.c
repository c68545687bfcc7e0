/* Every function of knowledge bases: the normal way, with NULL for every pointer, with outputs left uninitialised. */
#include <stdlib.h>

#include "checks.h"

static const char lamp[] =
    "# Lamps\n\nThe lamp of Port Calder was kept by Tomas Reed for thirty years. It stands 61 metres high.\n";

static qdata_documents* make_documents(void) {
  qdata_documents* documents = JUNK(qdata_documents);
  CHECK(qdata_x_documents_create(&documents, NULL) == QDATA_OK);
  CHECK(qdata_x_documents_put(documents, "{\"uri\":\"https://docs.example.com/lamp\",\"dataSource\":\"docs\"}", Z, lamp,
                              Z, NULL) == QDATA_OK);
  CHECK(qdata_x_documents_put(documents,
                              "{\"name\":\"documents/honey\",\"updateTime\":\"2026-01-02T03:04:05Z\",\"format\":"
                              "\"plain_text\"}",
                              Z, "Honey is \xff dark.\0", 17, NULL) == QDATA_OK);
  return documents;
}

static void documents_are_checked(const char* database_path) {
  qdata_documents* documents = make_documents();
  qdata_knowledge_base* base = JUNK(qdata_knowledge_base);
  qdata_database* database = open_the_database(database_path);
  CHECK_FAILS(qdata_x_documents_create(NULL, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_documents_put(NULL, "{}", Z, "", 0, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_documents_put(documents, "[]", Z, "", 0, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_documents_put(documents, "{\"nmae\":\"documents/a\"}", Z, "", 0, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_documents_put(documents, "{\"format\":\"pdf\"}", Z, "", 0, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_documents_put(documents, "{\"updateTime\":\"today\"}", Z, "", 0, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_documents_put(documents, "{}", Z, NULL, 5, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_documents_remove(NULL, "documents/a", Z, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_documents_put_schema(NULL, database, NULL, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_documents_put_schema(documents, NULL, NULL, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(qdata_x_documents_put_schema(documents, database, NULL, NULL) == QDATA_OK);
  CHECK(qdata_x_documents_remove(documents, "documents/a", Z, NULL) == QDATA_OK);
  CHECK_FAILS(qdata_x_knowledge_base_build(documents, NULL, 0, NULL, 0, NULL, &base, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(base == NULL);
  CHECK_FAILS(qdata_x_knowledge_base_build(NULL, NULL, 0, NULL, 0, NULL, &base, &err), QDATA_E_INVALID_ARGUMENT);
  qdata_x_database_free(database);
  qdata_x_documents_free(documents);
  qdata_x_documents_free(NULL);
}

static void check_has(qdata_text* text, const char* part) {
  CHECK(strstr(qdata_text_data(text, NULL), part) != NULL);
  qdata_text_free(text);
}

static void one_is_asked(const qdata_knowledge_base* base) {
  qdata_options* options = NULL;
  qdata_text* text = JUNK(qdata_text);
  int32_t answered = 7;
  CHECK(qdata_x_options_create(&options, NULL) == QDATA_OK);
  CHECK(qdata_x_options_set(options, "page_size", Z, "1", Z, NULL) == QDATA_OK);
  CHECK(qdata_x_options_set(options, "max_answer_bytes", Z, "100", Z, NULL) == QDATA_OK);
  CHECK(qdata_x_options_set(options, "min_confidence", Z, "0", Z, NULL) == QDATA_OK);
  CHECK(qdata_x_knowledge_base_list(base, NULL, 0, options, &text, NULL) == QDATA_OK);
  check_has(text, "\"nextPageToken\"");
  CHECK_FAILS(qdata_x_knowledge_base_list(base, "uri", Z, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_knowledge_base_list(NULL, NULL, 0, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(qdata_x_knowledge_base_get(base, "documents/honey", Z, &text, NULL) == QDATA_OK);
  check_has(text, "\\u0000");
  CHECK_FAILS(qdata_x_knowledge_base_get(base, "documents/none", Z, &text, &err), QDATA_E_NOT_FOUND);
  CHECK_FAILS(qdata_x_knowledge_base_get(base, "honey", Z, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_knowledge_base_get(NULL, "honey", Z, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(qdata_x_knowledge_base_batch_get(base, "[\"documents/honey\",\"documents/docs.example.com/lamp\"]", Z, &text,
                                         NULL) == QDATA_OK);
  check_has(text, "Port Calder");
  CHECK_FAILS(qdata_x_knowledge_base_batch_get(base, "[]", Z, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_knowledge_base_batch_get(NULL, "[]", Z, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(qdata_x_knowledge_base_search(base, "lamp", Z, "data_source = \"docs\"", Z, options, &text, NULL) == QDATA_OK);
  check_has(text, "\"relevanceScore\"");
  CHECK_FAILS(qdata_x_knowledge_base_search(base, "", 0, NULL, 0, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_knowledge_base_search(NULL, "lamp", Z, NULL, 0, NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  CHECK(qdata_x_knowledge_base_answer(base, "Who kept the lamp of Port Calder?", Z, NULL, 0, options, &answered, &text,
                                      NULL) == QDATA_OK);
  CHECK(answered == 1);
  check_has(text, "Tomas Reed");
  CHECK(qdata_x_knowledge_base_answer(base, "Who kept the lamp?", Z, "uri = \"none\"", Z, NULL, &answered, &text,
                                      NULL) == QDATA_OK);
  CHECK(answered == 0);
  qdata_text_free(text);
  CHECK_FAILS(qdata_x_knowledge_base_answer(base, "lamp", Z, "uri = ", Z, NULL, NULL, &text, &err),
              QDATA_E_INVALID_ARGUMENT);
  CHECK_FAILS(qdata_x_knowledge_base_answer(NULL, "lamp", Z, NULL, 0, NULL, NULL, &text, &err),
              QDATA_E_INVALID_ARGUMENT);
  CHECK(text == NULL);
  qdata_x_options_free(options);
}

static void one_is_changed_in_a_store(const char* store) {
  qdata_documents* documents = make_documents();
  qdata_options* options = NULL;
  qdata_knowledge_base* base = JUNK(qdata_knowledge_base);
  qdata_cancel* cancel = NULL;
  qdata_text* text = JUNK(qdata_text);
  remove(store); /* of an earlier run */
  CHECK_FAILS(qdata_x_knowledge_base_open(store, Z, "docs", Z, &base, &err), QDATA_E_NOT_FOUND);
  CHECK(base == NULL);
  CHECK(qdata_x_knowledge_base_build(documents, store, Z, "docs", Z, NULL, &base, NULL) == QDATA_OK);
  qdata_x_knowledge_base_free(base);
  CHECK(qdata_x_documents_put(documents, "{\"name\":\"documents/rope\"}", Z, "Ropes are long.\n", Z, NULL) == QDATA_OK);
  CHECK(qdata_x_knowledge_base_update(documents, store, Z, "docs", Z, NULL, &base, NULL) == QDATA_OK);
  CHECK(qdata_x_knowledge_base_info(base, &text, NULL) == QDATA_OK);
  check_has(text, "\"added\":1,\"replaced\":0,\"unchanged\":2,\"removed\":0");
  CHECK_FAILS(qdata_x_knowledge_base_info(NULL, &text, &err), QDATA_E_INVALID_ARGUMENT);
  qdata_x_knowledge_base_free(base);
  qdata_x_documents_free(documents);
  CHECK(qdata_x_documents_create(&documents, NULL) == QDATA_OK);
  CHECK(qdata_x_documents_remove(documents, "documents/rope", Z, NULL) == QDATA_OK);
  CHECK(qdata_x_options_create(&options, NULL) == QDATA_OK);
  CHECK(qdata_x_cancel_create(&cancel, NULL) == QDATA_OK);
  CHECK(qdata_x_options_set_cancel(options, cancel, NULL) == QDATA_OK);
  CHECK(qdata_x_knowledge_base_update(documents, store, Z, "docs", Z, options, &base, NULL) == QDATA_OK);
  qdata_x_knowledge_base_free(base);
  CHECK_FAILS(qdata_x_knowledge_base_update(documents, store, Z, "docs", Z, NULL, &base, &err), QDATA_E_NOT_FOUND);
  CHECK_FAILS(qdata_x_knowledge_base_update(NULL, store, Z, "docs", Z, NULL, &base, &err), QDATA_E_INVALID_ARGUMENT);
  qdata_x_documents_free(documents);
  documents = make_documents();
  qdata_x_cancel_trigger(cancel);
  CHECK_FAILS(qdata_x_knowledge_base_build(documents, store, Z, "docs", Z, options, &base, &err), QDATA_E_CANCELLED);
  CHECK(qdata_x_knowledge_base_open(store, Z, "docs", Z, &base, NULL) == QDATA_OK);
  one_is_asked(base);
  qdata_x_knowledge_base_free(base);
  CHECK(qdata_x_knowledge_base_remove(store, Z, "docs", Z, NULL) == QDATA_OK);
  CHECK_FAILS(qdata_x_knowledge_base_remove(store, Z, "docs", Z, &err), QDATA_E_NOT_FOUND);
  CHECK_FAILS(qdata_x_knowledge_base_remove(NULL, 3, "docs", Z, &err), QDATA_E_INVALID_ARGUMENT);
  qdata_x_cancel_free(cancel);
  qdata_x_options_free(options);
  qdata_x_documents_free(documents);
}

void documents_are_indexed_and_asked(const char* database_path) {
  char store[4096 + 16];
  qdata_documents* documents = make_documents();
  qdata_knowledge_base* base = JUNK(qdata_knowledge_base);
  documents_are_checked(database_path);
  CHECK(qdata_x_knowledge_base_build(documents, NULL, 0, NULL, 0, NULL, &base, NULL) == QDATA_OK);
  qdata_x_documents_free(documents);
  one_is_asked(base);
  qdata_x_knowledge_base_free(base);
  qdata_x_knowledge_base_free(NULL);
  snprintf(store, sizeof store, "%.4096s.knowledge", database_path);
  one_is_changed_in_a_store(store);
}
