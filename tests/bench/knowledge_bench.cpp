// bench_knowledge [DOCUMENTS]...: what a knowledge base of so many documents costs in time, memory and disk.
// bench_knowledge in STORE DOCUMENTS: the same in a store that stays. One that an earlier run of that size has left is
// taken as it is, so that only searches are measured.
// bench_knowledge large [MEGABYTES]: one document of so many, in several shapes.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "querydata/knowledge_base.hpp"
#include "querydata/store.hpp"
#include "unit/store/temporary_folder.hpp"

namespace {

using namespace querydata;

constexpr std::size_t sources = 1000;
constexpr std::int64_t first_day = 1'600'000'000;  // seconds of the epoch
constexpr std::int64_t days = 1000;
constexpr std::int64_t seconds_a_day = 86'400;

/// Fifty thousand words, used by Zipf's law, with the little words of English between them.
class Words {
 public:
  Words() {
    for (std::size_t i = 0; i < count; ++i) {
      std::string word;
      for (std::size_t syllable = 1 + random_() % 4; syllable > 0; --syllable)
        word += syllables[random_() % std::size(syllables)];
      words_.push_back(word + static_cast<char>('a' + random_() % 26));
    }
  }
  const std::string& next() {
    const double uniform = std::uniform_real_distribution<double>(0, 1)(random_);
    return words_[std::min(count - 1, static_cast<std::size_t>(std::pow(static_cast<double>(count), uniform)) - 1)];
  }
  std::string sentence() {
    std::string out;
    for (std::size_t i = 0; i < 12; ++i) {
      if (i % 3 == 2) out += ' ' + std::string(little[random_() % std::size(little)]);
      out += ' ' + next();
    }
    return out + '.';
  }
  std::size_t below(std::size_t limit) { return random_() % limit; }

 private:
  static constexpr std::size_t count = 50'000;
  static constexpr const char* syllables[] = {"ba", "ker", "lin", "tor", "ma", "sen", "vi", "rik", "o",   "den",
                                              "ha", "gar", "mun", "ste", "le", "by",  "no", "val", "dor", "qui"};
  static constexpr const char* little[] = {"the", "of", "and", "is", "in", "to", "a", "was"};
  std::mt19937 random_{17};
  std::vector<std::string> words_;
};

/// Three sections of three sentences, which are three chunks.
Document document(std::size_t number, Words& words) {
  Document made;
  const std::string source = fmt::format("s{}.example.com", number % sources);
  made.uri = fmt::format("https://{}/{:07}", source, number);
  made.title = words.next();
  made.data_source = source;
  made.update_time =
      FilterTime{first_day + static_cast<std::int64_t>(words.below(static_cast<std::size_t>(days))) * seconds_a_day, 0};
  for (int section = 0; section < 3; ++section) {
    made.content += fmt::format("# {}\n\n", words.next());
    for (int i = 0; i < 3; ++i) made.content += words.sentence();
    made.content += "\n\n";
  }
  return made;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Megabytes, out of /proc/self/status.
double memory(const char* name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(name)) return std::stod(line.substr(line.find(':') + 1)) / 1024;
  return 0;
}
void forget_peak() {
  std::ofstream("/proc/self/clear_refs") << '5';
}

double timed(const std::function<void()>& work) {
  const double begin = cpu_seconds();
  work();
  return cpu_seconds() - begin;
}

void print_times(const std::string& what, std::vector<double> seconds) {
  std::ranges::sort(seconds);
  const double median = seconds[seconds.size() / 2];
  const double late = seconds[std::min(seconds.size() - 1, seconds.size() * 95 / 100)];
  fmt::print("  {:<44} median {:9.2f} ms, p95 {:9.2f} ms\n", what, median * 1e3, late * 1e3);
  std::fflush(stdout);
}

std::string day(std::int64_t number) {
  const auto time = std::chrono::sys_seconds(std::chrono::seconds(first_day + number * seconds_a_day));
  const std::chrono::year_month_day date(std::chrono::floor<std::chrono::days>(time));
  return fmt::format("{}-{:02}-{:02}T00:00:00Z", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

void search(const KnowledgeBase& base, const std::vector<std::string>& questions) {
  const std::vector<std::pair<std::string, std::string>> filters = {
      {"no filter", ""},
      {"a filter that passes 0.1 %", "dataSource = \"s7.example.com\""},
      {"a filter that passes 10 %", fmt::format("updateTime > \"{}\"", day(days - days / 10))},
      {"a filter that passes 100 %", fmt::format("updateTime >= \"{}\" AND dataSource != \"none\"", day(0))},
  };
  for (const auto& [what, filter] : filters) {
    std::vector<double> searches;
    std::vector<double> answers;
    for (const std::string& question : questions) {
      searches.push_back(timed([&] { (void)base.search_document_chunks({question, filter, 5, {}}).value(); }));
      answers.push_back(timed([&] { (void)base.answer_query({question, filter}).value(); }));
    }
    print_times("search_document_chunks, " + what, searches);
    print_times("answer_query, " + what, answers);
  }
}

std::vector<std::string> questions_from(const std::vector<Document>& documents, Words& words) {
  std::vector<std::string> questions;
  for (int i = 0; i < 100; ++i) {
    const std::string& content = documents[words.below(documents.size())].content;
    const std::size_t begin = content.find(' ', content.find('.'));
    const std::size_t end = content.find('.', begin);
    questions.push_back("What is" + content.substr(begin, std::min<std::size_t>(end - begin, 45)) + "?");
  }
  return questions;
}

void build(const std::vector<Document>& documents, Store& store) {
  const double before = memory("VmRSS");
  forget_peak();
  KnowledgeBaseInfo info;
  const double seconds = timed([&] { info = KnowledgeBase::build(documents, store, "docs").value()->info(); });
  const double peak = memory("VmHWM") - before;
  fmt::print("  build {:.1f} s, {} chunks, {:.0f} MB on disk, peak {:.0f} MB besides the documents\n", seconds,
             info.chunks, static_cast<double>(info.bytes) / 1e6, peak);
  std::vector<double> updates;
  for (std::size_t i = 0; i < 20; ++i) {
    std::vector<Document> changed = {documents[i * 37 % documents.size()]};
    changed[0].content += fmt::format("Changed {} times.\n", i);
    updates.push_back(timed([&] { (void)KnowledgeBase::update(store, "docs", {.put = changed}).value(); }));
  }
  print_times("update of one document", updates);
}

void measure(std::size_t count, const std::string& path) {
  Words words;
  std::vector<Document> documents;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < count; ++i) {
    documents.push_back(document(i, words));
    bytes += documents.back().content.size();
  }
  const auto questions = questions_from(documents, words);
  fmt::print("{} documents, {:.0f} MB\n", count, static_cast<double>(bytes) / 1e6);
  const auto store = open_store(path, StoreMode::read_write).value();
  if (!KnowledgeBase::open(*store, "docs")) build(documents, *store);
  documents = {};
  std::vector<double> opened;
  for (int i = 0; i < 3; ++i) opened.push_back(timed([&] { (void)KnowledgeBase::open(*store, "docs").value(); }));
  print_times("open", opened);
  const double unopened = memory("RssAnon");
  const auto base = KnowledgeBase::open(*store, "docs").value();
  fmt::print("  an open one takes {:.1f} MB besides what is mapped, in {} segments\n", memory("RssAnon") - unopened,
             base->info().segments);
  search(*base, questions);
}

/// One document, of which all but the form is the same.
void measure_large(std::size_t megabytes) {
  const std::size_t bytes = megabytes * 1'000'000;
  const auto grow = [&](const std::function<std::string(Words&)>& next) {
    Words words;
    std::string text;
    while (text.size() < bytes) text += next(words);
    return text;
  };
  struct Shape {
    std::string name;
    DocumentFormat format;
    std::string content;
  };
  const std::vector<Shape> shapes = {
      {"one line", DocumentFormat::markdown, grow([](Words& words) { return words.sentence(); })},
      {"many lines", DocumentFormat::plain_text, grow([](Words& words) { return words.sentence() + "\n\n"; })},
      {"HTML", DocumentFormat::html, grow([](Words& words) { return "<div><p>" + words.sentence() + "</p></div>"; })},
      {"NUL and invalid UTF-8", DocumentFormat::markdown,
       grow([](Words& words) { return words.next() + std::string("\0\xff\xfe ", 4); })},
      {"no blank", DocumentFormat::markdown, std::string(bytes, 'x')},
      {"fences", DocumentFormat::markdown, grow([](Words& words) { return "````\n```\n> > " + words.next() + "\n"; })},
      {"comments that do not end", DocumentFormat::html, grow([](Words&) { return std::string("<!--<a \""); })},
  };
  for (const Shape& shape : shapes) {
    Document made;
    made.name = "documents/large";
    made.format = shape.format;
    made.content = shape.content;
    const std::vector<Document> documents = {std::move(made)};
    const test::TemporaryFolder folder;
    const auto store = open_store(folder.file("store"), StoreMode::read_write).value();
    const double before = memory("VmRSS");
    forget_peak();
    KnowledgeBaseInfo info;
    const double seconds = timed([&] { info = KnowledgeBase::build(documents, *store, "docs").value()->info(); });
    fmt::print("{} MB, {}: build {:.1f} s, {} chunks, {:.0f} MB on disk, peak {:.0f} MB besides the document\n",
               megabytes, shape.name, seconds, info.chunks, static_cast<double>(info.bytes) / 1e6,
               memory("VmHWM") - before);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int count, char** arguments) {
  const test::TemporaryFolder folder;
  const std::vector<std::string> given(arguments + 1, arguments + count);
  if (!given.empty() && given[0] == "large") {
    measure_large(given.size() > 1 ? std::stoul(given[1]) : 100);
    return 0;
  }
  if (given.size() == 3 && given[0] == "in") {
    measure(std::stoul(given[2]), given[1]);
    return 0;
  }
  for (const std::string& size : given.empty() ? std::vector<std::string>{"10000", "100000", "1000000"} : given)
    measure(std::stoul(size), folder.file("store" + size));
  return 0;
}
