#include "targets/iree/IreeProcessor.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("code for more than a processor has is not run on it") {
  CHECK(missingForCpu("x86-64-v4", 3) ==
        "this processor is no x86-64-v4, for which the code is made");
  CHECK(missingForCpu("x86-64-v3", 2) != "");
  CHECK(missingForCpu("x86-64-v4", 4) == "");
  CHECK(missingForCpu("x86-64-v2", 3) == "");
  for (const char *cpu : {"generic", "host", "x86-64", "x86-64-v", "x86-64-v10", ""})
    CHECK(missingForCpu(cpu, 1) == "");
  CHECK(processorLevel() >= 1);
}
