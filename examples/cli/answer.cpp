#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "commands.hpp"
#include "document_files.hpp"
#include "options.hpp"
#include "querydata/knowledge_base.hpp"
#include "querydata/store.hpp"
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
  bool json = false;
  TextArgument question;
};

KnowledgeBase::Shared open_base(const AnswerCommandOptions& options) {
  if (options.documents.is_given()) return KnowledgeBase::build(options.documents.read()).value();
  const auto store = open_store(options.store, querydata::StoreMode::read_only).value();
  return KnowledgeBase::open(*store, options.name).value();
}

/// Where people find a document; tables have only names.
const std::string& place_of(const querydata::Document& document) {
  return document.uri.empty() ? document.name : document.uri;
}

/// The text with the number of a reference behind what is taken from it, and the references.
std::string answer_text(const Answer& answer) {
  std::string out;
  std::size_t written = 0;
  for (const auto& citation : answer.citations) {
    out += answer.answer_text.substr(written, citation.end_index - written);
    for (const std::size_t source : citation.sources) out += " [" + std::to_string(source + 1) + ']';
    written = citation.end_index;
  }
  out += answer.answer_text.substr(written);
  // Lines of a source are no lines of the answer.
  std::ranges::replace(out, '\n', ' ');
  out = printable(out) + '\n';
  for (std::size_t i = 0; i < answer.references.size(); ++i) {
    const auto& reference = answer.references[i];
    out += (i == 0 ? "\n[" : "[") + std::to_string(i + 1) + "] " + printable(place_of(reference.document)) +
           ", bytes " + std::to_string(reference.source.begin) + " to " + std::to_string(reference.source.end) + '\n';
  }
  return out;
}

int run(const AnswerCommandOptions& options) {
  const std::string question = options.question.text();
  const auto base = open_base(options);
  querydata::AnswerOptions answering;
  answering.max_bytes = options.max_bytes;
  const Answer answer = base->answer_query({question, options.filter}, answering).value();
  write_out(options.json ? to_json(answer) + '\n' : answer_text(answer));
  return answer.answered ? exit_answered : exit_no_plan;
}

constexpr const char* notes = R"(Examples:
  querydata answer --documents docs "How are stores copied?"
  querydata index build --documents docs --store docs.store
  querydata answer --store docs.store --filter 'dataSource = "docs"' "How are stores copied?"
  querydata answer --documentation ferry.db --descriptions meanings "What does max_draught mean?"

Filters ask for uri, dataSource, updateTime and contentLengthBytes. With --json: {"answer": {"answerText", "citations",
"references"}}. Exit status 3: the documents do not answer.)";

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
  command->add_flag("--json", options->json, "Print JSON instead of text");
  options->question.add_to(*command, "QUESTION", "The question");
  command->footer(notes);
  command->callback([options, store, &exit_status] {
    if (!options->documents.is_given() && store->count() == 0)
      throw CLI::RequiredError("--documents, --documentation or --store");
    exit_status = run(*options);
  });
}
