#include "training_set.hpp"

#include <algorithm>

#include "core/files.hpp"
#include "core/hash.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "knowledge/retrieve.hpp"

namespace querydata::inline v0::knowledge {
namespace {

constexpr std::size_t largest_file = std::size_t{1} << 30U;

std::string text_of(const boost::json::value& record, const char* name) {
  return std::string(record.at(name).as_string());
}

std::string article_of(const std::string& id) {
  return id.substr(0, id.rfind('-'));
}

std::size_t byte_of(std::string_view text, std::size_t code_points) {
  std::size_t at = 0;
  while (code_points-- > 0 && at < text.size()) at += decode_utf8(text, at).size;
  return at;
}

/// The documents of a set, one chunk each.
class Documents {
 public:
  Documents(const boost::json::array& records, std::vector<std::string>& texts) : texts_(texts) {
    PassageIndex::Builder builder;
    for (const auto& record : records) {
      ids_.push_back(text_of(record, "doc_id"));
      texts_.push_back(text_of(record, "text"));
      builder.add(texts_.back(), guess_language(texts_.back()));
    }
    bytes_ = builder.bytes();
    index_ = PassageIndex::open(bytes_).value();
    collection_ = PassageCollection({&index_});
    embedder_ = make_static_embedder().value();
  }

  [[nodiscard]] TrainingQuestion ask(const boost::json::value& record) const {
    TrainingQuestion asked;
    const std::string id = text_of(record, "doc_id");
    const auto gold = static_cast<std::size_t>(std::ranges::find(ids_, id) - ids_.begin());
    asked.trains = stable_hash(article_of(id)) % 2 == 0;
    asked.answer = text_of(record, "answer");
    asked.words = terms_of(asked.answer, guess_language(texts_.at(gold))).size();
    for (const std::size_t collection : {whole, without_article, without_paragraph}) {
      const AcceptChunk accept = [&](std::uint32_t chunk) {
        return collection == whole ||
               (collection == without_article ? article_of(ids_[chunk]) != article_of(id) : chunk != gold);
      };
      for (const bool meaning : {true, false}) look(text_of(record, "question"), collection, accept, meaning, asked);
    }
    const auto start = static_cast<std::size_t>(record.at("answer_start").as_int64());
    note_gold(gold, byte_of(texts_.at(gold), start), asked);
    return asked;
  }

 private:
  void look(const std::string& question, std::size_t collection, const AcceptChunk& accept, bool meaning,
            TrainingQuestion& asked) const {
    const PassageComparison comparison(question, collection_, meaning ? embedder_.get() : nullptr);
    const auto place_of = [&](std::uint32_t chunk) {
      return ChunkPlace{texts_[chunk], chunk, {0, texts_[chunk].size()}};
    };
    auto passages = retrieve(comparison, collection_, place_of, accept, {}).value();
    asked.type = classify_question(question, comparison.language());
    auto sentences = judge_tokens(comparison, asked.type, passages);
    asked.answerability[collection][meaning ? 0 : 1] = answerability_features_of(passages, sentences, meaning);
    if (collection != whole || !meaning) return;
    asked.passages = std::move(passages);
    asked.sentences = std::move(sentences);
  }

  static void note_gold(std::size_t document, std::size_t byte, TrainingQuestion& asked) {
    for (std::size_t sentence = 0; sentence < asked.sentences.size(); ++sentence) {
      const AnswerSentence& read = asked.sentences[sentence];
      if (asked.passages[read.passage].document != document) continue;
      for (std::size_t token = 0; token < read.tokens.size(); ++token) {
        const Span span = read.tokens[token].span;
        if (span.begin <= byte && byte < span.end) asked.gold.push_back({sentence, token});
      }
    }
  }

  std::vector<std::string>& texts_;
  std::vector<std::string> ids_;
  std::string bytes_;
  PassageIndex index_;
  PassageCollection collection_;
  std::shared_ptr<const Embedder> embedder_;
};

}  // namespace

TrainingSet read_training_set(const std::string& path) {
  const auto json = json::parse(files::read_file(path, largest_file).value()).value();
  TrainingSet set;
  const auto& records = json.at("documents").as_array();
  set.texts.reserve(records.size());
  const Documents documents(records, set.texts);
  for (const auto& record : json.at("qa").as_array()) set.questions.push_back(documents.ask(record));
  return set;
}

}  // namespace querydata::inline v0::knowledge
