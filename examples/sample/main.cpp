// Writes the sample database of a made-up ferry line: querydata_sample OUT.db [--seed N]
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "generate.hpp"
#include "writer.hpp"

namespace {

constexpr const char* usage =
    "Usage: querydata_sample OUT.db [--seed N]\n"
    "Writes the database of a made-up ferry line to OUT.db. The same seed gives the same rows (default 1).\n"
    "An OUT.db that an earlier run wrote is replaced; any other file is left alone.\n";

struct Arguments {
  std::string path;
  std::uint64_t seed = 1;
};

std::optional<Arguments> parse(int count, char** values) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = values[i];
    if (word == "--seed" && i + 1 < count) {
      const std::string_view number = values[++i];
      const char* end = number.data() + number.size();
      const auto [stop, error] = std::from_chars(number.data(), end, arguments.seed);
      if (error != std::errc{} || stop != end) return std::nullopt;
    } else if (arguments.path.empty() && !word.starts_with('-')) {
      arguments.path = word;
    } else {
      return std::nullopt;
    }
  }
  return arguments.path.empty() ? std::nullopt : std::optional(arguments);
}

}  // namespace

int main(int count, char** values) {
  if (count == 2 && std::string_view(values[1]) == "--help") return std::fputs(usage, stdout) < 0 ? 1 : 0;
  const auto arguments = parse(count, values);
  if (!arguments) {
    std::fputs(usage, stderr);
    return 2;
  }
  try {
    if (std::filesystem::exists(arguments->path)) {
      if (!sample::is_sample(arguments->path))
        throw std::runtime_error(arguments->path + " exists and is no sample: name another file");
      std::filesystem::remove(arguments->path);
    }
    // Written beside its place and then moved: a run that fails leaves no half-made sample.
    const std::string unfinished = arguments->path + ".unfinished";
    std::filesystem::remove(unfinished);
    {
      sample::Database database(unfinished);
      sample::generate(database, arguments->seed);
    }
    std::filesystem::rename(unfinished, arguments->path);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "querydata_sample: %s\n", failure.what());
    return 1;
  }
  return 0;
}
