#include "reducer/Passes.h"

namespace assay {

static constexpr Pass passes[] = {
#define ASSAY_PASS(name, function) {#name, function},
#include "reducer/Passes.def"
};

std::span<const Pass> allPasses() { return passes; }

const Pass *findPass(std::string_view name) {
  for (const Pass &pass : passes)
    if (pass.name == name)
      return &pass;
  return nullptr;
}

size_t countPlaces(const Pass &pass, const TestCase &testCase, const CaseValues &values) {
  Draft draft(testCase, values);
  Places none;
  pass.run(draft, none);
  return none.count();
}

std::optional<TestCase> apply(const Pass &pass, const TestCase &testCase, const CaseValues &values,
                              Places places) {
  Draft draft(testCase, values);
  pass.run(draft, places);
  return draft.finish();
}

} // namespace assay
