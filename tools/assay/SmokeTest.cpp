#include "tools/assay/SmokeTest.h"

#include "program/Text.h"
#include "tools/assay/CheckedCase.h"

#include <fmt/format.h>

namespace assay {

/// x + x with an extent that the compiler is not told.
static constexpr const char *smokeProgram = R"(assay 1
d0 dynamic
%0 = argument f32[d0]
%1 = binary(%0, %0) {function=add}
return %1
run d0=3
  %0 = f32[3] [1,2,3]
)";

Expected<Verdict> smokeTest(const Context &context, const TargetName &target) {
  auto smoke = readText(smokeProgram, "smoke program");
  if (!smoke)
    return smoke.error();
  return verdictOn(context, target, "smoke", *smoke);
}

std::string abilityText(const Verdict &verdict) {
  if (std::holds_alternative<Agree>(verdict.outcome))
    return "compiles and runs";
  if (const auto *unsupported = std::get_if<Unsupported>(&verdict.outcome))
    return "compiles, " + unsupported->reason;
  return fmt::format("does not work: {}", verdict.describe());
}

} // namespace assay
