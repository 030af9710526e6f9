#include "check/Check.h"
#include "compiler/faults/Faults.h"
#include "targets/Registry.h"
#include "triage/litcase/CaseFile.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

using namespace assay;

namespace {
/// What is said of tests/faults/FAULT.txt, with and without all checks.
struct Said {
  std::string_view fault, watched, plain = watched;
};
} // namespace

static constexpr std::string_view wrong = "elements are wrong";
static constexpr std::string_view outside = "out of bounds";
static constexpr std::string_view unwritten = "was never written";

static const Said ofKernels[] = {
    {"kernel-tail-lost", wrong},
    {"kernel-guard-off-by-one", "out of bounds in scan: load of 1 bytes"},
    {"first-barrier-dropped", unwritten, wrong},
    {"last-share-lost", wrong},
    {"shares-overlap", wrong},
    {"mfma-depth-unmasked", wrong},
    {"vector-tail-dropped", wrong},
    {"last-index-unreached", wrong},
    {"copy-too-late", wrong},
    {"shared-made-private", unwritten, wrong},
    {"private-memory-shared", "race in sort: lanes", wrong},
    {"private-memory-in-kernel", "undefined symbol: malloc"},
    {"shuffle-wrong-lane", wrong},
    {"missing-atomic", "race in scatter: lanes", wrong},
    {"shared-memory-overlap", wrong},
    {"extents-swapped", outside},
    {"mask-after-read", outside},
    {"share-unwritten", unwritten, wrong},
    {"idle-share-is-zero", wrong},
    {"launch-too-early", wrong},
    {"last-group-lost", wrong},
    {"mfma-operands-swapped", wrong},
};

TEST_CASE("each fault of kernels is found, by the verdict that it deserves") {
  // CTest runs this a second time, with all checks.
  const bool isWatched = std::getenv("ASSAY_HIP_CHECKS");
  for (const Fault &fault : faults()) {
    if (fault.stage != "kernels")
      continue;
    INFO(fault.name);
    const Said *said = std::ranges::find(ofKernels, fault.name, &Said::fault);
    REQUIRE(said != std::end(ofKernels));
    const auto file = readCaseFile(fmt::format("tests/faults/{}.txt", fault.name));
    if (!file)
      FAIL(file.error().message);
    for (std::string_view inject : {std::string_view(), fault.name}) {
      auto target = makeTarget("hip:O1"_target, {std::string(inject)});
      if (!target) {
        WARN("skipped: " << target.error().message);
        return;
      }
      const Verdict verdict = check(file->testCase, **target);
      INFO(verdict.describe());
      CHECK(verdict.isFinding() == !inject.empty());
      if (!inject.empty())
        CHECK(verdict.describe().find(isWatched ? said->watched : said->plain) !=
              std::string::npos);
    }
  }
}
