#include "census/Census.h"
#include "compiler/emit/Emit.h"
#include "generator/Generator.h"
#include "tools/assay/Cli.h"
#include "triage/LitText.h"
#include "triage/Reference.h"

#include <mlir/IR/MLIRContext.h>

namespace assay {
namespace {

/// Looked up once: a worker generates tens of thousands of cases of one profile.
Expected<TestCase> generateCase(uint64_t seed, uint64_t index, const std::string &profile) {
  static std::optional<Profile> last;
  if (!last || last->name != profile) {
    auto found = profileFromName(profile);
    if (!found)
      return found.error();
    last = *found;
  }
  return generate(seed, index, *last);
}

std::string emitText(const TestCase &testCase) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  loadEmittedDialects(context);
  return printModule(*emit(context, testCase));
}

Expected<std::string> censusText(uint64_t seed, uint64_t count, const std::string &profile) {
  auto found = profileFromName(profile);
  if (!found)
    return found.error();
  return takeCensus(seed, count, *found).text();
}

std::vector<ProfileDescription> profileDescriptions() {
  std::vector<ProfileDescription> descriptions;
  for (const Profile &profile : profiles())
    descriptions.push_back({std::string(profile.name), std::string(profile.summary)});
  return descriptions;
}

Services realServices() {
  Services services;
  services.generate = generateCase;
  services.makeTarget = [](std::string_view name, const TargetOptions &options) {
    return makeTarget(name, options);
  };
  services.check = check;
  services.evaluate = referenceValues;
  services.writeLit = [](const TestCase &testCase, const Verdict &verdict,
                         const std::string &target, const std::string &inject) {
    return litText(testCase, verdict, target, {inject});
  };
  services.emit = emitText;
  services.census = censusText;
  services.targets = targetDescriptions;
  services.profiles = profileDescriptions;
  return services;
}

} // namespace
} // namespace assay

int main(int argc, char **argv) { return assay::assayMain(argc, argv, assay::realServices()); }
