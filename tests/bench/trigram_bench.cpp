// Trigram searches beside PostgreSQL's GIN index on the same values, in processor time: the thread's here, the
// backend's there. Run by tests/engines/with_engine.py postgresql; without a server, or with `curve`, only the searches
// here are measured. usage: bench_trigram [compare|curve|all] [values] [phrases]
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bench/real_values.hpp"
#include "engines/postgresql_server.hpp"
#include "search/trigram_index.hpp"
#include "text/pg_trgm.hpp"
#include "unit/search/trigram_values.hpp"

namespace {

using namespace querydata;
using search::TextMatch;
using search::TrigramIndex;
namespace pg_trgm = text::pg_trgm;

constexpr std::size_t limit = 10;

double thread_milliseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

struct Times {
  std::vector<double> milliseconds;
  [[nodiscard]] double at(double share) {
    std::sort(milliseconds.begin(), milliseconds.end());
    return milliseconds[std::min(milliseconds.size() - 1,
                                 static_cast<std::size_t>(share * static_cast<double>(milliseconds.size())))];
  }
};

/// Values that an index holds, and the index.
class Set {
 public:
  Set(const char* name, const std::vector<std::string>& strings, std::size_t count, std::size_t phrases)
      : name_(name), random_(7) {
    values_ = test::distinct_values(count, random_, [&](std::mt19937& random) {
      return strings.empty() ? test::hard_name(random) : test::recombined(strings, random);
    });
    for (std::size_t i = 0; i < phrases; ++i)
      phrases_.push_back(test::misspelt(values_[random_() % values_.size()], random_));
    const std::vector<std::string_view> views(values_.begin(), values_.end());
    const double start = thread_milliseconds();
    built_ = TrigramIndex::build(views).value();
    build_milliseconds_ = thread_milliseconds() - start;
    for (const std::uint32_t place : built_.order) {
      bytes_ += values_[place];
      ends_.push_back(bytes_.size());
    }
    index_ = TrigramIndex::open(built_.bytes, [this](std::uint32_t id) { return text(id); }).value();
  }
  Set(const Set&) = delete;
  Set& operator=(const Set&) = delete;

  [[nodiscard]] std::string_view text(std::uint32_t id) const {
    const std::size_t begin = id == 0 ? 0 : ends_[id - 1];
    return std::string_view(bytes_).substr(begin, ends_[id] - begin);
  }
  [[nodiscard]] const std::vector<std::string>& values() const { return values_; }
  [[nodiscard]] const std::vector<std::string>& phrases() const { return phrases_; }
  [[nodiscard]] const TrigramIndex& index() const { return index_; }

  void print() const {
    fmt::print("{}: {} values, {:.1f} MB of text; index {:.1f} MB, built in {:.2f} s\n", name_, values_.size(),
               static_cast<double>(bytes_.size()) * 1e-6, static_cast<double>(built_.bytes.size()) * 1e-6,
               build_milliseconds_ * 1e-3);
  }

 private:
  const char* name_;
  std::mt19937 random_;
  std::vector<std::string> values_;
  std::vector<std::string> phrases_;
  TrigramIndex::Built built_;
  double build_milliseconds_ = 0;
  std::string bytes_;
  std::vector<std::size_t> ends_;
  TrigramIndex index_;
};

struct Kind {
  const char* name;
  bool by_word;
  double at_least;
  const char* sql;
  const char* setting;
};

constexpr Kind kinds[] = {
    {"similarity .3", false, pg_trgm::similarity_threshold,
     "SELECT v, similarity(v, $1) FROM t WHERE v % $1 ORDER BY 2 DESC, v COLLATE \"C\" LIMIT 10",
     "SET pg_trgm.similarity_threshold = 0.3"},
    {"similarity .5", false, 0.5,
     "SELECT v, similarity(v, $1) FROM t WHERE v % $1 ORDER BY 2 DESC, v COLLATE \"C\" LIMIT 10",
     "SET pg_trgm.similarity_threshold = 0.5"},
    {"word similarity .6", true, pg_trgm::word_similarity_threshold,
     "SELECT v, word_similarity($1, v) FROM t WHERE $1 <% v ORDER BY 2 DESC, v COLLATE \"C\" LIMIT 10",
     "SET pg_trgm.word_similarity_threshold = 0.6"},
};

std::vector<TextMatch> find(const Set& set, const Kind& kind, const std::string& phrase) {
  const search::TrigramSearch wanted{kind.at_least, limit, {}};
  return (kind.by_word ? set.index().word_similar(phrase, wanted) : set.index().similar(phrase, wanted)).value();
}

/// The median of three runs of each phrase.
Times measure(const Set& set, const Kind& kind) {
  Times times;
  for (const std::string& phrase : set.phrases()) {
    std::vector<double> runs;
    for (int run = 0; run < 3; ++run) {
      const double start = thread_milliseconds();
      (void)find(set, kind, phrase);
      runs.push_back(thread_milliseconds() - start);
    }
    std::sort(runs.begin(), runs.end());
    times.milliseconds.push_back(runs[1]);
  }
  return times;
}

/// A line of COPY.
void append_line(std::string& lines, std::string_view value) {
  for (const char c : value) {
    if (c == '\\' || c == '\n' || c == '\r' || c == '\t') lines += '\\';
    lines += c == '\n' ? 'n' : c == '\r' ? 'r' : c == '\t' ? 't' : c;
  }
  lines += '\n';
}

/// The same values in PostgreSQL with a GIN index.
class Gin {
 public:
  explicit Gin(const Set& set) : server_(database()) {
    run("SET jit = off; SET max_parallel_workers_per_gather = 0; SET max_parallel_maintenance_workers = 0; "
        "SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'; DROP TABLE IF EXISTS t; "
        "CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE UNLOGGED TABLE t (v text)");
    copy(set.values());
    const double start = server_.cpu_milliseconds();
    run("CREATE INDEX gin ON t USING gin (v gin_trgm_ops)");
    const double built = server_.cpu_milliseconds() - start;
    run("VACUUM ANALYZE t");
    const auto size = server_.query("SELECT pg_relation_size('gin')");
    fmt::print("  GIN: index {:.1f} MB, built in {:.2f} s\n", std::strtod(PQgetvalue(size.get(), 0, 0), nullptr) * 1e-6,
               built * 1e-3);
  }

  void prepare(const Kind& kind) {
    run(kind.setting);
    run("DEALLOCATE ALL");
    if (const std::string error = server_.prepare(kind.sql); !error.empty()) fail();
  }

  /// Whether the rows are those of `matches`; adds the time that they took.
  bool finds(const Set& set, const std::string& phrase, const std::vector<TextMatch>& matches, Times& times) {
    const char* const parameters[] = {phrase.c_str()};
    const double start = server_.cpu_milliseconds();
    const test::PostgresqlResult rows(PQexecPrepared(server_.connection(), "", 1, parameters, nullptr, nullptr, 0),
                                      &PQclear);
    times.milliseconds.push_back(server_.cpu_milliseconds() - start);
    if (PQresultStatus(rows.get()) != PGRES_TUPLES_OK) fail();
    if (static_cast<std::size_t>(PQntuples(rows.get())) != matches.size()) return false;
    for (int row = 0; row < PQntuples(rows.get()); ++row) {
      const TextMatch& match = matches[static_cast<std::size_t>(row)];
      if (PQgetvalue(rows.get(), row, 0) != set.text(match.id)) return false;
      if (std::strtof(PQgetvalue(rows.get(), row, 1), nullptr) != match.similarity) return false;
    }
    return true;
  }

 private:
  static std::string database() {
    test::PostgresqlServer server("postgres");
    // Fails where the set before has made it.
    server.run("CREATE DATABASE trigrams TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'");
    return "trigrams";
  }
  void copy(const std::vector<std::string>& values) {
    run("COPY t FROM STDIN");
    std::string lines;
    for (const std::string& value : values) {
      append_line(lines, value);
      if (lines.size() < 1'000'000 && &value != &values.back()) continue;
      if (PQputCopyData(server_.connection(), lines.data(), static_cast<int>(lines.size())) != 1) fail();
      lines.clear();
    }
    if (PQputCopyEnd(server_.connection(), nullptr) != 1) fail();
    while (PGresult* result = PQgetResult(server_.connection())) PQclear(result);
  }
  void run(const std::string& sql) {
    if (const std::string error = server_.run(sql); !error.empty()) fail();
  }
  [[noreturn]] void fail() {
    fmt::print("PostgreSQL: {}\n", PQerrorMessage(server_.connection()));
    std::exit(1);
  }

  test::PostgresqlServer server_;
};

void print_times(const char* what, Times& times) {
  fmt::print("  {:<18} median {:8.3f}  95th percentile {:8.3f}  slowest {:8.3f} ms", what, times.at(.5), times.at(.95),
             times.at(1));
}

void compare(const Set& set, bool with_gin) {
  set.print();
  std::unique_ptr<Gin> gin;
  if (with_gin) gin = std::make_unique<Gin>(set);
  for (const Kind& kind : kinds) {
    Times ours = measure(set, kind);
    print_times(kind.name, ours);
    if (gin) {
      Times theirs;
      std::size_t same = 0;
      gin->prepare(kind);
      for (const std::string& phrase : set.phrases())
        same += gin->finds(set, phrase, find(set, kind, phrase), theirs) ? 1 : 0;
      fmt::print("\n");
      print_times("  GIN", theirs);
      fmt::print("\n  medians 1 : {:.0f}, 95th percentiles 1 : {:.0f}; {} of {} lists equal",
                 theirs.at(.5) / ours.at(.5), theirs.at(.95) / ours.at(.95), same, set.phrases().size());
    }
    fmt::print("\n");
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  doctest::Context context;
  context.setAsDefaultForAssertsOutOfTestCases();
  const std::string_view what = argc > 1 ? argv[1] : "all";
  const std::size_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1'000'000;
  const std::size_t phrases = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 200;
  const std::vector<std::string> strings = bench::real_strings();
  if (strings.empty()) fmt::print("skipped: QUERYDATA_DATA is not set, so there are no real values\n");
  const auto each_set = [&](std::size_t values, bool with_gin) {
    compare(Set("few syllables", {}, values, phrases), with_gin);
    if (!strings.empty()) compare(Set("recombined real values", strings, values, phrases), with_gin);
  };
  if (what != "curve") each_set(count, std::getenv("QUERYDATA_ENGINE_SOCKET") != nullptr);
  if (what == "compare") return 0;
  for (std::size_t values = 10'000; values <= 10 * count; values *= 10) each_set(values, false);
}
