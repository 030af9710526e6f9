#include "targets/WrittenOut.h"

#include "targets/RandomPipeline.h"
#include "targets/iree/IreeName.h"

#include <fmt/format.h>

namespace assay {

std::string writtenOut(std::string_view name) {
  if (auto seed = randomSeed(name))
    return "cpu:pipeline=" + randomPipeline(*seed);
  if (name.find("random=") != std::string_view::npos)
    if (auto iree = parseIreeName(name))
      return ireeTargetName(*iree);
  return std::string(name);
}

std::string seeded(std::string_view name, uint64_t seed) {
  if (name != "mlir@22:random" && !name.starts_with("iree@"))
    return std::string(name);
  std::string out;
  while (true) {
    const size_t end = name.find_first_of(":,");
    const std::string_view word = name.substr(0, end);
    out += word;
    if (word == "random" || word == "tuned" || word == "stripped")
      out += fmt::format("={}", seed);
    if (end == name.npos)
      return out;
    out += name[end];
    name.remove_prefix(end + 1);
  }
}

} // namespace assay
