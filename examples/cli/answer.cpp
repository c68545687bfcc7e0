#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "document_files.hpp"
#include "options.hpp"
#include "querydata/knowledge_base.hpp"
#include "terminal.hpp"

namespace {

using querydata::Answer;
using querydata::KnowledgeBase;

struct AnswerCommandOptions {
  DocumentsOption documents;
  std::string store;
  std::string name = default_knowledge_base;
  std::string filter;
  std::size_t max_bytes = 300;
  std::optional<double> min_confidence;
  bool json = false;
  TextArgument question;
};

KnowledgeBase::Shared open_base(const AnswerCommandOptions& options) {
  if (options.documents.is_given()) return KnowledgeBase::build(options.documents.read()).value();
  return open_knowledge_base(options.store, options.name);
}

/// Where people find a document; tables have only names.
const std::string& place_of(const querydata::Document& document) {
  return document.uri.empty() ? document.name : document.uri;
}

/// The bytes of a reference's document that the parts of the answer stand for, one span a part.
std::vector<querydata::Span> cited_bytes(const Answer& answer, std::size_t reference) {
  std::vector<querydata::Span> spans;
  for (const auto& citation : answer.citations) {
    std::optional<querydata::Span> cited;
    for (const auto& segment : answer.segments) {
      if (segment.reference != reference || segment.answer.begin < citation.start_index ||
          segment.answer.end > citation.end_index)
        continue;
      cited = cited ? querydata::Span{std::min(cited->begin, segment.source.begin),
                                      std::max(cited->end, segment.source.end)}
                    : segment.source;
    }
    if (cited) spans.push_back(*cited);
  }
  return spans;
}

/// "bytes 2 to 40, 60 to 75".
std::string places_text(const std::vector<querydata::Span>& spans) {
  std::string out;
  for (const querydata::Span span : spans)
    out += (out.empty() ? "bytes " : ", ") + std::to_string(span.begin) + " to " + std::to_string(span.end);
  return out;
}

/// "0.93", down so that what is below a limit does not look as if it reached it.
std::string confidence_text(double confidence) {
  const auto hundredths = std::to_string(100 + static_cast<int>(confidence * 100));
  return hundredths.substr(0, 1) == "2" ? "1.00" : "0." + hundredths.substr(1);
}

/// The text with the number of a reference behind what is taken from it, once for neighbouring parts of the same one,
/// and the references.
std::string answer_text(const Answer& answer) {
  std::string out;
  std::size_t written = 0;
  for (std::size_t i = 0; i < answer.citations.size(); ++i) {
    const auto& citation = answer.citations[i];
    out += answer.answer_text.substr(written, citation.end_index - written);
    written = citation.end_index;
    if (i + 1 < answer.citations.size() && answer.citations[i + 1].sources == citation.sources) continue;
    for (const std::size_t source : citation.sources) out += " [" + std::to_string(source + 1) + ']';
  }
  out += answer.answer_text.substr(written);
  // Lines of a source are no lines of the answer.
  std::ranges::replace(out, '\n', ' ');
  out = printable(out) + '\n';
  for (std::size_t i = 0; i < answer.references.size(); ++i) {
    const auto& reference = answer.references[i];
    out += (i == 0 ? "\n[" : "[") + std::to_string(i + 1) + "] " + printable(place_of(reference.document)) + ", " +
           places_text(cited_bytes(answer, i)) + '\n';
  }
  if (answer.answered) out += "Confidence " + confidence_text(answer.confidence) + '\n';
  return out;
}

bool lets_nothing_through(const KnowledgeBase& base, const std::string& filter) {
  querydata::ListDocumentsRequest request;
  request.filter = filter;
  request.page_size = 1;
  return !filter.empty() && base.list_documents(request).value().documents.empty();
}

int run(const AnswerCommandOptions& options) {
  const std::string question = options.question.text();
  const auto base = open_base(options);
  querydata::AnswerOptions answering;
  answering.max_bytes = options.max_bytes;
  answering.min_confidence = options.min_confidence;
  const Answer answer = base->answer_query({question, options.filter}, answering).value();
  if (!options.json && !answer.answered && lets_nothing_through(*base, options.filter)) {
    write_out("The filter lets no document through.\n");
  } else {
    write_out(options.json ? to_json(answer) + '\n' : answer_text(answer));
  }
  return answer.answered ? exit_answered : exit_no_plan;
}

constexpr const char* notes = R"(Examples:
  querydata answer --documents docs "How are stores copied?"
  querydata index build --documents docs --store docs.store
  querydata answer --store docs.store --filter 'dataSource = "docs"' "How are stores copied?"
  querydata answer --documentation ferry.db --descriptions meanings "What does max_draught mean?"

Filters ask for uri, dataSource, updateTime and contentLengthBytes. With --json: {"answer": {"answerText", "citations",
"references", "answered", "confidence", "segments"}}. Exit status 3: the documents do not answer.)";

}  // namespace

void add_answer(CLI::App& parent, int& exit_status) {
  const auto options = std::make_shared<AnswerCommandOptions>();
  CLI::App* command = parent.add_subcommand("answer", "Answer a question from documents, every part cited");
  CLI::Option* store =
      command->add_option("--store", options->store, "Store with indexed documents")->type_name("FILE");
  options->documents.add_to(*command);
  options->documents.exclude(*store);
  command->add_option("--index,--name", options->name, "Name of the documents' index in the store")
      ->type_name("NAME")
      ->capture_default_str()
      ->needs(store);
  command->add_option("--filter", options->filter, "Only documents that this lets through (AIP-160)")
      ->type_name("FILTER");
  command->add_option("--max-bytes", options->max_bytes, "Bytes that answers have at most, on average")
      ->type_name("N")
      ->check(CLI::Range(20, 100000))
      ->capture_default_str();
  command
      ->add_option("--min-confidence", options->min_confidence,
                   "Refuse below this confidence; default: that at which 1 of 50 answerable questions is refused")
      ->type_name("0..1")
      ->check(CLI::Range(0.0, 1.0));
  command->add_flag("--json", options->json, "Print JSON instead of text");
  options->question.add_to(*command, "QUESTION", "The question");
  command->footer(notes);
  command->callback([options, store, &exit_status] {
    if (!options->documents.is_given() && store->count() == 0)
      throw CLI::RequiredError("--documents, --documentation or --store");
    exit_status = run(*options);
  });
}
