// assay as it is, but for its programs: of each profile those whose indices a file names, one after
// the other, and no more. For what few programs show, on targets that take long for each.
//
//   ASSAY_PROGRAMS=FILE listed_programs fuzz ...    as assay; indices with spaces or lines between

#include "support/Assert.h"
#include "tools/assay/Cli.h"
#include "tools/assay/RealServices.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

using namespace assay;

int main(int argc, char **argv) {
  const char *file = std::getenv("ASSAY_PROGRAMS"); // which workers have as well
  if (!file)
    return complain({"ASSAY_PROGRAMS names no file of indices"});
  std::ifstream in(file);
  const std::vector<uint64_t> indices{std::istream_iterator<uint64_t>(in), {}};
  Services services = realServices();
  services.generate = [&, generate = services.generate](uint64_t seed, uint64_t index,
                                                        const std::string &profile) {
    return index < indices.size()
               ? generate(seed, indices[index], profile)
               : Expected<TestCase>(Error{fmt::format("{} names {} programs; give a --count of no "
                                                      "more",
                                                      file, indices.size())});
  };
  services.sourceOf = [&, sourceOf = services.sourceOf](uint64_t seed, uint64_t index,
                                                        const std::string &profile) {
    return sourceOf(seed, index < indices.size() ? indices[index] : index, profile);
  };
  return assayMain(argc, argv, services);
}
