// Writes what the answer models are fitted on, from a set in XQuAD's form.
//
// usage: dump_answers SET.json TOKENS ANSWERS
// TOKENS: one line a word of the best passages: question, half (0 trains), 1 if the gold answer begins there, features.
// ANSWERS: one line a question and collection (0 whole, 1 without the article, 2 without the paragraph): question,
// half, collection, features of answerability.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "core/files.hpp"
#include "core/hash.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "knowledge/answer_tokens.hpp"
#include "knowledge/answerability.hpp"
#include "knowledge/retrieve.hpp"

using namespace querydata;
using namespace querydata::knowledge;

namespace {

struct SetDocument {
  std::string id;
  std::string text;
};

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

void write_tokens(std::ostream& out, std::size_t question, std::uint64_t half,
                  const std::vector<AnswerSentence>& sentences, const std::vector<Passage>& passages,
                  std::size_t gold_document, std::size_t gold) {
  for (const AnswerSentence& sentence : sentences) {
    for (const AnswerToken& token : sentence.tokens) {
      const bool is_gold =
          passages[sentence.passage].document == gold_document && token.span.begin <= gold && gold < token.span.end;
      out << question << ' ' << half << ' ' << is_gold;
      for (std::size_t place = 0; place < token.features.size(); ++place) {
        if (token.features[place] != 0) out << ' ' << place << ':' << token.features[place];
      }
      out << '\n';
    }
  }
}

}  // namespace

int main(int count, char** values) {
  if (count != 4) {
    std::cerr << "usage: dump_answers SET.json TOKENS ANSWERS\n";
    return 2;
  }
  const auto set = json::parse(files::read_file(values[1], 1U << 30U).value()).value();
  std::ofstream tokens(values[2]);
  std::ofstream answers(values[3]);
  const auto embedder = make_static_embedder().value();
  std::vector<SetDocument> documents;
  PassageIndex::Builder builder;
  for (const auto& record : set.at("documents").as_array()) {
    documents.push_back({text_of(record, "doc_id"), text_of(record, "text")});
    builder.add(documents.back().text, guess_language(documents.back().text));
  }
  const std::string bytes = builder.bytes();
  const auto index = PassageIndex::open(bytes).value();
  const PassageCollection all({&index});
  const auto place_of = [&](std::uint32_t chunk) {
    return ChunkPlace{documents[chunk].text, chunk, {0, documents[chunk].text.size()}};
  };
  std::size_t number = 0;
  for (const auto& record : set.at("qa").as_array()) {
    const std::string gold_id = text_of(record, "doc_id");
    const std::string article = article_of(gold_id);
    const std::uint64_t half = stable_hash(article) % 2;
    const auto gold = static_cast<std::size_t>(
        std::find_if(documents.begin(), documents.end(), [&](const SetDocument& each) { return each.id == gold_id; }) -
        documents.begin());
    const std::string question = text_of(record, "question");
    const PassageComparison comparison(question, all, embedder.get());
    for (int collection = 0; collection < 3; ++collection) {
      const AcceptChunk accept = [&](std::uint32_t chunk) {
        return collection == 0 || (collection == 1 ? article_of(documents[chunk].id) != article : chunk != gold);
      };
      const auto passages = retrieve(comparison, all, place_of, accept, {});
      const auto sentences =
          judge_tokens(comparison.words(), classify_question(question, comparison.language()), passages);
      if (collection == 0) {
        const auto start = static_cast<std::size_t>(record.at("answer_start").as_int64());
        write_tokens(tokens, number, half, sentences, passages, gold, byte_of(documents[gold].text, start));
      }
      answers << number << ' ' << half << ' ' << collection;
      for (const double feature : answerability_features_of(passages, sentences, true)) answers << ' ' << feature;
      answers << '\n';
    }
    ++number;
  }
  return 0;
}
