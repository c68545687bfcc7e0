#include <algorithm>
#include <boost/json/object.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answer_data.hpp"
#include "commands.hpp"
#include "eval_data.hpp"
#include "knowledge/answerer.hpp"
#include "knowledge/chunks.hpp"
#include "knowledge/passage_index.hpp"
#include "knowledge/retrieve.hpp"
#include "querydata/embedder.hpp"
#include "terminal.hpp"

namespace {

namespace knowledge = querydata::knowledge;

struct EvalOptions {
  std::string documents;
  std::string questions;
  std::string unanswerable;
  std::size_t max_bytes = 300;
  bool json = false;
};

/// Documents in memory that are asked.
class Collection {
 public:
  explicit Collection(std::vector<AnswerDocument> documents) : documents_(std::move(documents)) {
    knowledge::PassageIndex::Builder builder;
    for (std::size_t document = 0; document < documents_.size(); ++document) {
      const std::string& text = documents_[document].text;
      const knowledge::Language language = knowledge::guess_language(text);
      for (const knowledge::Chunk& chunk :
           knowledge::cut_chunks(knowledge::read_markup(text, knowledge::DocumentFormat::plain))) {
        chunks_.push_back({text, document, chunk.span});
        builder.add(chunk.span.of(text), language);
      }
    }
    bytes_ = builder.bytes();
    index_ = knowledge::PassageIndex::open(bytes_).value();
    if (auto embedder = querydata::make_static_embedder();
        embedder && index_.main_language() == knowledge::Language::english)
      embedder_ = *embedder;
  }

  [[nodiscard]] const AnswerDocument& document(std::size_t number) const { return documents_[number]; }

  struct Reply {
    std::vector<knowledge::Passage> passages;
    knowledge::Answer answer;
  };

  template <class Accept>
  [[nodiscard]] Reply ask(const std::string& question, std::size_t max_bytes, const Accept& accept) const {
    const knowledge::PassageComparison comparison(question, index_, embedder_.get());
    Reply reply;
    reply.passages = knowledge::retrieve(
        comparison, index_, [&](std::uint32_t chunk) { return chunks_[chunk]; },
        [&](std::uint32_t chunk) { return accept(documents_[chunks_[chunk].document]); }, {.count = 30});
    std::vector<knowledge::Passage> best(
        reply.passages.begin(),
        reply.passages.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(5, reply.passages.size())));
    reply.answer = knowledge::answer_from(question, comparison, best, {.mean_bytes = max_bytes});
    return reply;
  }

 private:
  std::vector<AnswerDocument> documents_;
  std::vector<knowledge::ChunkPlace> chunks_;
  std::string bytes_;
  knowledge::PassageIndex index_;
  std::shared_ptr<const querydata::Embedder> embedder_;
};

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
  Evaluation(const Collection& collection, const EvalOptions& options) : collection_(collection), options_(options) {}

  void ask(const AnswerQuestion& question) {
    ++questions_;
    const Collection::Reply reply = timing_.measure(
        [&] { return collection_.ask(question.text, options_.max_bytes, [](const AnswerDocument&) { return true; }); });
    std::vector<std::string> ranked;
    for (const auto& passage : reply.passages) {
      const std::string& id = collection_.document(passage.document).id;
      if (std::find(ranked.begin(), ranked.end(), id) == ranked.end()) ranked.push_back(id);
    }
    first_right_ += !ranked.empty() && question.gains.contains(ranked.front()) ? 1 : 0;
    ndcg_ += ndcg10(ranked, question.gains);
    refused_ += reply.answer.answered ? 0 : 1;
    if (question.answer) {
      ++with_answer_;
      contained_ += reply.answer.answered && reply.answer.text.find(*question.answer) != std::string::npos ? 1 : 0;
    }
    if (reply.answer.answered) {
      bytes_ += reply.answer.text.size();
      check_citations(reply);
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

  /// A citation is valid if its bytes are those of its source, on boundaries of characters, in order; and what no
  /// citation covers is a joint.
  void check_citations(const Collection::Reply& reply) {
    const std::string& text = reply.answer.text;
    const auto on_boundary = [](std::string_view whole, std::size_t at) {
      return at == whole.size() || (static_cast<unsigned char>(whole[at]) & 0xC0U) != 0x80U;
    };
    std::size_t covered = 0;
    for (const knowledge::AnswerSegment& segment : reply.answer.segments) {
      ++citations_;
      const std::string& source = collection_.document(reply.passages[segment.passage].document).text;
      const bool in_range = segment.answer.begin < segment.answer.end && segment.answer.end <= text.size() &&
                            segment.source.end <= source.size() && segment.answer.begin >= covered;
      if (!in_range) continue;
      const std::string_view joint = Span{covered, segment.answer.begin}.of(text);
      const bool joined = joint.empty() || joint == " " || joint == knowledge::omission;
      const bool boundaries = on_boundary(text, segment.answer.begin) && on_boundary(text, segment.answer.end);
      valid_ += joined && boundaries && segment.answer.of(text) == segment.source.of(source) ? 1 : 0;
      covered = segment.answer.end;
    }
  }

  void ask_without_answer(const AnswerQuestion& question) {
    const bool whole_article = options_.unanswerable == "other_article";
    const auto reply = collection_.ask(question.text, options_.max_bytes, [&](const AnswerDocument& document) {
      return std::none_of(question.gains.begin(), question.gains.end(), [&](const auto& gain) {
        return whole_article ? gain.first.substr(0, gain.first.rfind('-')) == document.article
                             : gain.first == document.id;
      });
    });
    rightly_refused_ += reply.answer.answered ? 0 : 1;
  }

  using Span = querydata::Span;
  const Collection& collection_;
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
  const Collection collection(read_answer_documents(options.documents));
  Evaluation evaluation(collection, options);
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
