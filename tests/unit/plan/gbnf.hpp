/// @file
/// Grammars in GBNF as llama.cpp reads them (grammars/README.md): what a text must look like, and random texts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace querydata::test {

/// One grammar. Without left recursion, as llama.cpp demands it.
class Gbnf {
 public:
  /// Throws std::runtime_error for a text that is no grammar, and for rules that are named but not there.
  explicit Gbnf(std::string_view text) : text_(text) {
    while (skip_blanks(true), at_ < text_.size()) {
      const std::string name = word();
      skip_blanks(false);
      expect("::=");
      skip_blanks(false);
      rules_[name] = alternatives();
    }
    for (const std::string& name : named_) {
      if (!rules_.contains(name)) throw std::runtime_error("no rule " + name);
    }
    if (!rules_.contains("root")) throw std::runtime_error("no root");
  }

  /// Whether the whole text can be made by `root`.
  [[nodiscard]] bool accepts(std::string_view text) const {
    Memo memo;
    return ends(*rules_.at("root"), text, 0, memo).contains(text.size());
  }

  /// A text of the grammar. Repetitions and choices get short below `depth`.
  [[nodiscard]] std::string random_text(std::mt19937& random, int depth) const {
    std::string out;
    write(*rules_.at("root"), random, depth, out);
    return out;
  }

 private:
  enum class Kind : std::uint8_t { text, characters, rule, sequence, choice, repeat };
  struct Node {
    Kind kind = Kind::text;
    std::string text;                                             ///< of `text`, and the name of a rule
    bool negated = false;                                         ///< of characters
    std::vector<std::pair<unsigned char, unsigned char>> ranges;  ///< of characters, bytes
    std::vector<std::unique_ptr<Node>> parts;
    bool many = false;   ///< of repeat: * and +
    bool least = false;  ///< of repeat: + needs one
  };
  using NodePtr = std::unique_ptr<Node>;
  using Memo = std::map<std::pair<const Node*, std::size_t>, std::set<std::size_t>>;

  static NodePtr make(Kind kind) {
    auto node = std::make_unique<Node>();
    node->kind = kind;
    return node;
  }

  void skip_blanks(bool lines) {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || (lines && text_[at_] == '\n'))) ++at_;
  }
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void expect(std::string_view token) {
    if (text_.substr(at_, token.size()) != token)
      throw std::runtime_error("expected " + std::string(token) + " at byte " + std::to_string(at_));
    at_ += token.size();
  }
  static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  }
  std::string word() {
    const std::size_t begin = at_;
    while (is_word(peek())) ++at_;
    if (at_ == begin) throw std::runtime_error("expected a name at byte " + std::to_string(at_));
    return std::string(text_.substr(begin, at_ - begin));
  }

  char character() {
    const char c = peek();
    if (c == '\0' || c == '\n') throw std::runtime_error("a literal is not closed");
    ++at_;
    if (c != '\\') return c;
    const char escaped = peek();
    ++at_;
    if (escaped == 'n') return '\n';
    if (escaped == 'x') {
      const std::string digits(text_.substr(at_, 2));
      at_ += 2;
      return static_cast<char>(std::stoi(digits, nullptr, 16));
    }
    if (std::string_view("\"\\[]").find(escaped) == std::string_view::npos) throw std::runtime_error("unknown escape");
    return escaped;
  }

  NodePtr alternatives() {
    auto node = make(Kind::choice);
    node->parts.push_back(sequence());
    while (peek() == '|') {
      ++at_;
      skip_blanks(false);
      node->parts.push_back(sequence());
    }
    return node;
  }

  NodePtr sequence() {
    auto node = make(Kind::sequence);
    while (peek() == '"' || peek() == '[' || peek() == '(' || is_word(peek())) {
      NodePtr part = item();
      while (peek() == '*' || peek() == '+' || peek() == '?') {
        auto repeat = make(Kind::repeat);
        repeat->many = peek() != '?';
        repeat->least = peek() == '+';
        repeat->parts.push_back(std::move(part));
        part = std::move(repeat);
        ++at_;
      }
      node->parts.push_back(std::move(part));
      skip_blanks(false);
    }
    return node;
  }

  NodePtr item() {
    if (peek() == '(') {
      ++at_;
      skip_blanks(false);
      auto node = alternatives();
      expect(")");
      return node;
    }
    if (peek() == '"') {
      ++at_;
      auto node = make(Kind::text);
      while (peek() != '"') node->text += character();
      ++at_;
      return node;
    }
    if (peek() != '[') {
      auto node = make(Kind::rule);
      node->text = word();
      named_.insert(node->text);
      return node;
    }
    ++at_;
    auto node = make(Kind::characters);
    node->negated = peek() == '^';
    if (node->negated) ++at_;
    while (peek() != ']') {
      const auto first = static_cast<unsigned char>(character());
      auto last = first;
      if (peek() == '-') {
        ++at_;
        last = static_cast<unsigned char>(character());
      }
      node->ranges.emplace_back(first, last);
    }
    ++at_;
    return node;
  }

  static bool holds(const Node& node, char c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool in = std::any_of(node.ranges.begin(), node.ranges.end(),
                                [&](const auto& range) { return range.first <= byte && byte <= range.second; });
    return in != node.negated;
  }

  /// Where what the node makes from `begin` on may end.
  std::set<std::size_t> ends(const Node& node, std::string_view text, std::size_t begin, Memo& memo) const {
    const auto known = memo.find({&node, begin});
    if (known != memo.end()) return known->second;
    std::set<std::size_t> out;
    switch (node.kind) {
      case Kind::text:
        if (text.substr(begin, node.text.size()) == node.text) out.insert(begin + node.text.size());
        break;
      case Kind::characters:
        if (begin < text.size() && holds(node, text[begin])) out.insert(begin + 1);
        break;
      case Kind::rule:
        out = ends(*rules_.at(node.text), text, begin, memo);
        break;
      case Kind::choice:
        for (const auto& part : node.parts) out.merge(ends(*part, text, begin, memo));
        break;
      case Kind::sequence:
        out = {begin};
        for (const auto& part : node.parts) out = ends_of_all(*part, text, out, memo);
        break;
      case Kind::repeat: {
        std::set<std::size_t> last{begin};
        if (!node.least) out = last;
        while (!last.empty()) {
          std::set<std::size_t> next = ends_of_all(*node.parts.front(), text, last, memo);
          last.clear();
          for (const std::size_t end : next) {
            if (out.insert(end).second) last.insert(end);
          }
          if (!node.many) break;
        }
        break;
      }
    }
    return memo[{&node, begin}] = out;
  }

  std::set<std::size_t> ends_of_all(const Node& node, std::string_view text, const std::set<std::size_t>& begins,
                                    Memo& memo) const {
    std::set<std::size_t> out;
    for (const std::size_t begin : begins) out.merge(ends(node, text, begin, memo));
    return out;
  }

  static std::size_t below(std::mt19937& random, std::size_t limit) { return random() % limit; }

  void write(const Node& node, std::mt19937& random, int depth, std::string& out) const {
    switch (node.kind) {
      case Kind::text:
        out += node.text;
        break;
      case Kind::characters:
        for (char c = 'a';; c = static_cast<char>(32 + below(random, 95))) {
          if (!holds(node, c)) continue;
          out += c;
          break;
        }
        break;
      case Kind::rule:
        write(*rules_.at(node.text), random, depth - 1, out);
        break;
      case Kind::choice:
        write(*node.parts[depth > 0 ? below(random, node.parts.size()) : shortest(node)], random, depth, out);
        break;
      case Kind::sequence:
        for (const auto& part : node.parts) write(*part, random, depth, out);
        break;
      case Kind::repeat:
        if (node.least) write(*node.parts.front(), random, depth, out);
        for (int i = 0; depth > 0 && i < (node.many ? 3 : 1) && below(random, 2) == 0; ++i)
          write(*node.parts.front(), random, depth, out);
        break;
    }
  }

  /// The alternative that needs the fewest rules inside each other.
  [[nodiscard]] std::size_t shortest(const Node& choice) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < choice.parts.size(); ++i) {
      if (height(*choice.parts[i], 0) < height(*choice.parts[best], 0)) best = i;
    }
    return best;
  }

  [[nodiscard]] int height(const Node& node, int above) const {
    constexpr int most = 12;
    if (above > most || node.kind == Kind::text || node.kind == Kind::characters) return above;
    if (node.kind == Kind::repeat && !node.least) return above;
    if (node.kind == Kind::rule) return height(*rules_.at(node.text), above + 1);
    int out = node.kind == Kind::choice ? most + 1 : above;
    for (const auto& part : node.parts) {
      const int inner = height(*part, above);
      out = node.kind == Kind::choice ? std::min(out, inner) : std::max(out, inner);
    }
    return out;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::map<std::string, NodePtr> rules_;
  std::set<std::string> named_;
};

}  // namespace querydata::test
