#include "phrase_replacement.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <utility>

namespace {

using Finder = std::function<std::size_t(std::string_view text, std::string_view phrase, std::size_t from)>;

bool is_word_part(std::string_view text, std::size_t at) {
  return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
}

/// A word begins or ends between the two bytes around `at`.
bool is_word_edge(std::string_view text, std::size_t at) {
  return (at > 0 && is_word_part(text, at - 1)) != is_word_part(text, at);
}

bool follows_dollar(std::string_view text, std::size_t at) {
  return at > 0 && text[at - 1] == '$';
}

std::size_t find_whole(std::string_view text, std::string_view phrase, std::size_t from) {
  for (std::size_t at = text.find(phrase, from); at != std::string_view::npos; at = text.find(phrase, at + 1)) {
    if (!follows_dollar(text, at) && is_word_edge(text, at) && is_word_edge(text, at + phrase.size())) return at;
  }
  return std::string_view::npos;
}

std::size_t find_quoted(std::string_view text, std::string_view phrase, std::size_t from) {
  std::size_t at = text.find(phrase, from);
  while (at != std::string_view::npos && follows_dollar(text, at)) at = text.find(phrase, at + 1);
  return at;
}

std::string replaced(std::string_view text, std::string_view phrase, const Finder& find, std::string_view placeholder) {
  std::string out;
  std::size_t position = 0;
  for (std::size_t at = find(text, phrase, 0); at != std::string_view::npos; at = find(text, phrase, position)) {
    out.append(text.substr(position, at - position)).append(placeholder);
    position = at + phrase.size();
  }
  return out.append(text.substr(position));
}

}  // namespace

ReplacedPhrases replace_phrases(std::string_view intent, std::string_view sql, std::vector<std::string> phrases) {
  std::stable_sort(phrases.begin(), phrases.end(),
                   [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  ReplacedPhrases out{std::string(intent), std::string(sql)};
  std::size_t number = 1;
  for (const std::string& phrase : phrases) {
    const std::string quoted = "'" + phrase + "'";
    struct Form {
      std::string_view text;
      Finder find;
    };
    const Form in_quotes{quoted, find_quoted};
    const Form bare{phrase, find_whole};
    for (const auto& [in_sql, in_intent] : {std::pair(in_quotes, in_quotes), std::pair(in_quotes, bare),
                                            std::pair(bare, in_quotes), std::pair(bare, bare)}) {
      const bool both = in_sql.find(out.sql, in_sql.text, 0) != std::string_view::npos &&
                        in_intent.find(out.intent, in_intent.text, 0) != std::string_view::npos;
      if (!both) continue;
      const std::string placeholder = "$" + std::to_string(number++);
      out.sql = replaced(out.sql, in_sql.text, in_sql.find, placeholder);
      out.intent = replaced(out.intent, in_intent.text, in_intent.find, placeholder);
      break;
    }
  }
  return out;
}
