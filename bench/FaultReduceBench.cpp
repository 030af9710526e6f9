// Reduces programs of 10, 30 and 60 ops that the deliberate bugs of compiler/faults/ break, and
// prints checks, final size and time.
//
//   fault_reduce_bench [TARGET [CASES [FAULT...]]]: CASES of each size for each fault

#include "check/Check.h"
#include "check/SameFailure.h"
#include "compiler/faults/Faults.h"
#include "generator/Generator.h"
#include "oracle/ExpectedRuns.h"
#include "program/Text.h"
#include "reducer/Reducer.h"
#include "reducer/Size.h"
#include "targets/Registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

using namespace assay;

namespace {

constexpr uint64_t seed = 1;
/// Programs looked at for each size and fault.
constexpr uint64_t maxPrograms = 600;
/// A case that is larger is printed.
constexpr size_t goalOps = 3;
constexpr int64_t goalExtent = 4;

struct Sample {
  size_t checks = 0, ops = 0;
  int64_t extent = 0;
  double seconds = 0;
};

Sample reduced(const TestCase &start, const Target &target, const Verdict &wanted) {
  SequentialJudge judge(
      [&](const TestCase &candidate) { return sameFailure(check(candidate, target), wanted); });
  ReduceOptions options;
  options.seconds = 120;
  if (const Mismatch *mismatch = std::get_if<Mismatch>(&wanted.outcome))
    options.suspect = mismatch->firstWrong;
  Verdicts verdicts;
  auto begin = std::chrono::steady_clock::now();
  auto reduction = reduce(start, judge, referenceValues, verdicts, options);
  std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  if (!reduction)
    return {};
  if (reduction->smallest.program().nodes().size() > goalOps ||
      largestExtent(reduction->smallest) > goalExtent)
    fmt::print("larger than it should be:\n{}", writeText(reduction->smallest));
  return {reduction->checks, reduction->smallest.program().nodes().size(),
          largestExtent(reduction->smallest), spent.count()};
}

template <class T> T quantile(std::vector<Sample> samples, T Sample::*member, double share) {
  std::sort(samples.begin(), samples.end(),
            [&](const Sample &a, const Sample &b) { return a.*member < b.*member; });
  return samples[static_cast<size_t>(share * static_cast<double>(samples.size() - 1))].*member;
}

void print(std::string_view label, const std::vector<Sample> &samples) {
  fmt::print("{:<52} {:>5} {:>7} {:>6} {:>6} {:>8} {:>9.1f}\n", label, samples.size(),
             quantile(samples, &Sample::checks, 0.5), quantile(samples, &Sample::checks, 1),
             quantile(samples, &Sample::ops, 1), quantile(samples, &Sample::extent, 1),
             quantile(samples, &Sample::seconds, 1));
  std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv) {
  const auto targetName = TargetName::parse(argc > 1 ? argv[1] : "cpu:O0");
  if (!targetName) {
    fmt::print(stderr, "{}\n", targetName.error().message);
    return 2;
  }
  const size_t wantedCases = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 3;
  std::vector<std::string> names(argv + std::min(argc, 3), argv + argc);
  if (names.empty())
    for (const Fault &fault : faults())
      names.emplace_back(fault.name);
  fmt::print("{:<52} {:>5} {:>7} {:>6} {:>6} {:>8} {:>9}\n", "fault, ops of the program", "cases",
             "checks", "most", "ops", "extent", "seconds");
  for (int ops : {10, 30, 60}) {
    Profile profile = profiles().front();
    profile.minOps = profile.maxOps = ops;
    std::vector<Sample> ofSize;
    for (const std::string &name : names) {
      auto target = makeTarget(*targetName, {name});
      if (!target) {
        fmt::print(stderr, "{}\n", target.error().message);
        return 2;
      }
      std::vector<Sample> samples;
      for (uint64_t index = 0; index < maxPrograms && samples.size() < wantedCases; ++index) {
        TestCase start = generate(seed, index, profile);
        Verdict verdict = check(start, **target);
        if (std::holds_alternative<Mismatch>(verdict.outcome))
          samples.push_back(reduced(start, **target, verdict));
      }
      if (!samples.empty())
        print(fmt::format("{}, {}", name, ops), samples);
      ofSize.insert(ofSize.end(), samples.begin(), samples.end());
    }
    if (!ofSize.empty())
      print(fmt::format("all, {}", ops), ofSize);
  }
  return 0;
}
