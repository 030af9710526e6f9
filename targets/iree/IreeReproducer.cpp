#include "targets/iree/IreeReproducer.h"

namespace assay {

std::optional<PassReproducer> readPassReproducer(std::string text) {
  constexpr std::string_view begin = "pipeline: \"", end = "\",\n";
  const size_t from = text.rfind(begin), first = from + begin.size();
  if (from == std::string::npos)
    return std::nullopt;
  const size_t last = text.find(end, first);
  if (last == std::string::npos)
    return std::nullopt;
  const std::string pipeline = text.substr(first, last - first);
  // Pass managers nest in parentheses; what follows the pass are its options.
  size_t start = 0, stop = pipeline.find_first_of("({)");
  for (; stop < pipeline.size() && pipeline[stop] == '(';
       stop = pipeline.find_first_of("({)", start))
    start = stop + 1;
  std::string pass = pipeline.substr(start, stop - start);
  return PassReproducer{std::move(text), pipeline, std::move(pass)};
}

} // namespace assay
