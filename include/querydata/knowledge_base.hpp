/// @file
/// `KnowledgeBase`: answers to questions from documents, every claim cited to the byte.
///
/// The shapes of documents, chunks, answers and citations are those of Google's Developer Knowledge API
/// (google/developers/knowledge/v1alpha/developerknowledge.proto), answered in this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/deadline.hpp"
#include "querydata/filter.hpp"
#include "querydata/language_model.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "querydata/span.hpp"
#include "querydata/store.hpp"

namespace querydata::inline v0 {

/// How a document's text is marked up.
enum class DocumentFormat : std::uint8_t { markdown, html, plain_text };

/// "markdown", "html" or "plain_text". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(DocumentFormat format) noexcept;

/// A text that answers may be taken from.
struct Document {
  std::string name;   ///< unique, "documents/…", at most 500 code points; empty when it is added: made from `uri`
  std::string uri;    ///< where people find it
  std::string title;  ///< empty when it is added: what the content says, in front matter, <title> or a heading
  std::string description;                ///< without a title and a description: that of the front matter
  std::string data_source;                ///< whose it is: "docs.example.com"
  std::optional<FilterTime> update_time;  ///< of the last change; when it is added: none stands for now
  DocumentFormat format = DocumentFormat::markdown;
  std::string content;                   ///< UTF-8; other bytes are kept, and no answer holds them
  std::size_t content_length_bytes = 0;  ///< of `content`, also where a view leaves that out; not read when added

  /// Reads what `to_json` wrote; `"format"` may stand beside that: "markdown", "html" or "plain_text". A given `view`
  /// or `contentLengthBytes` has no effect.
  /// @return  the document, or `invalid_argument` with a JSON pointer: a member that is unknown or of the wrong type
  [[nodiscard]] static QUERYDATA_API Result<Document> from_json(std::string_view json);

  bool operator==(const Document&) const = default;
};

/// How much of a document is given.
enum class DocumentView : std::uint8_t {
  basic,    ///< without `content`
  content,  ///< all; the service tells this from `full`, which is the same today
  full,
};

/// A part of a document: a run of its bytes.
struct DocumentChunk {
  std::string parent;                     ///< name of the document
  std::string id;                         ///< unique inside it until it changes; empty in answers
  std::string content;                    ///< the bytes of the document, as they are
  Document document;                      ///< in the basic view
  std::optional<double> relevance_score;  ///< 0 … 1, higher is better
  Span source;                            ///< where `content` stands in the document's content
};

struct DocumentPage {
  std::vector<Document> documents;  ///< in the basic view, by name
  std::string next_page_token;      ///< empty on the last page
};

struct ListDocumentsRequest {
  std::string filter = {};      ///< on `FilterSchema::documents()`; empty: all
  std::size_t page_size = 100;  ///< 1000 at most, more is taken as that
  std::string page_token = {};  ///< of an earlier page
};

struct SearchDocumentChunksRequest {
  std::string query = {};       ///< at most 500 code points
  std::string filter = {};      ///< at most 500 code points; on the chunk's document, applied before anything is ranked
  std::size_t page_size = 5;    ///< 0: the default; 100 at most, more is taken as that
  std::string page_token = {};  ///< of an earlier page of the same query and filter; pages end after 100 chunks
};

struct SearchDocumentChunksResponse {
  std::vector<DocumentChunk> results;  ///< best first
  std::string next_page_token;         ///< empty on the last page
};

struct AnswerQueryRequest {
  std::string query = {};   ///< at most 500 code points
  std::string filter = {};  ///< at most 500 code points; passages of other documents are not looked at
};

/// Bytes [start_index, end_index) of an answer and the references that they are taken from.
struct AnswerCitation {
  std::size_t start_index = 0;
  std::size_t end_index = 0;
  std::vector<std::size_t> sources;  ///< places in `Answer::references`
};

/// Where bytes of an answer are copied from, which is more than the published shape tells.
struct AnswerSegment {
  Span answer;            ///< bytes of `answer_text`
  std::size_t reference;  ///< place in `Answer::references`
  Span source;            ///< bytes of that reference's document: the same as those of `answer`, or what supports them
  bool verbatim = true;   ///< false for what a language model wrote, and for a mark that HTML writes as "&lt;"
};

/// An answer with its citations: sorted, on borders of code points, inside the text; every reference is cited.
struct Answer {
  std::string answer_text;
  std::vector<AnswerCitation> citations;
  std::vector<DocumentChunk> references;
  bool answered = true;   ///< false: the documents do not answer, and `answer_text` says so
  double confidence = 0;  ///< 0 … 1, that the documents answer; of a model's text: its least supported share
  std::vector<AnswerSegment> segments;
  std::vector<std::string> removed;  ///< sentences of a language model that no document supports
};

/// What to do with a sentence of a language model that the passages do not support.
enum class Unsupported : std::uint8_t {
  remove,  ///< leave it out; where none is left, the documents do not answer
  refuse,  ///< then the documents do not answer
};

struct AnswerOptions {
  std::size_t max_bytes = 300;   ///< of answers on average; a single one has at most 1.4 times as many
  std::size_t max_passages = 5;  ///< that answers are taken from, or that the model is given
  /// Below it, the documents do not answer; 0: always the best that there is. None: that at which about 1 of 50
  /// questions that they answer is refused.
  std::optional<double> min_confidence = {};
  LanguageModel model = {};  ///< writes the answer from the passages; none: it is put together from sentences
  Unsupported unsupported = Unsupported::remove;
  CallControl control = {};
};

struct DocumentChanges {
  std::span<const Document> put = {};        ///< new ones, and new versions of those of the same name
  std::span<const std::string> remove = {};  ///< names
};

/// What an update did.
struct DocumentCounts {
  std::size_t added = 0;
  std::size_t replaced = 0;
  std::size_t unchanged = 0;  ///< the same content and metadata: left as they were
  std::size_t removed = 0;
};

struct KnowledgeBaseOptions {
  std::optional<FilterTime> now = {};                        ///< for documents without `update_time`; none: the clock
  std::function<void(std::size_t documents)> progress = {};  ///< called now and then with how many are indexed
  DocumentCounts* counts = nullptr;                          ///< receives what was done
  CallControl control = {};
};

struct KnowledgeBaseInfo {
  std::size_t documents = 0;
  std::size_t chunks = 0;
  std::size_t content_bytes = 0;
  std::size_t bytes = 0;     ///< of all that is kept, contents included
  std::size_t segments = 0;  ///< parts of at most 128 MiB of documents; small ones are merged now and then
};

/// Documents with an index of their chunks. In a store they lie in immutable files in its `files_folder()`, mapped into
/// memory, as value indexes do: one process writes, any number read, a killed writer leaves what was there, damage is
/// found by checksums when it is opened.
///
/// Immutable; any number of threads share one. What was opened stays as it was when others update it.
class QUERYDATA_API KnowledgeBase {
 public:
  using Shared = std::shared_ptr<const KnowledgeBase>;

  /// Indexes documents in memory.
  /// @return  the knowledge base, or `invalid_argument` (a name that is none or given twice, neither name nor URI),
  ///          `resource_exhausted` (a content above 2^31 bytes), `cancelled`, `deadline_exceeded`
  /// @par Cost  linear in the bytes (docs/performance.md)
  [[nodiscard]] static Result<Shared> build(std::span<const Document> documents,
                                            const KnowledgeBaseOptions& options = {});

  /// Indexes documents in a store, in the place of all that the knowledge base of that name had, even if that was
  /// damaged; all or nothing.
  /// @return  as the other one, and the errors of `Store::write`, `unavailable` (another process is writing)
  /// @par Cost  linear in the bytes; memory a few times 128 MiB, or of the largest document, besides the documents
  [[nodiscard]] static Result<Shared> build(std::span<const Document> documents, Store& store, std::string_view name,
                                            const KnowledgeBaseOptions& options = {});

  /// Changes the knowledge base of that name in a store, all or nothing; makes it if it is not there. Documents whose
  /// content and metadata are the same are not indexed again.
  /// @return  it as it is now, or `not_found` (nothing of a name to remove), the errors of `build` and of
  ///          `Store::write`, `unavailable` (another process is writing)
  /// @par Cost  that of `open`, and linear in the bytes that changed; now and then small parts are merged, which adds
  ///            about log₅(all / changed) times as much; memory as `build`
  [[nodiscard]] static Result<Shared> update(Store& store, std::string_view name, const DocumentChanges& changes,
                                             const KnowledgeBaseOptions& options = {});

  /// Opens one by mapping its files.
  /// @return  it, or `not_found` (naming those there are), `data_loss` (build it again), `failed_precondition`
  /// @par Cost  reads the files once, about a second a gigabyte, to compare their checksums
  [[nodiscard]] static Result<Shared> open(const Store& store, std::string_view name);

  /// Removes one and its files. `not_found` if there is none.
  [[nodiscard]] static Result<void> remove(Store& store, std::string_view name);

  [[nodiscard]] KnowledgeBaseInfo info() const noexcept;

  /// @return  or `invalid_argument`: the filter, or a token that is of no earlier page
  [[nodiscard]] Result<DocumentPage> list_documents(const ListDocumentsRequest& request = {}) const;
  /// @return  the document, or `not_found`, `invalid_argument` (a name of more than 500 code points or another form)
  [[nodiscard]] Result<Document> get_document(std::string_view name, DocumentView view = DocumentView::content) const;
  /// At most 20 documents, in the order of their names in `names`; the first error ends it.
  [[nodiscard]] Result<std::vector<Document>> batch_get_documents(std::span<const std::string> names,
                                                                  DocumentView view = DocumentView::content) const;

  /// The chunks that say most about a query.
  /// @return  or `invalid_argument` (`where.byte_offset` of a filter): an empty or too long query, the filter, a token
  ///          that is of no earlier page of this request
  /// @par Cost  docs/performance.md
  [[nodiscard]] Result<SearchDocumentChunksResponse> search_document_chunks(const SearchDocumentChunksRequest& request,
                                                                            const CallControl& control = {}) const;

  /// Answers from the documents that the filter lets through, or says that they do not answer.
  /// @return  the answer, or as `search_document_chunks`, and the model's own error
  [[nodiscard]] Result<Answer> answer_query(const AnswerQueryRequest& request, const AnswerOptions& options = {}) const;

  KnowledgeBase(const KnowledgeBase&) = delete;
  KnowledgeBase& operator=(const KnowledgeBase&) = delete;
  ~KnowledgeBase();

  /// Of the library's own.
  struct Impl;
  explicit KnowledgeBase(std::unique_ptr<const Impl> impl);

 private:
  std::unique_ptr<const Impl> impl_;
};

/// A schema's own documentation: one Markdown document a table that has any, named "documents/schema/<table>", with a
/// heading a column: descriptions, labels, values of BIRD's descriptions and comments of the database.
[[nodiscard]] QUERYDATA_API std::vector<Document> documents_of(const Schema& schema);

/// The published shapes (proto3 JSON: camelCase; 0, false and empty are left out).
[[nodiscard]] QUERYDATA_API std::string to_json(const Document& document, DocumentView view = DocumentView::content);
[[nodiscard]] QUERYDATA_API std::string to_json(const DocumentPage& page);
[[nodiscard]] QUERYDATA_API std::string to_json(const SearchDocumentChunksResponse& response);
/// `{"answer":{"answerText","citations":[{"startIndex","endIndex","sources":[{"referenceIndex"}]}],
/// "references":[{"documentReference":{"documentChunk":…}}]}}`, and in "answer" what the published shape has no place
/// for: `"answered","confidence","segments":[{"startIndex","endIndex","referenceIndex","sourceStartIndex",
/// "sourceEndIndex","verbatim"}]`.
[[nodiscard]] QUERYDATA_API std::string to_json(const Answer& answer);

/// Takes the published request `{"query","filter"}` (snake_case members too, unknown ones are an error) and gives the
/// published response, or `{"error":{"code","message","status"}}`, the JSON form of google.rpc.Status.
[[nodiscard]] QUERYDATA_API std::string answer_query(const KnowledgeBase& base, std::string_view request_json,
                                                     const AnswerOptions& options = {});
/// The same for `{"query","pageSize","pageToken","filter"}`.
[[nodiscard]] QUERYDATA_API std::string search_document_chunks(const KnowledgeBase& base, std::string_view request_json,
                                                               const CallControl& control = {});

}  // namespace querydata::inline v0
