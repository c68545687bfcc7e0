/* querydata: questions in plain language to safe, explained, parameterised queries. The C interface.
 *
 * Rules of every call
 *   - A call that can fail returns a qdata_status; 0 is success. Details come through the last parameter `err`, which
 * may be NULL.
 *   - Outputs are written first, never read: on failure handles are NULL, and there is nothing to free but the error.
 *   - Text goes in as pointer and length, UTF-8, and is copied. A length of QDATA_ZERO_TERMINATED means that a NUL byte
 * ends it.
 *   - Text comes out as a qdata_text or as a borrowed pointer whose life the comment states; both also end in a NUL
 * byte.
 *   - Whoever makes an object frees it with its own qdata_..._free; NULL is fine. Objects keep what they were made from
 * alive, so the order of freeing does not matter.
 *   - Structured results are JSON. Integers beyond 2^53 are strings, blobs are base64, object members keep their order.
 *   - Threads: "any" from any thread at any time; "shared" on one object from many threads at once; "exclusive" one
 * thread at a time.
 *   - Nothing is printed, no signal handler or locale is touched, no thread outlives a call.
 *
 * Functions named qdata_x_... may still change until version 1.0; define QDATA_ENABLE_UNSTABLE before including this
 * header to use them. The others keep their meaning as long as qdata_abi_version() stays the same.
 */
#ifndef QUERYDATA_H
#define QUERYDATA_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define QDATA_CALL __cdecl
#if defined(QDATA_BUILDING)
#define QDATA_API __declspec(dllexport)
#else
#define QDATA_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define QDATA_CALL
#define QDATA_API __attribute__((visibility("default")))
#else
#define QDATA_CALL
#define QDATA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status -------------------------------------------------------------------------------------------------- */

/* 0, or one of the codes below: the numbers of google.rpc.Code. Numbers are never reused; treat an unknown one as a
 * failure. */
typedef int32_t qdata_status;

#define QDATA_OK 0
#define QDATA_E_CANCELLED 1
#define QDATA_E_UNKNOWN 2
#define QDATA_E_INVALID_ARGUMENT 3
#define QDATA_E_DEADLINE_EXCEEDED 4
#define QDATA_E_NOT_FOUND 5
#define QDATA_E_ALREADY_EXISTS 6
#define QDATA_E_PERMISSION_DENIED 7
#define QDATA_E_RESOURCE_EXHAUSTED 8
#define QDATA_E_FAILED_PRECONDITION 9
#define QDATA_E_ABORTED 10
#define QDATA_E_OUT_OF_RANGE 11
#define QDATA_E_UNIMPLEMENTED 12
#define QDATA_E_INTERNAL 13
#define QDATA_E_UNAVAILABLE 14
#define QDATA_E_DATA_LOSS 15
#define QDATA_E_UNAUTHENTICATED 16
#define QDATA_E_NO_MEMORY 100

/* As a length: the text ends at its first NUL byte. */
#define QDATA_ZERO_TERMINATED SIZE_MAX

typedef struct qdata_error qdata_error; /* what went wrong */
typedef struct qdata_text qdata_text;   /* a text that the caller owns */

/* The version of this interface; equals the number in the library's soname. Threads: any. Since 0.1. */
QDATA_API uint32_t QDATA_CALL qdata_abi_version(void);

/* The release, "major.minor.patch". Static text. Threads: any. Since 0.1. */
QDATA_API const char* QDATA_CALL qdata_version(void);

/* The name of a status, "invalid_argument"; "unknown" for a number that has none. Static text. Threads: any. Since 0.1.
 */
QDATA_API const char* QDATA_CALL qdata_status_name(qdata_status status);

/* ---- Errors: err may be NULL in the getters, which then give QDATA_OK, "" and 0. Threads: shared. Since 0.1. ---- */

QDATA_API qdata_status QDATA_CALL qdata_error_status(const qdata_error* err);
/* One or two sentences: what was wrong and the remedy. Lives as long as err. out_size may be NULL. */
QDATA_API const char* QDATA_CALL qdata_error_message(const qdata_error* err, size_t* out_size);
/* The place as JSON: {"file":...,"json_pointer":...,"byte_offset":...,"sqlstate":...}, only what is known. Lives as
 * long as err. */
QDATA_API const char* QDATA_CALL qdata_error_where(const qdata_error* err, size_t* out_size);
QDATA_API void QDATA_CALL qdata_error_free(qdata_error* err);

/* ---- Text: text may be NULL, which is "". Threads: shared. Since 0.1. ----------------------------------------- */

/* The bytes; they live as long as text. out_size may be NULL. */
QDATA_API const char* QDATA_CALL qdata_text_data(const qdata_text* text, size_t* out_size);
QDATA_API void QDATA_CALL qdata_text_free(qdata_text* text);

#ifdef QDATA_ENABLE_UNSTABLE

struct sqlite3;

typedef struct qdata_options qdata_options;               /* settings by name */
typedef struct qdata_cancel qdata_cancel;                 /* ends calls early */
typedef struct qdata_database qdata_database;             /* a database, read-only */
typedef struct qdata_context_set qdata_context_set;       /* templates, facets, value searches */
typedef struct qdata_planner qdata_planner;               /* questions to plans */
typedef struct qdata_plan qdata_plan;                     /* what came of a question */
typedef struct qdata_linker qdata_linker;                 /* phrases to stored values */
typedef struct qdata_value_index qdata_value_index;       /* the stored values of a database */
typedef struct qdata_graph qdata_graph;                   /* questions to tables */
typedef struct qdata_filter qdata_filter;                 /* conditions on objects */
typedef struct qdata_documents qdata_documents;           /* documents to be indexed */
typedef struct qdata_knowledge_base qdata_knowledge_base; /* answers from documents */

/* ---- Options ------------------------------------------------------------------------------------------------- */

/* Settings for the calls below; NULL means all defaults. Unknown names and values of the wrong form are
 * QDATA_E_INVALID_ARGUMENT when they are set; settings that a call does not use have no effect on it.
 *
 *   timeout_ms        whole number: the call ends with QDATA_E_DEADLINE_EXCEEDED after so long
 *   now               ISO 8601 date or time in UTC, what "last month" refers to; default: the clock
 *   max_rows          rows of a result, default 1000
 *   max_bytes         bytes of a result's values, default 16777216
 *   max_matches       value links, default 10
 *   max_parallel_searches  value searches that run at once, default 4
 *   max_search_ms     time of one value search, default 2000; what is cut is a warning
 *   max_distance      0 to 1, value links farther away are left out, default 0.3
 *   max_tables        tables of a schema link, default 15
 *   max_columns       columns of a schema link, default 45
 *   max_tokens        tokens that a schema link may take as M-Schema, default 0: any number
 *   max_paths         join paths, default 3
 *   min_confidence    0 to 1, below it there is no plan, and documents do not answer
 *   max_answer_bytes  bytes that answers from documents have at most, on average, default 300
 *   page_size         documents (default 100, 1000 at most) or chunks (default 5, 100 at most) of a page
 *   page_token        nextPageToken of an earlier page of the same request
 *   scope_tables      JSON array of the tables that may be used; default: all
 *   scope_columns     JSON array of the columns ("table.column") that may be used; default: all
 *   session_parameters JSON object of names and texts: who asks, for views that show each session other rows
 *   index_columns     JSON array of the columns ("table.column") of a value index; default: those people name values of
 *   index_exclude     JSON array of the columns that are never in it
 *   choices           JSON array: options of an earlier clarification that the user chose
 *   max_connections   whole number, for qdata_x_database_open, default 4
 *
 * Threads: exclusive for set, shared for the calls that use it. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_options_create(qdata_options** out, qdata_error** err);
QDATA_API qdata_status QDATA_CALL qdata_x_options_set(qdata_options* options, const char* name, size_t name_size,
                                                      const char* value, size_t value_size, qdata_error** err);
/* Calls with these options end with QDATA_E_CANCELLED once cancel was triggered. cancel NULL: not any more. */
QDATA_API qdata_status QDATA_CALL qdata_x_options_set_cancel(qdata_options* options, const qdata_cancel* cancel,
                                                             qdata_error** err);
QDATA_API void QDATA_CALL qdata_x_options_free(qdata_options* options);

QDATA_API qdata_status QDATA_CALL qdata_x_cancel_create(qdata_cancel** out, qdata_error** err);
/* Ends the calls that use it, and those still to come. NULL has no effect. Threads: any. Since 0.1. */
QDATA_API void QDATA_CALL qdata_x_cancel_trigger(const qdata_cancel* cancel);
QDATA_API void QDATA_CALL qdata_x_cancel_free(qdata_cancel* cancel);

/* ---- Database ------------------------------------------------------------------------------------------------ */

/* Opens a database for reading, for example "sqlite:/data/shop.db".
 * Errors: INVALID_ARGUMENT (no such form of URI), NOT_FOUND, DATA_LOSS (not a database), UNIMPLEMENTED (no driver),
 * PERMISSION_DENIED, UNAVAILABLE. Threads: any; the object: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_database_open(const char* uri, size_t uri_size, const qdata_options* options,
                                                        qdata_database** out, qdata_error** err);
/* Lends a SQLite handle of the host's, which must be of the same SQLite library as this one is linked with (the
 * system's). It is never closed; it must outlive the database and everything made from it. Calls are serialised.
 * Errors: INVALID_ARGUMENT. Threads: any. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_database_lend_sqlite(struct sqlite3* handle, const qdata_options* options,
                                                               qdata_database** out, qdata_error** err);
/* The schema as JSON: {"tables":[{"name":...,"columns":[...],...}]}. Threads: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_database_schema(const qdata_database* database, const qdata_options* options,
                                                          qdata_text** out, qdata_error** err);
QDATA_API void QDATA_CALL qdata_x_database_free(qdata_database* database);

/* ---- Context sets -------------------------------------------------------------------------------------------- */

/* Reads a context set from JSON text, or from a file. Errors: INVALID_ARGUMENT (qdata_error_where tells the place),
 * NOT_FOUND, PERMISSION_DENIED, RESOURCE_EXHAUSTED. Threads: any; the object: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_context_set_read(const char* json, size_t json_size, qdata_context_set** out,
                                                           qdata_error** err);
QDATA_API qdata_status QDATA_CALL qdata_x_context_set_read_file(const char* path, size_t path_size,
                                                                qdata_context_set** out, qdata_error** err);
/* What is wrong or odd: {"findings":[{"severity":"error","json_pointer":...,"message":...}]}.
 * dialect: "sqlite", "postgresql", "mysql", "googlesql", "mongodb", "bigtable", or NULL to try all. Threads: shared.
 * Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_context_set_check(const qdata_context_set* set, const char* dialect,
                                                            size_t dialect_size, qdata_text** out, qdata_error** err);
/* The canonical JSON text of the set. Threads: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_context_set_write(const qdata_context_set* set, qdata_text** out,
                                                            qdata_error** err);
QDATA_API void QDATA_CALL qdata_x_context_set_free(qdata_context_set* set);

/* ---- Planner ------------------------------------------------------------------------------------------------- */

/* Makes a planner for one database with one context set (NULL: an empty one). Checks the set against the database and
 * reads the values of the columns that templates compare with parameters. Errors: those of the database;
 * INVALID_ARGUMENT or PERMISSION_DENIED for an item that can't be used. Threads: any; the object: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_planner_create(const qdata_database* database, const qdata_context_set* set,
                                                         const qdata_options* options, qdata_planner** out,
                                                         qdata_error** err);
/* Plans a question. "No plan" is a success: qdata_x_plan_is_answered tells it apart.
 * Errors: INVALID_ARGUMENT (empty, not UTF-8), RESOURCE_EXHAUSTED (too long), CANCELLED, DEADLINE_EXCEEDED. Threads:
 * shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_planner_plan(const qdata_planner* planner, const char* question,
                                                       size_t question_size, const qdata_options* options,
                                                       qdata_plan** out, qdata_error** err);
/* Runs an answered plan: {"columns":[{"name":...,"type":...}],"rows":[[...]],"cut":"none"}.
 * Errors: FAILED_PRECONDITION (no answered plan), those of the database. Threads: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_planner_run(const qdata_planner* planner, const qdata_plan* plan,
                                                      const qdata_options* options, qdata_text** out,
                                                      qdata_error** err);
QDATA_API void QDATA_CALL qdata_x_planner_free(qdata_planner* planner);

/* 1 if the plan has a statement to run, else 0 (also for NULL). Threads: shared. Since 0.1. */
QDATA_API int32_t QDATA_CALL qdata_x_plan_is_answered(const qdata_plan* plan);
/* The plan with statement, parameters, explanation, nearest readings and reasons; docs/json.md describes it. Threads:
 * shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_plan_json(const qdata_plan* plan, qdata_text** out, qdata_error** err);
QDATA_API void QDATA_CALL qdata_x_plan_free(qdata_plan* plan);

/* ---- Value links --------------------------------------------------------------------------------------------- */

/* Makes a linker that runs the value searches of a context set on a database. Errors: as for planners. Threads: any;
 * the object: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_linker_create(const qdata_database* database, const qdata_context_set* set,
                                                        const qdata_options* options, qdata_linker** out,
                                                        qdata_error** err);
/* Stored values that a phrase names:
 * {"matches":[{"value":...,"table":...,"column":...,"distance":...}],"warnings":[],"partial":false}. Errors:
 * INVALID_ARGUMENT (empty, not UTF-8), CANCELLED. Threads: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_linker_link_phrase(const qdata_linker* linker, const char* phrase,
                                                             size_t phrase_size, const qdata_options* options,
                                                             qdata_text** out, qdata_error** err);
/* Stored values that the words of a question name, in the same form; a match's span says which bytes, `ambiguities` and
 * `compounds` what else they may be. Errors: as qdata_x_linker_link_phrase; RESOURCE_EXHAUSTED above 16 KiB. Threads:
 * shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_linker_link_question(const qdata_linker* linker, const char* question,
                                                               size_t question_size, const qdata_options* options,
                                                               qdata_text** out, qdata_error** err);
QDATA_API void QDATA_CALL qdata_x_linker_free(qdata_linker* linker);

/* Reads the values of a database and indexes them: in memory (store NULL), or into the store in the file `store`, which
 * is made if it is not there, under `name`, in place of the index that was there. A build that was killed goes on where
 * it was. Errors: those of the database; NOT_FOUND (a column), UNAVAILABLE (another process is writing the index),
 * PERMISSION_DENIED, RESOURCE_EXHAUSTED. Threads: any; the object: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_value_index_build(const qdata_database* database, const char* store,
                                                            size_t store_size, const char* name, size_t name_size,
                                                            const qdata_options* options, qdata_value_index** out,
                                                            qdata_error** err);
/* Opens an index of a store by mapping its files. Errors: NOT_FOUND, DATA_LOSS (build it again), FAILED_PRECONDITION.
 * Threads: any; the object: shared, and as it is now whoever updates the store. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_value_index_open(const char* store, size_t store_size, const char* name,
                                                           size_t name_size, qdata_value_index** out,
                                                           qdata_error** err);
/* Reads columns again, those of the option index_columns or all, and gives the index as it is then. Errors: as of both
 * calls above. Threads: any. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_value_index_update(const qdata_database* database, const char* store,
                                                             size_t store_size, const char* name, size_t name_size,
                                                             const qdata_options* options, qdata_value_index** out,
                                                             qdata_error** err);
/* What the index holds: {"columns":[...],"values":...,"bytes":...,"segments":...,"synonyms":[...],"built_at":...,
 * "updated_at":...}. Threads: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_value_index_info(const qdata_value_index* index, qdata_text** out,
                                                           qdata_error** err);
QDATA_API void QDATA_CALL qdata_x_value_index_free(qdata_value_index* index);
/* As qdata_x_linker_create; the linker looks through the index, and runs the value searches of the set unless that is
 * NULL. The index may be freed before the linker. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_linker_create_with_index(const qdata_database* database,
                                                                   const qdata_context_set* set,
                                                                   const qdata_value_index* index,
                                                                   const qdata_options* options, qdata_linker** out,
                                                                   qdata_error** err);

/* ---- Schema graph -------------------------------------------------------------------------------------------- */

/* Reads the schema of a database and makes its graph of joins, of what scope_tables and scope_columns allow. Errors:
 * those of the database. Threads: any; the object: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_graph_create(const qdata_database* database, const qdata_options* options,
                                                       qdata_graph** out, qdata_error** err);
/* Tables, columns and joins that a question needs:
 * {"tables":[...],"columns":[...],"joins":[...],"paths":[...],"unconnected":[],"partial":false}. When the time is over,
 * what was found so far is the answer, with "partial":true. Errors: INVALID_ARGUMENT (empty), RESOURCE_EXHAUSTED (above
 * 1 MiB), CANCELLED. Threads: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_graph_find(const qdata_graph* graph, const char* question,
                                                     size_t question_size, const qdata_options* options,
                                                     qdata_text** out, qdata_error** err);
/* Ways to connect tables, best first, at most max_paths:
 * {"paths":[...],"joins":[...],"tables":[...],"mandatory_bridges":[],"unconnected":[],"exact":true,"partial":false}.
 * tables: a JSON array of names; question: its words tell which of several joins is meant, NULL for none. Errors:
 * INVALID_ARGUMENT, NOT_FOUND (a table that the graph or the scope does not have), CANCELLED. Threads: shared. Since
 * 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_graph_join_paths(const qdata_graph* graph, const char* tables,
                                                           size_t tables_size, const char* question,
                                                           size_t question_size, const qdata_options* options,
                                                           qdata_text** out, qdata_error** err);
QDATA_API void QDATA_CALL qdata_x_graph_free(qdata_graph* graph);

/* ---- Filters: the language of AIP-160; docs/filter.md explains it ---------------------------------------------- */

/* Compiles a filter for objects of a schema, as JSON ({"fields":[{"name":...,"type":...}]}, docs/json.md); schema NULL
 * with size 0: the documents of the Developer Knowledge API. Errors: INVALID_ARGUMENT (qdata_error_where tells the byte
 * of the filter, or the place in the schema). Threads: any; the object: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_filter_compile(const char* text, size_t text_size, const char* schema,
                                                         size_t schema_size, qdata_filter** out, qdata_error** err);
/* Writes 1 to out_matches if the object matches, a JSON object, else 0. Errors: INVALID_ARGUMENT (no JSON object, or a
 * value of another type than its field's); out_matches is 0 then. Threads: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_filter_matches(const qdata_filter* filter, const char* object,
                                                         size_t object_size, int32_t* out_matches, qdata_error** err);
/* The filter as a condition for SQLite: {"condition":"uri = ?1","parameters":[...]}, parameters numbered from
 * first_parameter (1 or more) on. columns: JSON, {"field":"column",...} (docs/json.md). Errors: INVALID_ARGUMENT,
 * FAILED_PRECONDITION (a field without a column), RESOURCE_EXHAUSTED (above ?32766). Threads: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_filter_sql(const qdata_filter* filter, const char* columns,
                                                     size_t columns_size, uint32_t first_parameter, qdata_text** out,
                                                     qdata_error** err);
/* The filter in canonical form, empty if everything matches. Threads: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_filter_text(const qdata_filter* filter, qdata_text** out, qdata_error** err);
QDATA_API void QDATA_CALL qdata_x_filter_free(qdata_filter* filter);

/* ---- Knowledge base: answers from documents; docs/knowledge.md explains it --------------------------------------- */

/* A list of documents to be indexed, and of names to be removed. Threads: exclusive; shared for the calls that use it.
 * Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_documents_create(qdata_documents** out, qdata_error** err);
/* Adds a document. metadata: JSON, {"name":...,"uri":...,"title":...,"description":...,"dataSource":...,"updateTime":
 * ...,"format":"markdown"}, of which name or uri is needed; format is "markdown", "html" or "plain_text". content: any
 * bytes. Errors: INVALID_ARGUMENT. */
QDATA_API qdata_status QDATA_CALL qdata_x_documents_put(qdata_documents* documents, const char* metadata,
                                                        size_t metadata_size, const char* content, size_t content_size,
                                                        qdata_error** err);
/* Adds what a database says of its tables and columns (comments), a document each table that is documented, of what
 * scope_tables and scope_columns allow. Errors: those of the database. */
QDATA_API qdata_status QDATA_CALL qdata_x_documents_put_schema(qdata_documents* documents,
                                                               const qdata_database* database,
                                                               const qdata_options* options, qdata_error** err);
/* Adds the name of a document that an update removes. */
QDATA_API qdata_status QDATA_CALL qdata_x_documents_remove(qdata_documents* documents, const char* name,
                                                           size_t name_size, qdata_error** err);
QDATA_API void QDATA_CALL qdata_x_documents_free(qdata_documents* documents);

/* Indexes documents: in memory (store NULL), or into the store in the file `store`, which is made if it is not there,
 * under `name`, in place of all that was there; all or nothing. Errors: INVALID_ARGUMENT (a name that is none or given
 * twice, names to be removed), RESOURCE_EXHAUSTED, UNAVAILABLE (another process is writing), CANCELLED,
 * DEADLINE_EXCEEDED. Threads: any; the object: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_knowledge_base_build(const qdata_documents* documents, const char* store,
                                                               size_t store_size, const char* name, size_t name_size,
                                                               const qdata_options* options, qdata_knowledge_base** out,
                                                               qdata_error** err);
/* Changes the knowledge base of that name in a store, all or nothing, and gives it as it is then; makes it if it is not
 * there. Documents that say the same as before are not indexed again. Errors: as for building; NOT_FOUND (nothing of a
 * name to remove), DATA_LOSS (build it again). Threads: any. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_knowledge_base_update(const qdata_documents* documents, const char* store,
                                                                size_t store_size, const char* name, size_t name_size,
                                                                const qdata_options* options,
                                                                qdata_knowledge_base** out, qdata_error** err);
/* Opens the one of that name by mapping its files. Errors: NOT_FOUND, DATA_LOSS (build it again), FAILED_PRECONDITION.
 * Threads: any; the object: shared, and as it is now whoever updates the store. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_knowledge_base_open(const char* store, size_t store_size, const char* name,
                                                              size_t name_size, qdata_knowledge_base** out,
                                                              qdata_error** err);
/* Removes the one of that name from a store. Errors: NOT_FOUND, UNAVAILABLE. Threads: any. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_knowledge_base_remove(const char* store, size_t store_size, const char* name,
                                                                size_t name_size, qdata_error** err);
/* {"documents":...,"chunks":...,"content_bytes":...,"bytes":...,"segments":...}, and what the call did that made the
 * object: "added", "replaced", "unchanged", "removed". Threads: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_knowledge_base_info(const qdata_knowledge_base* base, qdata_text** out,
                                                              qdata_error** err);
/* Documents that a filter lets through (NULL: all) without their contents, by name, page_size at a time:
 * {"documents":[...],"nextPageToken":...}. Errors: INVALID_ARGUMENT (the filter, or page_token). Threads: shared. Since
 * 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_knowledge_base_list(const qdata_knowledge_base* base, const char* filter,
                                                              size_t filter_size, const qdata_options* options,
                                                              qdata_text** out, qdata_error** err);
/* A document with its content. Contents that are not UTF-8 have U+FFFD in place of each wrong byte. Errors: NOT_FOUND,
 * INVALID_ARGUMENT. Threads: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_knowledge_base_get(const qdata_knowledge_base* base, const char* name,
                                                             size_t name_size, qdata_text** out, qdata_error** err);
/* 1 to 20 documents, in the order of their names (a JSON array): {"documents":[...]}. Errors: as for one. Threads:
 * shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_knowledge_base_batch_get(const qdata_knowledge_base* base, const char* names,
                                                                   size_t names_size, qdata_text** out,
                                                                   qdata_error** err);
/* The chunks that say most about a query, of documents that the filter lets through (NULL: all), page_size at a time:
 * {"results":[...],"nextPageToken":...}. Errors: INVALID_ARGUMENT (qdata_error_where tells the byte of the filter),
 * CANCELLED, DEADLINE_EXCEEDED. Threads: shared. Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_knowledge_base_search(const qdata_knowledge_base* base, const char* query,
                                                                size_t query_size, const char* filter,
                                                                size_t filter_size, const qdata_options* options,
                                                                qdata_text** out, qdata_error** err);
/* Answers a query from these documents: {"answer":{"answerText":...,"citations":[...],"references":[...]}}. Writes 1 to
 * out_answered if they answer, else 0, and the text says so; it may be NULL. Errors: as for searches. Threads: shared.
 * Since 0.1. */
QDATA_API qdata_status QDATA_CALL qdata_x_knowledge_base_answer(const qdata_knowledge_base* base, const char* query,
                                                                size_t query_size, const char* filter,
                                                                size_t filter_size, const qdata_options* options,
                                                                int32_t* out_answered, qdata_text** out,
                                                                qdata_error** err);
QDATA_API void QDATA_CALL qdata_x_knowledge_base_free(qdata_knowledge_base* base);

#endif /* QDATA_ENABLE_UNSTABLE */

#ifdef __cplusplus
}
#endif

#endif /* QUERYDATA_H */
