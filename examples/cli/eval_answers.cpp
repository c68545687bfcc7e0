#include <algorithm>
#include <boost/json/object.hpp>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "answer_data.hpp"
#include "commands.hpp"
#include "eval_data.hpp"
#include "querydata/knowledge_base.hpp"
#include "terminal.hpp"

namespace {

using querydata::Answer;
using querydata::KnowledgeBase;

struct EvalOptions {
  std::string documents;
  std::string questions;
  std::string unanswerable;
  std::size_t max_bytes = 300;
  bool json = false;
};

/// A filter that leaves out what has one of the texts in a field.
std::string without(const std::string& field, const std::set<std::string>& texts) {
  std::string filter;
  for (const std::string& text : texts) {
    filter += filter.empty() ? "NOT " + field + " = (\"" : " OR \"";
    for (const char c : text) {
      if (c == '"' || c == '\\') filter += '\\';
      filter += c;
    }
    filter += '"';
  }
  return filter.empty() ? filter : filter + ')';
}

/// Discounted gain of the first ten documents, divided by the best that there could be.
double ndcg10(const std::vector<std::string>& ranked, const std::map<std::string, double>& gains) {
  const auto discounted = [](double gain, std::size_t place) {
    return gain / std::log2(static_cast<double>(place) + 2);
  };
  double sum = 0;
  for (std::size_t place = 0; place < std::min<std::size_t>(10, ranked.size()); ++place) {
    const auto gain = gains.find(ranked[place]);
    if (gain != gains.end()) sum += discounted(gain->second, place);
  }
  std::vector<double> best;
  for (const auto& [id, gain] : gains) best.push_back(gain);
  std::sort(best.rbegin(), best.rend());
  double ideal = 0;
  for (std::size_t place = 0; place < std::min<std::size_t>(10, best.size()); ++place)
    ideal += discounted(best[place], place);
  return ideal > 0 ? sum / ideal : 0;
}

class Evaluation {
 public:
  Evaluation(const KnowledgeBase& base, const EvalOptions& options) : base_(base), options_(options) {}

  void ask(const AnswerQuestion& question) {
    ++questions_;
    const Answer answer = timing_.measure([&] { return answer_to(question.text, ""); });
    const auto found = base_.search_document_chunks({.query = question.text, .page_size = 30}).value();
    std::vector<std::string> ranked;
    for (const auto& chunk : found.results) {
      if (std::ranges::find(ranked, chunk.document.uri) == ranked.end()) ranked.push_back(chunk.document.uri);
    }
    first_right_ += !ranked.empty() && question.gains.contains(ranked.front()) ? 1 : 0;
    ndcg_ += ndcg10(ranked, question.gains);
    refused_ += answer.answered ? 0 : 1;
    if (question.answer) {
      ++with_answer_;
      contained_ += answer.answered && answer.answer_text.find(*question.answer) != std::string::npos ? 1 : 0;
    }
    if (answer.answered) {
      bytes_ += answer.answer_text.size();
      check_citations(answer);
    }
    if (!options_.unanswerable.empty()) ask_without_answer(question);
  }

  [[nodiscard]] boost::json::object report() const {
    const std::size_t answered = questions_ - refused_;
    const bool both = !options_.unanswerable.empty();
    return {{"questions", questions_},
            {"r1", share(first_right_, questions_)},
            {"ndcg10", questions_ == 0 ? 0.0 : ndcg_ / static_cast<double>(questions_)},
            {"contains", share(contained_, with_answer_)},
            {"mean_bytes", answered == 0 ? 0.0 : static_cast<double>(bytes_) / static_cast<double>(answered)},
            {"citations_valid", share(valid_, citations_)},
            {"refused_unanswerable", both ? share(rightly_refused_, questions_) : boost::json::value(nullptr)},
            {"wrong_refusals", share(refused_, questions_)},
            {"median_ms", timing_.median_ms()}};
  }

 private:
  static boost::json::value share(std::size_t part, std::size_t whole) {
    if (whole == 0) return nullptr;
    return static_cast<double>(part) / static_cast<double>(whole);
  }

  [[nodiscard]] Answer answer_to(const std::string& question, const std::string& filter) const {
    querydata::AnswerOptions answering;
    answering.max_bytes = options_.max_bytes;
    return base_.answer_query({question, filter}, answering).value();
  }

  /// A citation is valid if it is in range, on borders of characters, in order, of a reference, and if the bytes in it
  /// are those of the document that it cites, or joints.
  void check_citations(const Answer& answer) {
    const std::string& text = answer.answer_text;
    const auto on_border = [&](std::size_t at) {
      return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
    };
    std::size_t last = 0;
    for (const auto& citation : answer.citations) {
      ++citations_;
      const Span cited{citation.start_index, citation.end_index};
      bool valid = cited.begin >= last && cited.begin < cited.end && cited.end <= text.size() &&
                   on_border(cited.begin) && on_border(cited.end);
      std::size_t covered = cited.begin;
      for (const auto& segment : answer.segments) {
        if (segment.answer.begin < cited.begin || segment.answer.end > cited.end) continue;
        const auto& reference = answer.references.at(segment.reference);
        const std::string source = base_.get_document(reference.parent).value().content;
        const std::string_view joint = Span{covered, segment.answer.begin}.of(text);
        valid &= std::ranges::find(citation.sources, segment.reference) != citation.sources.end();
        valid &= (joint.empty() || joint == " ") && segment.answer.of(text) == segment.source.of(source);
        covered = segment.answer.end;
      }
      const std::string_view rest = Span{covered, cited.end}.of(text);
      valid_ += valid && rest.empty() ? 1 : 0;
      last = cited.end;
    }
  }

  void ask_without_answer(const AnswerQuestion& question) {
    const bool whole_article = options_.unanswerable == "other_article";
    std::set<std::string> left_out;
    for (const auto& [id, gain] : question.gains) left_out.insert(whole_article ? id.substr(0, id.rfind('-')) : id);
    const Answer answer = answer_to(question.text, without(whole_article ? "dataSource" : "uri", left_out));
    rightly_refused_ += answer.answered ? 0 : 1;
  }

  using Span = querydata::Span;
  const KnowledgeBase& base_;
  const EvalOptions& options_;
  Timing timing_;
  std::size_t questions_ = 0;
  std::size_t first_right_ = 0;
  std::size_t refused_ = 0;
  std::size_t with_answer_ = 0;
  std::size_t contained_ = 0;
  std::size_t bytes_ = 0;
  std::size_t citations_ = 0;
  std::size_t valid_ = 0;
  std::size_t rightly_refused_ = 0;
  double ndcg_ = 0;
};

std::string for_people(const boost::json::object& figures) {
  std::string out;
  for (const auto& [name, figure] : figures)
    out += std::string(name) + ": " + (figure.is_null() ? "–" : json_line(figure)) + '\n';
  return out;
}

int run(const EvalOptions& options) {
  const auto base = KnowledgeBase::build(read_answer_documents(options.documents)).value();
  Evaluation evaluation(*base, options);
  for (const AnswerQuestion& question : read_answer_questions(options.questions)) evaluation.ask(question);
  const auto figures = evaluation.report();
  write_out(options.json ? json_line(figures) + '\n' : for_people(figures));
  return exit_answered;
}

constexpr const char* notes =
    R"(Documents and questions: XQuAD's form (one file given twice) or Cranfield's (two files), plain or gzip.
With --json: {"questions", "r1", "ndcg10", "contains", "mean_bytes", "citations_valid", "refused_unanswerable",
"wrong_refusals", "median_ms"}; shares are 0 to 1, what the set or the options do not give is null.)";

}  // namespace

void add_eval_answers(CLI::App& parent, int& exit_status) {
  const auto options = std::make_shared<EvalOptions>();
  CLI::App* command = parent.add_subcommand("answers", "How often passages and answers are right, and cited rightly");
  command->add_option("--documents", options->documents, "The documents: JSON, plain or gzip")
      ->type_name("FILE")
      ->required();
  command->add_option("--questions", options->questions, "Questions with their documents and answers")
      ->type_name("FILE")
      ->required();
  command->add_option("--max-bytes", options->max_bytes, "Bytes that answers have at most, on average")
      ->type_name("N")
      ->check(CLI::Range(20, 100000))
      ->capture_default_str();
  command
      ->add_option("--unanswerable", options->unanswerable,
                   "Ask also without the documents that answer: of their whole article, or without themselves only")
      ->check(CLI::IsMember({"other_article", "gold_removed"}));
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = run(*options); });
}
