// Runs a fuzz target on every file of a folder and on random mutations of each, the same ones every time.
//
// usage: fuzz_<name> FOLDER [MUTATIONS]

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

/// Flips, drops, doubles and splices: enough to leave the paths that the files themselves take.
std::string mutated(std::string input, const std::string& other, std::mt19937& random) {
  const auto below = [&](std::size_t bound) { return bound == 0 ? 0 : random() % bound; };
  for (auto changes = 1 + below(4); changes > 0; --changes) {
    const std::size_t at = below(input.size() + 1);
    const std::size_t length = below(std::min<std::size_t>(16, input.size() - at) + 1);
    switch (below(5)) {
      case 0:
        if (at < input.size()) input[at] = static_cast<char>(input[at] ^ (1 << below(8)));
        break;
      case 1:
        input.erase(at, length);
        break;
      case 2:
        input.insert(at, input.substr(at, length));
        break;
      case 3:
        input.insert(at, 1, "{}[]\",:\\$?'();-/* \n"[below(19)]);
        break;
      default:
        input.insert(at, other.substr(below(other.size() + 1), length));
        break;
    }
  }
  return input;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: " << argv[0] << " FOLDER [MUTATIONS]\n";
    return 2;
  }
  const std::size_t mutations = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 100;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<std::string> inputs;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  if (inputs.empty()) {
    std::cerr << "no inputs in " << argv[1] << '\n';
    return 1;
  }
  std::mt19937 random(1);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::cerr << files[i].filename().string() << '\n';  // the last line names the input of a crash
    run(inputs[i]);
    for (std::size_t n = 0; n < mutations; ++n) run(mutated(inputs[i], inputs[random() % inputs.size()], random));
  }
  return 0;
}
