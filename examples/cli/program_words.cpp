#include "program_words.hpp"

#include <array>

namespace {

struct Wording {
  std::string_view library;
  std::string_view program;
};

/// tests/lint/program_words.py looks that no message of the library is left with such a member. Longer ones come first.
constexpr std::array wordings = {
    Wording{", or raise GoldenReadOptions::max_questions", ""},
    Wording{", or raise GoldenReadOptions::max_bytes", ""},
    Wording{", or raise ReadOptions::max_text_bytes", ""},
    Wording{", or raise ReadOptions::max_bytes", ""},
    Wording{", or raise ReadOptions::max_items", ""},
    Wording{" or raise PlannerOptions::max_question_bytes", ""},
    Wording{"raise GroundOptions::max_tokens", "raise --budget"},
    Wording{" or raise max_bytes", ""},
    Wording{" or raise max_depth", ""},
    Wording{"; one that the host adds itself is named in CheckOptions::extra_functions", ""},
    Wording{" or allow it in extra_functions", ""},
    Wording{", or open it read_only", ""},
    Wording{"open it read_write to make it", "make it with `querydata context store put`"},
    Wording{"Open it read_write to make it a store", "Delete it; `querydata context store put` makes a store"},
    Wording{"The store was opened read_only. Open it read_write to change it.", "The store is only read here."},
    Wording{"Open it read_write once", "Put something into it once"},
    Wording{"the statement's max_time passed", "the statement took longer than it may"},
    Wording{"max_connections is 0; allow at least one connection", "no connection is allowed"},
};

}  // namespace

std::string in_program_words(std::string_view message) {
  std::string out(message);
  for (const auto& [library, program] : wordings) {
    for (std::size_t at = out.find(library); at != std::string::npos; at = out.find(library, at + program.size())) {
      out.replace(at, library.size(), program);
    }
  }
  return out;
}
