#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/hash.hpp"
#include "model/names.hpp"
#include "querydata/sql.hpp"
#include "sql/canonical_names.hpp"
#include "sql/lexer.hpp"
#include "sql/parser.hpp"
#include "sql/resolve.hpp"
#include "sql/values.hpp"

namespace querydata::inline v0::sql {

namespace {

/// A stretch of the text that is not written as it stands.
struct Piece {
  enum class Kind : std::uint8_t {
    masked,      ///< a value
    text,        ///< `text`
    root,        ///< a condition with all its parentheses: those of `expression` are written as needed
    expression,  ///< by its kind
    subquery,    ///< of FROM: its alias before it
  };
  Span span;
  Kind kind = Kind::text;
  ExpressionId expression;
  std::string text;
};

/// Writes the normal form of one tree, once.
class Normalizer {
 public:
  Normalizer(const Tree& tree, const Resolution& resolution) : tree_(tree), names_(tree, resolution) {
    for (const auto& token : tokenize(tree.sql, tree.dialect)) {
      if (!token.is_trivia()) tokens_.push_back(token);
    }
    find_pieces();
    std::stable_sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) {
      return a.span.begin != b.span.begin ? a.span.begin < b.span.begin : a.span.end > b.span.end;
    });
  }

  std::string run() { return region(tree_[tree_.root].span, none); }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  // Pieces.

  void add(Span span, Piece::Kind kind, ExpressionId id = {}, std::string text = {}) {
    if (!span.empty()) pieces_.push_back({span, kind, id, std::move(text)});
  }

  void find_pieces() {
    for (const auto& literal : find_literals(tree_)) {
      if (tree_[literal.expression].kind == ExpressionKind::column) continue;
      add(tree_[literal.expression].span, Piece::Kind::masked);
    }
    for (const auto parameter : tree_.parameters) add(tree_[parameter].span, Piece::Kind::masked);
    const auto positions = result_positions(tree_);
    for (std::uint32_t i = 0; i < positions.size(); ++i) {
      if (positions[i])
        add(tree_.expressions[i].span, Piece::Kind::text, {}, fmt::format("c{}", tree_.text(ExpressionId{i})));
    }
    for (std::uint32_t i = 0; i < tree_.expressions.size(); ++i) expression_piece(ExpressionId{i});
    for (std::uint32_t i = 0; i < tree_.from_items.size(); ++i) from_pieces(FromId{i});
    for (const auto& select : tree_.selects) select_pieces(select);
    for (const auto& query : tree_.queries) {
      for (const auto& table : query.with) {
        add(with_columns(table.name, table.columns), Piece::Kind::text, {}, names_.common_table(table.query));
      }
    }
  }

  void expression_piece(ExpressionId id) {
    const auto& node = tree_[id];
    switch (node.kind) {
      case ExpressionKind::column:
        return add(node.span, Piece::Kind::text, {}, names_.column(id));
      case ExpressionKind::star:
        if (node.names.count > 0) add(node.span, Piece::Kind::text, {}, names_.star(id));
        return;
      case ExpressionKind::conjunction:
      case ExpressionKind::disjunction:
      case ExpressionKind::comparison:
      case ExpressionKind::in_list:
        return add(node.span, Piece::Kind::expression, id);
      default:
        return;
    }
  }

  void from_pieces(FromId id) {
    const auto& item = tree_[id];
    if (item.kind == FromKind::query) {
      add(item.span, Piece::Kind::subquery, {}, names_.alias(id));
    } else if (item.kind != FromKind::group) {
      const auto names = tree_.names(id);
      add({names.front().span.begin, names.back().span.end}, Piece::Kind::text, {},
          names_.table(id) + ' ' + names_.alias(id));
    }
    // Columns that a function's FROM item defines stay: they stand where the engine wants them, even before the alias.
    const bool defined = item.defines_columns;
    if (item.alias) add(defined ? item.alias->span : with_columns(*item.alias, item.column_aliases), Piece::Kind::text);
    if (item.on) add_root(item.on);
  }

  /// A name and the list of columns behind it.
  [[nodiscard]] Span with_columns(const Name& name, const std::vector<Name>& columns) const {
    if (columns.empty()) return name.span;
    return {name.span.begin, tokens_[first_token(columns.back().span.end)].span.end};
  }

  void select_pieces(const Select& select) {
    for (const auto& item : select.items) {
      if (item.alias) add(item.alias->span, Piece::Kind::text);
    }
    if (select.where) add_root(select.where);
    if (select.having) add_root(select.having);
  }

  /// Conditions of clauses, without the parentheses around the whole.
  void add_root(ExpressionId id) {
    auto span = tree_[id].span;
    auto first = first_token(span.begin);
    auto last = first_token(span.end);
    while (first > 0 && last < tokens_.size() && text(tokens_[first - 1]) == "(" && text(tokens_[last]) == ")") {
      span = {tokens_[--first].span.begin, tokens_[last++].span.end};
    }
    if (span != tree_[id].span) add(span, Piece::Kind::root, id);
  }

  // Texts.

  [[nodiscard]] std::string_view text(const Token& token) const { return tree_.text(token.span); }

  [[nodiscard]] std::size_t first_token(std::size_t offset) const {
    const auto found = std::partition_point(tokens_.begin(), tokens_.end(),
                                            [&](const Token& token) { return token.span.begin < offset; });
    return static_cast<std::size_t>(found - tokens_.begin());
  }

  [[nodiscard]] std::size_t first_piece(std::size_t offset) const {
    const auto found = std::partition_point(pieces_.begin(), pieces_.end(),
                                            [&](const Piece& piece) { return piece.span.begin < offset; });
    return static_cast<std::size_t>(found - pieces_.begin());
  }

  /// Words that say nothing: AS, INNER, OUTER, ASC.
  static bool is_noise(const Token& token) {
    return token.keyword == Keyword::as || token.keyword == Keyword::inner || token.keyword == Keyword::outer ||
           token.keyword == Keyword::asc;
  }

  [[nodiscard]] std::string token_text(const Token& token) const {
    switch (token.kind) {
      case TokenKind::string:
      case TokenKind::bytes:
        return "?";
      case TokenKind::quoted_name:
        return model::lower(decode_name(text(token), tree_.dialect));
      case TokenKind::op:
        if (text(token) == "!=") return "<>";
        return text(token) == "==" ? "=" : std::string(text(token));
      default:
        return model::lower(text(token));
    }
  }

  static void append(std::string& out, std::string_view word) {
    if (!out.empty() && !word.empty()) out += ' ';
    out += word;
  }

  /// The text of a stretch, its pieces in their form. `outer` is the piece that the stretch is, or none.
  std::string region(Span span, std::size_t outer) {
    std::string out;
    auto token = first_token(span.begin);
    auto piece = outer == none ? first_piece(span.begin) : outer + 1;
    while (piece < pieces_.size() && pieces_[piece].span.begin == span.begin && pieces_[piece].span.end > span.end)
      ++piece;
    while (token < tokens_.size() && tokens_[token].span.begin < span.end) {
      if (piece < pieces_.size() && pieces_[piece].span.begin == tokens_[token].span.begin) {
        const auto end = pieces_[piece].span.end;
        append(out, written(piece));
        token = first_token(end);
        piece = first_piece(end);
      } else {
        if (!is_noise(tokens_[token])) append(out, token_text(tokens_[token]));
        ++token;
      }
    }
    return out;
  }

  std::string written(std::size_t index) {
    const auto& piece = pieces_[index];
    switch (piece.kind) {
      case Piece::Kind::masked:
        return "?";
      case Piece::Kind::text:
        return piece.text;
      case Piece::Kind::root:
        return expression(piece.expression);
      case Piece::Kind::subquery: {
        std::string out = piece.text;
        append(out, region(piece.span, index));
        return out;
      }
      case Piece::Kind::expression:
        break;
    }
    return expression(piece.expression);
  }

  /// The expression without parentheses around it.
  std::string expression(ExpressionId id) {
    switch (tree_[id].kind) {
      case ExpressionKind::conjunction:
      case ExpressionKind::disjunction:
        return chain(id);
      case ExpressionKind::comparison:
        return comparison(id);
      case ExpressionKind::in_list:
        return in_list(id);
      default:
        return region(tree_[id].span, none);
    }
  }

  static std::string joined(std::vector<std::string> parts, std::string_view separator) {
    std::sort(parts.begin(), parts.end());
    return fmt::format("{}", fmt::join(parts, separator));
  }

  std::string chain(ExpressionId id) {
    const bool conjunction = tree_[id].kind == ExpressionKind::conjunction;
    std::vector<std::string> parts;
    for (const auto part : parts_of(id)) {
      const bool weaker = conjunction && tree_[part].kind == ExpressionKind::disjunction;
      parts.push_back(weaker ? fmt::format("( {} )", expression(part)) : expression(part));
    }
    return joined(std::move(parts), conjunction ? " and " : " or ");
  }

  /// The operands, and those of operands of the same kind.
  [[nodiscard]] std::vector<ExpressionId> parts_of(ExpressionId id) const {
    std::vector<ExpressionId> out;
    for (const auto operand : tree_.operands(id)) {
      if (tree_[operand].kind == tree_[id].kind) {
        const auto inner = parts_of(operand);
        out.insert(out.end(), inner.begin(), inner.end());
      } else {
        out.push_back(operand);
      }
    }
    return out;
  }

  /// An operand of a comparison or of IN, in parentheses if it is a condition itself.
  std::string operand(ExpressionId id) {
    switch (tree_[id].kind) {
      case ExpressionKind::conjunction:
      case ExpressionKind::disjunction:
      case ExpressionKind::negation:
      case ExpressionKind::comparison:
      case ExpressionKind::null_test:
      case ExpressionKind::between:
      case ExpressionKind::in_list:
      case ExpressionKind::in_query:
      case ExpressionKind::in_table:
      case ExpressionKind::pattern:
        return fmt::format("( {} )", expression(id));
      default:
        return expression(id);
    }
  }

  /// Whether nothing but an operator and parentheses stands between the operands: not ANY or ALL.
  [[nodiscard]] bool is_plain(ExpressionId id) const {
    const auto begin = tree_[tree_.operand(id, 0)].span.end;
    const auto end = tree_[tree_.operand(id, 1)].span.begin;
    for (auto i = first_token(begin); i < tokens_.size() && tokens_[i].span.begin < end; ++i) {
      if (tokens_[i].kind != TokenKind::op) return false;
    }
    return true;
  }

  std::string comparison(ExpressionId id) {
    const auto op = tree_[id].op;
    if (!is_plain(id)) return region(tree_[id].span, own_piece(id));
    auto left = operand(tree_.operand(id, 0));
    auto right = operand(tree_.operand(id, 1));
    const bool symmetric = op == Operator::equal || op == Operator::not_equal;
    const bool turned = op == Operator::greater || op == Operator::greater_equal;
    const bool other_first = left == "?" || (right != "?" && right < left);  // values behind columns
    if ((symmetric && other_first) || turned) std::swap(left, right);
    const auto sign = op == Operator::greater         ? std::string_view("<")
                      : op == Operator::greater_equal ? std::string_view("<=")
                                                      : to_string(op);
    return fmt::format("{} {} {}", left, model::lower(sign), right);
  }

  [[nodiscard]] std::size_t own_piece(ExpressionId id) const {
    for (auto i = first_piece(tree_[id].span.begin); i < pieces_.size(); ++i) {
      if (pieces_[i].kind == Piece::Kind::expression && pieces_[i].expression == id) return i;
    }
    return none;
  }

  std::string in_list(ExpressionId id) {
    const auto operands = tree_.operands(id);
    std::vector<std::string> elements;
    for (const auto element : operands.subspan(1)) elements.push_back(expression(element));
    std::sort(elements.begin(), elements.end());
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    return fmt::format("{} {} ( {} )", operand(operands.front()), tree_[id].negated ? "not in" : "in",
                       joined(std::move(elements), " , "));
  }

  const Tree& tree_;
  CanonicalNames names_;
  std::vector<Token> tokens_;
  std::vector<Piece> pieces_;
};

}  // namespace

}  // namespace querydata::inline v0::sql

namespace querydata::inline v0 {

Result<std::string> normal_form(std::string_view text, Dialect dialect, const Schema* schema,
                                const InspectOptions& options) {
  const auto tree = sql::parse_query(text, dialect, {options.max_bytes, options.max_depth});
  if (!tree) return tree.error();
  const Schema unknown;
  const auto resolution =
      sql::resolve(*tree, schema != nullptr ? *schema : unknown,
                   {options.scope, options.extra_functions, options.allow_catalogs, schema == nullptr});
  if (!resolution) return resolution.error();
  return sql::Normalizer(*tree, *resolution).run();
}

Result<std::string> fingerprint(std::string_view text, Dialect dialect, const Schema* schema,
                                const InspectOptions& options) {
  const auto normal = normal_form(text, dialect, schema, options);
  if (!normal) return normal.error();
  return fmt::format("{:016x}", stable_hash(*normal));
}

}  // namespace querydata::inline v0
