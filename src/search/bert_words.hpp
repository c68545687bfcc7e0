/// @file
/// Words as BERT's tokenizer cuts them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querydata::inline v0::search {

/// The switches of the normaliser "BertNormalizer" of a tokenizer.json.
struct BertNormaliser {
  bool clean_text = true;     ///< controls are dropped, blanks are spaces
  bool split_chinese = true;  ///< each ideograph is a word
  bool strip_accents = true;
  bool lowercase = true;
};

/// The words and single punctuation characters of a text (the pre-tokeniser "BertPreTokenizer"). Bytes that are not
/// UTF-8 are dropped. O(n).
[[nodiscard]] std::vector<std::string> bert_words(std::string_view text, const BertNormaliser& normaliser);

}  // namespace querydata::inline v0::search
