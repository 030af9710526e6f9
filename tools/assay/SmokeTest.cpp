#include "tools/assay/SmokeTest.h"

#include "program/Text.h"
#include "tools/assay/CheckedCase.h"

#include <fmt/format.h>

namespace assay {

/// x + x of an extent that the compiler is told, or not.
static Expected<Verdict> verdictOnSum(const Context &context, const TargetName &target,
                                      std::string_view knowledge) {
  auto smoke = readText(fmt::format(R"(assay 1
d0 {}
%0 = argument f32[d0]
%1 = binary(%0, %0) {{function=add}}
return %1
run d0=3
  %0 = f32[3] [1,2,3]
)",
                                    knowledge),
                        "smoke program");
  if (!smoke)
    return smoke.error();
  return verdictOn(context, target, "smoke", *smoke);
}

std::string SmokeTest::text() const {
  if (agrees())
    return staticOnly.empty()
               ? "compiles and runs"
               : fmt::format("compiles and runs static extents alone: {}", staticOnly);
  if (const auto *unsupported = std::get_if<Unsupported>(&verdict.outcome))
    return "compiles, " + unsupported->reason;
  return fmt::format("does not work: {}", verdict.describe());
}

Expected<SmokeTest> smokeTest(const Context &context, const TargetName &target) {
  auto dynamic = verdictOnSum(context, target, "dynamic");
  if (!dynamic)
    return dynamic.error();
  const auto *unsupported = std::get_if<Unsupported>(&dynamic->outcome);
  if (!unsupported)
    return SmokeTest{std::move(*dynamic), ""};
  auto fixed = verdictOnSum(context, target, "static");
  if (!fixed)
    return fixed.error();
  // What is in the way of both is no matter of extents.
  if (std::holds_alternative<Unsupported>(fixed->outcome))
    return SmokeTest{std::move(*dynamic), ""};
  return SmokeTest{std::move(*fixed), unsupported->reason};
}

} // namespace assay
