#include "sql/parser.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/utf8.hpp"
#include "model/names.hpp"
#include "sql/characters.hpp"
#include "sql/errors.hpp"
#include "sql/lexer.hpp"

namespace querydata::inline v0::sql {

namespace {

constexpr std::size_t most_depth = 1000;
constexpr std::size_t most_bytes = std::size_t{1}
                                   << 30U;  ///< node ids have 32 bits, and a byte gives at most two nodes

/// How tightly operators bind, from the loosest. SQLite: "Operators, and Parse-Affecting Attributes" and its grammar.
enum Level : int {
  level_or,
  level_and,
  level_not,
  level_equality,
  level_order,
  level_bits,
  level_sum,
  level_product,
  level_concat,
  level_collate,
  level_unary,
};

enum class InfixKind : std::uint8_t {
  none,
  conjunction,
  disjunction,
  comparison,
  arithmetic,
  is,
  pattern,
  between,
  in,
  null_test,
  collate,
};

struct Infix {
  InfixKind kind = InfixKind::none;
  Operator op = Operator::none;
  int level = level_or;
  bool negated = false;
  std::size_t tokens = 1;
};

struct OperatorText {
  std::string_view text;
  InfixKind kind;
  Operator op;
  int level;
};
constexpr std::array infix_operators{
    OperatorText{"=", InfixKind::comparison, Operator::equal, level_equality},
    OperatorText{"==", InfixKind::comparison, Operator::equal, level_equality},
    OperatorText{"<>", InfixKind::comparison, Operator::not_equal, level_equality},
    OperatorText{"!=", InfixKind::comparison, Operator::not_equal, level_equality},
    OperatorText{"<", InfixKind::comparison, Operator::less, level_order},
    OperatorText{"<=", InfixKind::comparison, Operator::less_equal, level_order},
    OperatorText{">", InfixKind::comparison, Operator::greater, level_order},
    OperatorText{">=", InfixKind::comparison, Operator::greater_equal, level_order},
    OperatorText{"&", InfixKind::arithmetic, Operator::bit_and, level_bits},
    OperatorText{"|", InfixKind::arithmetic, Operator::bit_or, level_bits},
    OperatorText{"<<", InfixKind::arithmetic, Operator::shift_left, level_bits},
    OperatorText{">>", InfixKind::arithmetic, Operator::shift_right, level_bits},
    OperatorText{"+", InfixKind::arithmetic, Operator::add, level_sum},
    OperatorText{"-", InfixKind::arithmetic, Operator::subtract, level_sum},
    OperatorText{"*", InfixKind::arithmetic, Operator::multiply, level_product},
    OperatorText{"/", InfixKind::arithmetic, Operator::divide, level_product},
    OperatorText{"%", InfixKind::arithmetic, Operator::modulo, level_product},
    OperatorText{"||", InfixKind::arithmetic, Operator::concat, level_concat},
    OperatorText{"->", InfixKind::arithmetic, Operator::json_get, level_concat},
    OperatorText{"->>", InfixKind::arithmetic, Operator::json_get_text, level_concat},
};

/// First words of statements that are not queries, whatever the dialect.
constexpr std::array statement_words{
    "ABORT",     "ALTER",    "ANALYZE", "ATTACH",     "BEGIN",    "CALL",    "CHECKPOINT", "CLUSTER",   "COMMENT",
    "COMMIT",    "COPY",     "CREATE",  "DEALLOCATE", "DECLARE",  "DELETE",  "DESC",       "DESCRIBE",  "DETACH",
    "DISCARD",   "DO",       "DROP",    "END",        "EXEC",     "EXECUTE", "EXPLAIN",    "EXPORT",    "FETCH",
    "FLUSH",     "GRANT",    "HANDLER", "IMPORT",     "INSERT",   "INSTALL", "KILL",       "LISTEN",    "LOAD",
    "LOCK",      "MERGE",    "MOVE",    "NOTIFY",     "OPTIMIZE", "PRAGMA",  "PREPARE",    "PURGE",     "REASSIGN",
    "REFRESH",   "REINDEX",  "RELEASE", "RENAME",     "REPAIR",   "REPLACE", "RESET",      "REVOKE",    "ROLLBACK",
    "SAVEPOINT", "SECURITY", "SET",     "SHOW",       "SHUTDOWN", "START",   "TRUNCATE",   "UNINSTALL", "UNLISTEN",
    "UNLOCK",    "UPDATE",   "USE",     "VACUUM",     "XA"};

class Parser {
 public:
  Parser(std::string_view sql, Dialect dialect, std::size_t max_depth) : max_depth_(std::min(max_depth, most_depth)) {
    tree_.dialect = dialect;
    tree_.sql = sql;
    for (const auto& token : tokenize(tree_.sql, dialect)) {
      if (token.kind == TokenKind::error) refuse_token(token);
      if (token.kind == TokenKind::executable_comment) {
        fail(ErrorCode::permission_denied, token.span,
             "A comment that the engine runs as code stands at byte {}; remove it.", token.span.begin);
      }
      if (!token.is_trivia()) tokens_.push_back(token);
    }
    Token end;
    end.span = {sql.size(), sql.size()};
    end.kind = TokenKind::whitespace;
    tokens_.push_back(end);
  }

  Tree parse_statement() {
    if (at_end()) {
      fail(ErrorCode::invalid_argument, here(), "There is no statement in the text; give one SELECT.");
    }
    tree_.root = query();
    const bool semicolon = take_op(";");
    if (!at_end() && semicolon) {
      fail(ErrorCode::invalid_argument, here(), "A second statement begins at byte {}; give one statement.",
           here().begin);
    }
    expect_end();
    return std::move(tree_);
  }

  Tree parse_condition() {
    const auto id = new_select();
    const auto begin = position_;
    const auto condition = expression();
    expect_end();
    auto& select = tree_.selects[id.value];
    select.items.push_back({span_from(begin), condition, std::nullopt});
    select.span = select.items_span = span_from(begin);
    select.query = new_query();
    auto& whole = tree_.queries[select.query.value];
    whole.arms.push_back({id, {}});
    whole.span = select.span;
    tree_.root = select.query;
    return std::move(tree_);
  }

 private:
  // Tokens.

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
  }
  [[nodiscard]] std::string_view text(const Token& token) const { return token.span.of(tree_.sql); }
  [[nodiscard]] Span here() const { return peek().span; }
  [[nodiscard]] bool at_end() const { return position_ + 1 == tokens_.size(); }
  [[nodiscard]] bool is_sqlite() const { return tree_.dialect == Dialect::sqlite; }

  [[nodiscard]] bool is_keyword(Keyword keyword, std::size_t ahead = 0) const { return peek(ahead).keyword == keyword; }
  [[nodiscard]] bool is_op(std::string_view op, std::size_t ahead = 0) const {
    return peek(ahead).kind == TokenKind::op && text(peek(ahead)) == op;
  }
  [[nodiscard]] bool begins_query(std::size_t ahead = 0) const {
    return is_keyword(Keyword::select, ahead) || is_keyword(Keyword::values, ahead) || is_keyword(Keyword::with, ahead);
  }
  bool take(Keyword keyword) {
    const bool found = is_keyword(keyword);
    if (found) ++position_;
    return found;
  }
  bool take_op(std::string_view op) {
    const bool found = is_op(op);
    if (found) ++position_;
    return found;
  }
  void expect(Keyword keyword) {
    if (!take(keyword)) unexpected(to_string(keyword));
  }
  void expect_op(std::string_view op) {
    if (!take_op(op)) unexpected(fmt::format("`{}`", op));
  }
  void expect_end() {
    if (!at_end()) unexpected("the end of the statement");
  }
  /// From the token at index `begin` to the last one taken.
  [[nodiscard]] Span span_from(std::size_t begin) const {
    if (position_ == begin) return {tokens_[begin].span.begin, tokens_[begin].span.begin};
    return {tokens_[begin].span.begin, tokens_[position_ - 1].span.end};
  }

  // Errors.

  template <class... Args>
  [[noreturn]] void fail(ErrorCode code, Span span, fmt::format_string<Args...> format, Args&&... args) const {
    throw Failure{error_at(code, span.begin, fmt::format(format, std::forward<Args>(args)...))};
  }

  [[nodiscard]] std::string shown(const Token& token) const {
    if (token.span.empty()) return "the end of the text";
    return fmt::format("`{}`", utf8_prefix(text(token), 40));
  }

  [[noreturn]] void unexpected(std::string_view expected) const {
    fail(ErrorCode::invalid_argument, here(), "The statement does not parse at byte {}: {} where {} should stand.",
         here().begin, shown(peek()), expected);
  }

  [[noreturn]] void refuse_token(const Token& token) const {
    if (token.error == LexError::system_variable) {
      fail(ErrorCode::permission_denied, token.span, "A system variable stands at byte {}: {}; remove it.",
           token.span.begin, shown(token));
    }
    fail(ErrorCode::invalid_argument, token.span, "The statement does not parse at byte {}: {}, {}.", token.span.begin,
         shown(token), to_string(token.error));
  }

  /// Where a query should begin.
  [[noreturn]] void refuse_statement() const {
    auto word = std::string(text(peek()));
    std::transform(word.begin(), word.end(), word.begin(),
                   [](char c) { return is_letter(c) ? static_cast<char>(c & ~0x20) : c; });
    const bool known = std::find(statement_words.begin(), statement_words.end(), word) != statement_words.end();
    if (peek().kind != TokenKind::word || !known) unexpected("SELECT, VALUES or WITH");
    fail(ErrorCode::permission_denied, here(),
         "{} is not allowed (byte {}): only queries run, that is SELECT, VALUES and WITH … SELECT.", word,
         here().begin);
  }

  // Nesting. The tree is as deep as the text nests, and so is the recursion of everyone who walks it.

  class Nested {
   public:
    explicit Nested(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > parser_.max_depth_) parser_.too_deep();
    }
    ~Nested() { --parser_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    Parser& parser_;
  };

  [[noreturn]] void too_deep() const {
    fail(ErrorCode::resource_exhausted, here(),
         "The statement nests deeper than {} levels at byte {}; write it flatter or raise max_depth.", max_depth_,
         here().begin);
  }

  // Nodes.

  using Expressions = std::vector<ExpressionId>;

  Range list(const Expressions& expressions) {
    const Range range{static_cast<std::uint32_t>(tree_.operand_list.size()),
                      static_cast<std::uint32_t>(expressions.size())};
    tree_.operand_list.insert(tree_.operand_list.end(), expressions.begin(), expressions.end());
    return range;
  }
  Range list(const std::vector<OrderTerm>& terms) {
    const Range range{static_cast<std::uint32_t>(tree_.order_list.size()), static_cast<std::uint32_t>(terms.size())};
    tree_.order_list.insert(tree_.order_list.end(), terms.begin(), terms.end());
    return range;
  }
  Range list(std::vector<Name> names) {
    const Range range{static_cast<std::uint32_t>(tree_.name_list.size()), static_cast<std::uint32_t>(names.size())};
    std::move(names.begin(), names.end(), std::back_inserter(tree_.name_list));
    return range;
  }

  QueryId new_query() {
    tree_.queries.emplace_back();
    return {static_cast<std::uint32_t>(tree_.queries.size() - 1)};
  }
  SelectId new_select() {
    tree_.selects.emplace_back();
    return {static_cast<std::uint32_t>(tree_.selects.size() - 1)};
  }
  FromId add(FromItem item) {
    tree_.from_items.push_back(std::move(item));
    return {static_cast<std::uint32_t>(tree_.from_items.size() - 1)};
  }
  WindowId add(Window window) {
    tree_.windows.push_back(std::move(window));
    return {static_cast<std::uint32_t>(tree_.windows.size() - 1)};
  }

  /// `node` with its operands; knows its height, and they their parent.
  ExpressionId add(Expression node, const Expressions& operands, std::size_t height_below = 0) {
    node.operands = list(operands);
    for (const auto operand : operands) height_below = std::max<std::size_t>(height_below, tree_[operand].height);
    if (node.query) height_below = std::max<std::size_t>(height_below, tree_[node.query].height);
    if (height_below + 1 > max_depth_) too_deep();
    node.height = static_cast<std::uint16_t>(height_below + 1);
    height_ = std::max<std::size_t>(height_, node.height);
    const ExpressionId id{static_cast<std::uint32_t>(tree_.expressions.size())};
    for (const auto operand : operands) tree_.expressions[operand.value].parent = id;
    if (node.query) tree_.queries[node.query.value].parent = id;
    tree_.expressions.push_back(node);
    return id;
  }

  static Expression node(ExpressionKind kind, Span span, Operator op = Operator::none, bool negated = false) {
    Expression out;
    out.kind = kind;
    out.span = span;
    out.op = op;
    out.negated = negated;
    return out;
  }

  // Names.

  [[nodiscard]] KeywordClass word_class(std::size_t ahead = 0) const {
    return keyword_class(peek(ahead).keyword, tree_.dialect);
  }

  /// SQLite's `nm`: any name, and a string in its place.
  [[nodiscard]] bool is_name(std::size_t ahead = 0) const {
    switch (peek(ahead).kind) {
      case TokenKind::word:
        return word_class(ahead) != KeywordClass::reserved;
      case TokenKind::quoted_name:
        return true;
      case TokenKind::string:
        return is_sqlite();
      default:
        return false;
    }
  }
  /// What may be an alias without AS.
  [[nodiscard]] bool is_bare_alias() const {
    return is_name() && word_class() != KeywordClass::join && !is_keyword(Keyword::indexed) && !begins_window_clause();
  }
  /// SQLite takes WINDOW for a keyword only before a name and AS; to the others it is reserved.
  [[nodiscard]] bool begins_window_clause() const {
    return is_keyword(Keyword::window) && (!is_sqlite() || (is_name(1) && is_keyword(Keyword::as, 2)));
  }

  [[nodiscard]] static NameQuote quote_of(std::string_view text) {
    switch (text.front()) {
      case '"':
        return NameQuote::double_quote;
      case '`':
        return NameQuote::backtick;
      case '[':
        return NameQuote::bracket;
      case '\'':
        return NameQuote::single_quote;
      default:
        return text.back() == '"' ? NameQuote::double_quote : NameQuote::none;  // U&"…"
    }
  }

  Name name(std::string_view what) {
    if (!is_name()) unexpected(what);
    const auto token = peek();
    ++position_;
    return {token.span, decode_name(text(token), tree_.dialect), quote_of(text(token))};
  }

  /// a, a.b, a.b.c
  std::vector<Name> qualified_name(std::string_view what, std::size_t most_parts) {
    std::vector<Name> names;
    names.push_back(name(what));
    while (names.size() < most_parts && is_op(".") && !is_op("*", 1)) {
      ++position_;
      names.push_back(name(what));
    }
    return names;
  }

  std::vector<Name> name_list() {
    std::vector<Name> names;
    do names.push_back(name("a column's name"));
    while (take_op(","));
    expect_op(")");
    return names;
  }

  std::optional<Name> alias() {
    if (take(Keyword::as)) return name("an alias");
    if (is_bare_alias()) return name("an alias");
    return std::nullopt;
  }

  // Queries.

  QueryId query() {
    const Nested nested(*this);
    const auto outer_height = std::exchange(height_, 0);
    const auto id = new_query();
    const auto begin = position_;
    Query out;
    if (take(Keyword::with)) with_clause(out);
    arms(out, id);
    // SQLite's VALUES takes neither.
    if (!is_sqlite() || !tree_.selects[out.arms.back().select.value].values) {
      order_by_clause(out);
      limit_clause(out);
    }
    out.span = span_from(begin);
    if (height_ + 1 > max_depth_) too_deep();
    out.height = static_cast<std::uint16_t>(height_ + 1);
    height_ = std::max<std::size_t>(outer_height, out.height);
    tree_.queries[id.value] = std::move(out);
    return id;
  }

  void with_clause(Query& out) {
    out.recursive = take(Keyword::recursive);
    do {
      const auto begin = position_;
      CommonTable table;
      table.name = name("the name of a common table");
      if (take_op("(")) table.columns = name_list();
      expect(Keyword::as);
      if (take(Keyword::not_)) {
        expect(Keyword::materialized);
      } else {
        take(Keyword::materialized);
      }
      expect_op("(");
      table.query = query();
      expect_op(")");
      table.span = span_from(begin);
      out.with.push_back(std::move(table));
    } while (take_op(","));
  }

  void arms(Query& out, QueryId id) {
    out.arms.push_back({select(id), {}});
    while (const auto op = set_operator()) {
      out.operators.push_back(*op);
      out.arms.push_back({select(id), {}});
    }
  }

  std::optional<SetOperator> set_operator() {
    if (take(Keyword::union_)) return take(Keyword::all) ? SetOperator::union_all : SetOperator::union_distinct;
    if (take(Keyword::intersect)) return SetOperator::intersect;
    if (take(Keyword::except)) return SetOperator::except;
    return std::nullopt;
  }

  void order_by_clause(Query& out) {
    if (!is_keyword(Keyword::order)) return;
    const auto begin = position_;
    out.order_by = order_by();
    out.order_by_span = span_from(begin);
  }

  void limit_clause(Query& out) {
    const auto begin = position_;
    if (!take(Keyword::limit)) return;
    out.limit = expression();
    if (take(Keyword::offset)) {
      out.offset = expression();
    } else if (take_op(",")) {
      out.offset = std::exchange(out.limit, expression());
    }
    out.limit_span = span_from(begin);
  }

  std::vector<OrderTerm> order_by() {
    expect(Keyword::order);
    expect(Keyword::by);
    std::vector<OrderTerm> terms;
    do {
      const auto begin = position_;
      OrderTerm term;
      term.expression = expression();
      term.descending = take(Keyword::desc);
      if (!term.descending) take(Keyword::asc);
      if (take(Keyword::nulls)) {
        const bool first = take(Keyword::first);
        if (!first) expect(Keyword::last);
        term.nulls = first ? NullsOrder::first : NullsOrder::last;
      }
      term.span = span_from(begin);
      terms.push_back(term);
    } while (take_op(","));
    return terms;
  }

  SelectId select(QueryId query) {
    const auto id = new_select();
    Select out;
    out.query = query;
    const auto begin = position_;
    if (take(Keyword::select)) {
      select_body(out);
    } else if (take(Keyword::values)) {
      out.values = true;
      values_rows(out);
    } else {
      refuse_statement();
    }
    out.span = span_from(begin);
    tree_.selects[id.value] = std::move(out);
    return id;
  }

  void values_rows(Select& out) {
    do {
      expect_op("(");
      out.rows.push_back(list(expression_list()));
      expect_op(")");
    } while (take_op(","));
  }

  void select_body(Select& out) {
    out.distinct = take(Keyword::distinct);
    if (!out.distinct) take(Keyword::all);
    const auto items = position_;
    do out.items.push_back(select_item());
    while (take_op(","));
    out.items_span = span_from(items);
    refuse_into();
    auto begin = position_;
    if (take(Keyword::from)) {
      out.from = from_list();
      out.from_span = span_from(begin);
    }
    begin = position_;
    if (take(Keyword::where)) {
      out.where = expression();
      out.where_span = span_from(begin);
    }
    group_by_clause(out);
    window_clause(out);
  }

  void group_by_clause(Select& out) {
    auto begin = position_;
    if (take(Keyword::group)) {
      expect(Keyword::by);
      out.group_by = expression_list();
      out.group_by_span = span_from(begin);
    }
    begin = position_;
    if (take(Keyword::having)) {
      out.having = expression();
      out.having_span = span_from(begin);
    }
  }

  void window_clause(Select& out) {
    if (!begins_window_clause()) return;
    const auto begin = position_;
    ++position_;
    do {
      const auto definition = position_;
      auto defined = name("a window's name");
      expect(Keyword::as);
      expect_op("(");
      Window body = window_body();
      body.name = std::move(defined);
      body.span = span_from(definition);
      out.windows.push_back(add(std::move(body)));
    } while (take_op(","));
    out.window_span = span_from(begin);
  }

  void refuse_into() const {
    if (!is_keyword(Keyword::into)) return;
    fail(ErrorCode::permission_denied, here(), "SELECT … INTO writes (byte {}), which is not allowed; remove INTO.",
         here().begin);
  }

  SelectItem select_item() {
    const auto begin = position_;
    SelectItem item;
    if (take_op("*")) {
      item.expression = add(node(ExpressionKind::star, span_from(begin)), {});
    } else if (is_name() && is_op(".", 1) && is_op("*", 2)) {
      auto star = node(ExpressionKind::star, {});
      star.names = list(std::vector<Name>{name("a table's name")});
      position_ += 2;
      star.span = span_from(begin);
      item.expression = add(star, {});
    } else {
      item.expression = expression();
      item.alias = alias();
    }
    item.span = span_from(begin);
    return item;
  }

  // FROM.

  struct Join {
    JoinKind kind = JoinKind::first;
    bool natural = false;
  };

  std::vector<FromId> from_list() {
    std::vector<FromId> items;
    std::optional<Join> join = Join{};
    auto begin = position_;
    do {
      FromItem item = from_item();
      item.join = join->kind;
      item.natural = join->natural;
      join_condition(item);
      item.join_span = span_from(begin);
      const auto query = item.query;
      items.push_back(add(std::move(item)));
      if (query) tree_.queries[query.value].from = items.back();
      begin = position_;
      join = join_operator();
    } while (join);
    return items;
  }

  std::optional<Join> join_operator() {
    if (take_op(",")) return Join{JoinKind::comma, false};
    const auto begin = position_;
    bool natural = false, inner = false, cross = false, left = false, right = false, outer = false;
    while (word_class() == KeywordClass::join && position_ < begin + 3) {
      natural = natural || is_keyword(Keyword::natural);
      inner = inner || is_keyword(Keyword::inner);
      cross = cross || is_keyword(Keyword::cross);
      outer = outer || is_keyword(Keyword::outer);
      left = left || is_keyword(Keyword::left) || is_keyword(Keyword::full);
      right = right || is_keyword(Keyword::right) || is_keyword(Keyword::full);
      ++position_;
    }
    const auto words = position_ - begin;
    if (!take(Keyword::join)) {
      if (words == 0) return std::nullopt;
      unexpected("JOIN");
    }
    const bool sided = left || right;
    if (((inner || cross) && (sided || outer)) || (outer && !sided)) {
      position_ = begin;
      unexpected("a kind of join that exists");
    }
    const auto kind = left && right ? JoinKind::full
                      : left        ? JoinKind::left
                      : right       ? JoinKind::right
                      : cross       ? JoinKind::cross
                                    : JoinKind::inner;
    return Join{kind, natural};
  }

  void join_condition(FromItem& item) {
    if (take(Keyword::on)) {
      item.on = expression();
    } else if (take(Keyword::using_)) {
      expect_op("(");
      item.using_columns = name_list();
    }
  }

  FromItem from_item() {
    const auto begin = position_;
    FromItem item;
    if (is_op("(") && begins_query(1)) {
      ++position_;
      item.kind = FromKind::query;
      item.query = query();
      expect_op(")");
    } else if (take_op("(")) {
      const Nested nested(*this);
      item.kind = FromKind::group;
      item.items = from_list();
      expect_op(")");
    } else {
      table_or_function(item, "a table");
    }
    item.alias = alias();
    if (item.kind == FromKind::table) index_hint();
    item.span = span_from(begin);
    return item;
  }

  void table_or_function(FromItem& item, std::string_view what) {
    if (peek().kind == TokenKind::word && !is_name()) unexpected(what);
    item.names = list(qualified_name(what, 2));
    if (!take_op("(")) return;
    item.kind = FromKind::function;
    if (!is_op(")")) item.operands = list(expression_list());
    expect_op(")");
  }

  void index_hint() {
    if (!is_sqlite()) return;
    if (is_keyword(Keyword::not_) && is_keyword(Keyword::indexed, 1)) {
      position_ += 2;
    } else if (take(Keyword::indexed)) {
      expect(Keyword::by);
      static_cast<void>(name("an index"));
    }
  }

  // Expressions.

  Expressions expression_list() {
    Expressions out;
    do out.push_back(expression());
    while (take_op(","));
    return out;
  }

  ExpressionId expression(int level = level_or) {
    const Nested nested(*this);
    const auto begin = position_;
    auto left = prefix();
    for (auto infix = peek_infix(); infix.kind != InfixKind::none && infix.level >= level; infix = peek_infix()) {
      left = apply(infix, left, begin);
    }
    return left;
  }

  [[nodiscard]] Infix peek_infix() const {
    const auto& token = peek();
    if (token.kind == TokenKind::op) {
      for (const auto& entry : infix_operators) {
        if (entry.text == text(token)) return {entry.kind, entry.op, entry.level, false, 1};
      }
      return {};
    }
    if (token.keyword == Keyword::not_) {
      if (is_keyword(Keyword::null, 1)) return {InfixKind::null_test, Operator::none, level_equality, true, 2};
      auto infix = keyword_infix(1);
      const bool negatable =
          infix.kind == InfixKind::pattern || infix.kind == InfixKind::between || infix.kind == InfixKind::in;
      infix.negated = true;
      infix.tokens = 2;
      return negatable ? infix : Infix{};
    }
    return keyword_infix(0);
  }

  [[nodiscard]] Infix keyword_infix(std::size_t ahead) const {
    switch (peek(ahead).keyword) {
      case Keyword::and_:
        return {InfixKind::conjunction, Operator::none, level_and, false, 1};
      case Keyword::or_:
        return {InfixKind::disjunction, Operator::none, level_or, false, 1};
      case Keyword::is:
        return {InfixKind::is, Operator::is, level_equality, false, 1};
      case Keyword::isnull:
        return {InfixKind::null_test, Operator::none, level_equality, false, 1};
      case Keyword::notnull:
        return {InfixKind::null_test, Operator::none, level_equality, true, 1};
      case Keyword::between:
        return {InfixKind::between, Operator::none, level_equality, false, 1};
      case Keyword::in:
        return {InfixKind::in, Operator::none, level_equality, false, 1};
      case Keyword::like:
        return {InfixKind::pattern, Operator::like, level_equality, false, 1};
      case Keyword::ilike:
        return {InfixKind::pattern, Operator::ilike, level_equality, false, 1};
      case Keyword::glob:
        return {InfixKind::pattern, Operator::glob, level_equality, false, 1};
      case Keyword::regexp:
        return {InfixKind::pattern, Operator::regexp, level_equality, false, 1};
      case Keyword::match:
        return {InfixKind::pattern, Operator::match, level_equality, false, 1};
      case Keyword::collate:
        return {InfixKind::collate, Operator::none, level_collate, false, 1};
      default:
        return {};
    }
  }

  /// `left` and the operator behind it. What the operators of one level chain is taken at once.
  ExpressionId apply(const Infix& infix, ExpressionId left, std::size_t begin) {
    switch (infix.kind) {
      case InfixKind::conjunction:
        return chain(infix, ExpressionKind::conjunction, left, begin);
      case InfixKind::disjunction:
        return chain(infix, ExpressionKind::disjunction, left, begin);
      case InfixKind::arithmetic:
        return chain(infix, ExpressionKind::arithmetic, left, begin);
      default:
        break;
    }
    position_ += infix.tokens;
    switch (infix.kind) {
      case InfixKind::comparison: {
        const auto right = expression(infix.level + 1);
        return add(node(ExpressionKind::comparison, span_from(begin), infix.op), {left, right});
      }
      case InfixKind::is:
        return is_test(left, begin);
      case InfixKind::pattern:
        return pattern(infix, left, begin);
      case InfixKind::between:
        return between(infix, left, begin);
      case InfixKind::in:
        return membership(infix, left, begin);
      case InfixKind::null_test:
        return add(node(ExpressionKind::null_test, span_from(begin), Operator::none, infix.negated), {left});
      default: {
        auto names = list(std::vector<Name>{name("a collation")});
        auto out = node(ExpressionKind::collate, span_from(begin));
        out.names = names;
        return add(out, {left});
      }
    }
  }

  ExpressionId chain(const Infix& first, ExpressionKind kind, ExpressionId left, std::size_t begin) {
    Expressions operands{left};
    std::vector<Operator> operators;
    for (auto infix = first; infix.kind == first.kind && infix.level == first.level; infix = peek_infix()) {
      position_ += infix.tokens;
      operators.push_back(infix.op);
      operands.push_back(expression(infix.level + 1));
    }
    auto out = node(kind, span_from(begin));
    if (kind == ExpressionKind::arithmetic) {
      out.operators = {static_cast<std::uint32_t>(tree_.operator_list.size()),
                       static_cast<std::uint32_t>(operators.size())};
      tree_.operator_list.insert(tree_.operator_list.end(), operators.begin(), operators.end());
      if (operators.size() == 1) out.op = operators.front();
    }
    return add(out, operands);
  }

  ExpressionId is_test(ExpressionId left, std::size_t begin) {
    bool negated = take(Keyword::not_);
    if (is_keyword(Keyword::distinct) && is_keyword(Keyword::from, 1)) {
      position_ += 2;
      negated = !negated;
    }
    const auto right = expression(level_equality + 1);
    const bool null = tree_[right].kind == ExpressionKind::literal && tree_[right].span.size() == 4 &&
                      model::equal_ignoring_case(tree_.text(right), "null");
    if (null) return add(node(ExpressionKind::null_test, span_from(begin), Operator::none, negated), {left});
    return add(node(ExpressionKind::comparison, span_from(begin), negated ? Operator::is_not : Operator::is),
               {left, right});
  }

  ExpressionId pattern(const Infix& infix, ExpressionId left, std::size_t begin) {
    Expressions operands{left, expression(level_equality + 1)};
    if (take(Keyword::escape)) operands.push_back(expression(level_equality + 1));
    return add(node(ExpressionKind::pattern, span_from(begin), infix.op, infix.negated), operands);
  }

  ExpressionId between(const Infix& infix, ExpressionId left, std::size_t begin) {
    const auto low = expression(level_not);
    expect(Keyword::and_);
    const auto high = expression(level_equality + 1);
    return add(node(ExpressionKind::between, span_from(begin), Operator::none, infix.negated), {left, low, high});
  }

  ExpressionId membership(const Infix& infix, ExpressionId left, std::size_t begin) {
    auto out = node(ExpressionKind::in_list, {}, Operator::none, infix.negated);
    Expressions operands{left};
    if (is_op("(") && begins_query(1)) {
      out.kind = ExpressionKind::in_query;
      operands.push_back(subquery(ExpressionKind::subquery, position_));
    } else if (take_op("(")) {
      if (!is_op(")")) {
        const auto elements = expression_list();
        operands.insert(operands.end(), elements.begin(), elements.end());
      } else if (!is_sqlite()) {
        unexpected("a value");
      }
      expect_op(")");
    } else if (is_sqlite()) {
      out.kind = ExpressionKind::in_table;
      const auto table = position_;
      FromItem item;
      table_or_function(item, "a list, a query or a table");
      item.span = item.join_span = span_from(table);
      out.from = add(std::move(item));
    } else {
      unexpected("a list or a query in parentheses");
    }
    out.span = span_from(begin);
    return add(out, operands);
  }

  /// `(query)`, whose span begins at the token `begin`: the parenthesis, or EXISTS before it.
  ExpressionId subquery(ExpressionKind kind, std::size_t begin) {
    expect_op("(");
    if (!begins_query()) refuse_statement();
    auto out = node(kind, {});
    out.query = query();
    expect_op(")");
    out.span = span_from(begin);
    return add(out, {});
  }

  ExpressionId prefix() {
    const auto begin = position_;
    const auto& token = peek();
    switch (token.kind) {
      case TokenKind::number:
      case TokenKind::bytes:
        return literal();
      case TokenKind::string:
        return is_sqlite() && is_op(".", 1) ? name_or_call() : literal();
      case TokenKind::parameter:
        ++position_;
        tree_.parameters.push_back(add(node(ExpressionKind::parameter, token.span), {}));
        return tree_.parameters.back();
      case TokenKind::quoted_name:
        return name_or_call();
      case TokenKind::word:
        return word();
      case TokenKind::op:
        break;
      default:
        unexpected("an expression");
    }
    if (is_op("(")) return parenthesised();
    const auto op = take_op("-")   ? Operator::minus
                    : take_op("+") ? Operator::plus
                    : take_op("~") ? Operator::bit_not
                                   : Operator::none;
    if (op == Operator::none) unexpected("an expression");
    const auto operand = expression(level_unary);
    return add(node(ExpressionKind::unary, span_from(begin), op), {operand});
  }

  ExpressionId literal() {
    const auto span = here();
    ++position_;
    return add(node(ExpressionKind::literal, span), {});
  }

  ExpressionId word() {
    const auto begin = position_;
    switch (peek().keyword) {
      case Keyword::null:
        return literal();
      case Keyword::not_: {
        ++position_;
        const auto operand = expression(level_not);
        return add(node(ExpressionKind::negation, span_from(begin)), {operand});
      }
      case Keyword::exists:
        ++position_;
        return subquery(ExpressionKind::exists, begin);
      case Keyword::case_:
        return case_when();
      case Keyword::cast:
        return cast();
      case Keyword::raise:
        fail(ErrorCode::permission_denied, here(), "RAISE is for triggers only (byte {}); remove it.", here().begin);
      case Keyword::current_date:
      case Keyword::current_time:
      case Keyword::current_timestamp:
        if (is_sqlite()) return call_without_parentheses();
        break;
      default:
        break;
    }
    if (!is_name()) unexpected("an expression");
    return name_or_call();
  }

  ExpressionId call_without_parentheses() {
    auto out = node(ExpressionKind::function, here());
    out.name_span = here();
    out.names = list(std::vector<Name>{name("a function")});
    return add(out, {});
  }

  ExpressionId parenthesised() {
    const auto begin = position_;
    if (begins_query(1)) {
      const auto id = subquery(ExpressionKind::subquery, begin);
      return id;
    }
    ++position_;
    const auto elements = expression_list();
    expect_op(")");
    if (elements.size() == 1) return elements.front();
    return add(node(ExpressionKind::row, span_from(begin)), elements);
  }

  ExpressionId case_when() {
    const auto begin = position_;
    auto out = node(ExpressionKind::case_when, {});
    expect(Keyword::case_);
    Expressions operands;
    out.has_subject = !is_keyword(Keyword::when);
    if (out.has_subject) operands.push_back(expression());
    do {
      expect(Keyword::when);
      operands.push_back(expression());
      expect(Keyword::then);
      operands.push_back(expression());
    } while (is_keyword(Keyword::when));
    out.has_else = take(Keyword::else_);
    if (out.has_else) operands.push_back(expression());
    expect(Keyword::end);
    out.span = span_from(begin);
    return add(out, operands);
  }

  ExpressionId cast() {
    const auto begin = position_;
    auto out = node(ExpressionKind::cast, {});
    expect(Keyword::cast);
    expect_op("(");
    const auto operand = expression();
    expect(Keyword::as);
    out.name_span = type_name();
    expect_op(")");
    out.span = span_from(begin);
    return add(out, {operand});
  }

  /// Any words, then one or two signed numbers in parentheses; SQLite lets the type be absent.
  Span type_name() {
    const auto begin = position_;
    while (is_name()) ++position_;
    if (position_ > begin && take_op("(")) {
      do {
        if (!take_op("-")) take_op("+");
        if (peek().kind != TokenKind::number) unexpected("a number");
        ++position_;
      } while (take_op(","));
      expect_op(")");
    }
    return span_from(begin);
  }

  ExpressionId name_or_call() {
    const auto begin = position_;
    const bool may_call = peek().kind != TokenKind::string;
    if (may_call && is_op("(", 1)) return call();
    auto out = node(ExpressionKind::column, {});
    out.names = list(qualified_name("a column", 3));
    out.span = span_from(begin);
    return add(out, {});
  }

  ExpressionId call() {
    const auto begin = position_;
    auto out = node(ExpressionKind::function, {});
    out.name_span = here();
    out.names = list(std::vector<Name>{name("a function")});
    expect_op("(");
    Expressions operands;
    std::size_t below = 0;
    if (is_op("*") && is_op(")", 1)) {
      ++position_;
      operands.push_back(add(node(ExpressionKind::star, span_from(position_ - 1)), {}));
    } else if (!is_op(")")) {
      out.distinct = take(Keyword::distinct);
      if (!out.distinct) take(Keyword::all);
      operands = expression_list();
      if (is_keyword(Keyword::order)) out.order_by = owned_order(below);
    }
    expect_op(")");
    if (is_keyword(Keyword::filter) && is_op("(", 1)) {
      position_ += 2;
      expect(Keyword::where);
      out.filter = expression();
      expect_op(")");
      below = std::max<std::size_t>(below, tree_[out.filter].height);
    }
    if (is_keyword(Keyword::over) && (is_op("(", 1) || is_name(1))) {
      ++position_;
      out.window = add(over());
      below = std::max(below, window_height(tree_[out.window]));
    }
    out.span = span_from(begin);
    return add(out, operands, below);
  }

  Range owned_order(std::size_t& below) {
    const auto terms = order_by();
    for (const auto& term : terms) below = std::max<std::size_t>(below, tree_[term.expression].height);
    return list(terms);
  }

  // Windows.

  Window over() {
    const auto begin = position_;
    Window out;
    if (take_op("(")) {
      out = window_body();
    } else {
      out.base = name("a window");
    }
    out.span = span_from(begin);
    return out;
  }

  /// Behind the parenthesis, which is taken with the one that closes it.
  Window window_body() {
    Window out;
    const bool base = is_name() && !is_keyword(Keyword::partition) && !begins_frame();
    if (base) out.base = name("a window");
    if (take(Keyword::partition)) {
      expect(Keyword::by);
      out.partition_by = list(expression_list());
    }
    if (is_keyword(Keyword::order)) out.order_by = list(order_by());
    if (begins_frame()) frame(out);
    expect_op(")");
    return out;
  }

  [[nodiscard]] bool begins_frame() const {
    return is_keyword(Keyword::rows) || is_keyword(Keyword::range) || is_keyword(Keyword::groups);
  }

  void frame(Window& out) {
    out.unit = take(Keyword::rows) ? FrameUnit::rows : take(Keyword::range) ? FrameUnit::range : FrameUnit::groups;
    if (out.unit == FrameUnit::groups) expect(Keyword::groups);
    if (take(Keyword::between)) {
      out.from = frame_bound(out.from_offset);
      expect(Keyword::and_);
      out.to = frame_bound(out.to_offset);
    } else {
      out.from = frame_bound(out.from_offset);
    }
    if (!take(Keyword::exclude)) return;
    if (take(Keyword::no)) {
      expect(Keyword::others);
    } else if (take(Keyword::current)) {
      expect(Keyword::row);
      out.exclude = FrameExclude::current_row;
    } else if (take(Keyword::group)) {
      out.exclude = FrameExclude::group;
    } else {
      expect(Keyword::ties);
      out.exclude = FrameExclude::ties;
    }
  }

  FrameBound frame_bound(ExpressionId& offset) {
    if (is_keyword(Keyword::current) && is_keyword(Keyword::row, 1)) {
      position_ += 2;
      return FrameBound::current_row;
    }
    const bool unbounded = take(Keyword::unbounded);
    // BETWEEN … AND: the bound must leave the AND.
    if (!unbounded) offset = expression(level_not);
    if (take(Keyword::preceding)) return unbounded ? FrameBound::unbounded_preceding : FrameBound::preceding;
    expect(Keyword::following);
    return unbounded ? FrameBound::unbounded_following : FrameBound::following;
  }

  [[nodiscard]] std::size_t window_height(const Window& window) const {
    std::size_t height = 0;
    const auto include = [&](ExpressionId id) {
      if (id) height = std::max<std::size_t>(height, tree_[id].height);
    };
    for (const auto id : tree_.operands(window.partition_by)) include(id);
    for (const auto& term : tree_.order_terms(window.order_by)) include(term.expression);
    include(window.from_offset);
    include(window.to_offset);
    return height;
  }

  Tree tree_;
  std::vector<Token> tokens_;
  std::size_t position_ = 0;
  std::size_t depth_ = 0;
  std::size_t max_depth_;
  std::size_t height_ = 0;  ///< of the highest expression of the query at hand
};

Result<void> check_text(std::string_view sql, Dialect dialect, const ParseOptions& options) {
  const auto most = std::min(options.max_bytes, most_bytes);
  if (sql.size() > most) {
    return Error{ErrorCode::resource_exhausted,
                 fmt::format("The statement has {} bytes, more than the limit of {}; shorten it or raise max_bytes.",
                             sql.size(), most),
                 {}};
  }
  if (dialect != Dialect::sqlite) {
    return Error{ErrorCode::unimplemented,
                 fmt::format("Statements of {} are not parsed yet; only those of sqlite are.", to_string(dialect)),
                 {}};
  }
  const auto nul = sql.find('\0');
  const auto bad = nul == std::string_view::npos ? find_invalid_utf8(sql) : nul;
  if (bad) {
    return error_at(ErrorCode::invalid_argument, *bad,
                    fmt::format("The statement holds {} at byte {}; give it as UTF-8 text.",
                                *bad == nul ? "a NUL byte" : "a byte that is not UTF-8", *bad));
  }
  return {};
}

template <class Parse>
Result<Tree> guarded(std::string_view sql, Dialect dialect, const ParseOptions& options, Parse parse) {
  if (const auto right = check_text(sql, dialect, options); !right) return right.error();
  try {
    Parser parser(sql, dialect, options.max_depth);
    return parse(parser);
  } catch (Failure& failure) {
    return std::move(failure.error);
  }
}

}  // namespace

Result<Tree> parse_query(std::string_view sql, Dialect dialect, const ParseOptions& options) {
  return guarded(sql, dialect, options, [](Parser& parser) { return parser.parse_statement(); });
}

Result<Tree> parse_expression(std::string_view sql, Dialect dialect, const ParseOptions& options) {
  return guarded(sql, dialect, options, [](Parser& parser) { return parser.parse_condition(); });
}

std::string_view view_query(std::string_view sql, Dialect dialect) {
  const auto tokens = tokenize(sql, dialect);
  const auto first = std::find_if(tokens.begin(), tokens.end(), [](const Token& token) { return !token.is_trivia(); });
  if (first == tokens.end() || first->keyword != Keyword::create) return sql;
  const auto as = std::find_if(first, tokens.end(), [](const Token& token) { return token.keyword == Keyword::as; });
  return as == tokens.end() ? sql : sql.substr(as->span.end);
}

ExpressionId expression_of(const Tree& tree) {
  return tree.selects.front().items.front().expression;
}

}  // namespace querydata::inline v0::sql
