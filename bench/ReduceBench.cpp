// Reduces generated programs under synthetic failures, and prints checks, final size and time: the
// cost of the search itself, without a compiler.
//
//   reduce_bench [PROGRAMS [SEED]]

#include "generator/Generator.h"
#include "naive/Naive.h"
#include "reducer/Reducer.h"
#include "reducer/Size.h"
#include "support/Random.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <set>

using namespace assay;

namespace {

/// Something that a program may contain and that a compiler may get wrong.
struct Failure {
  std::string_view name;
  /// Whether node `index` of the case shows it, given what is sought.
  bool (*shows)(const TestCase &testCase, int index, const Node &sought, OpKind neighbour);
};

bool sameKind(const TestCase &testCase, int index, const Node &sought) {
  return kindOf(testCase.program().node(index).op) == kindOf(sought.op);
}

bool anyDim(const TestCase &testCase, int index, auto &&matches) {
  const Program &program = testCase.program();
  for (int i = 0; i < program.resultCount(index); ++i)
    for (const Dim &dim : program.type(program.firstResult(index) + i).dims)
      if (matches(dim))
        return true;
  return false;
}

int64_t extent(const TestCase &testCase, const Dim &dim) {
  return dim.evaluate(testCase.runs()[0].bindings);
}

const Failure failures[] = {
    {"an op of a kind", [](const TestCase &testCase, int index, const Node &sought,
                           OpKind) { return sameKind(testCase, index, sought); }},
    {"... with an extent of 3 or more",
     [](const TestCase &testCase, int index, const Node &sought, OpKind) {
       return sameKind(testCase, index, sought) &&
              anyDim(testCase, index, [&](const Dim &dim) { return extent(testCase, dim) >= 3; });
     }},
    {"... with a dynamic extent",
     [](const TestCase &testCase, int index, const Node &sought, OpKind) {
       return sameKind(testCase, index, sought) && anyDim(testCase, index, [&](const Dim &dim) {
                bool dynamic = false;
                dim.forEachSymbol([&](SymbolId id) {
                  dynamic |=
                      testCase.specialization()[static_cast<size_t>(id)] == Knowledge::Dynamic;
                });
                return dynamic;
              });
     }},
    {"... fed by an op of a kind",
     [](const TestCase &testCase, int index, const Node &sought, OpKind neighbour) {
       const Program &program = testCase.program();
       if (!sameKind(testCase, index, sought))
         return false;
       for (ValueId operand : program.node(index).operands)
         if (!program.isArgument(operand) &&
             kindOf(program.node(program.producer(operand)).op) == neighbour)
           return true;
       return false;
     }},
};

bool shows(const TestCase &testCase, const Failure &failure, const Node &sought, OpKind neighbour) {
  for (int i = 0; i < static_cast<int>(testCase.program().nodes().size()); ++i)
    if (failure.shows(testCase, i, sought, neighbour))
      return true;
  return false;
}

std::optional<RunValues> reference(const TestCase &testCase, size_t run) {
  const std::vector<Tensor> inputs = testCase.inputs(testCase.runs()[run]);
  auto evaluated = naive::evaluate(testCase, testCase.runs()[run], inputs, naive::Style::Rounded);
  if (!std::holds_alternative<naive::Values>(evaluated))
    return std::nullopt;
  // As returned() rounds each value to its type: a program that returns them all.
  ProgramParts parts = testCase.program().parts();
  parts.returns.clear();
  for (ValueId value = 0; value < testCase.program().valueCount(); ++value)
    parts.returns.push_back(value);
  RunValues values;
  for (Tensor &tensor :
       naive::returned(Program::makeValid(std::move(parts)), std::get<naive::Values>(evaluated)))
    values.emplace_back(std::move(tensor));
  return values;
}

struct Sample {
  size_t checks, ops;
  int64_t extent;
  double seconds;
};

/// A case of `ops` nodes that shows the failure in some node; nothing if this one cannot.
std::optional<Sample> reduceOne(const Failure &failure, const TestCase &start, Random &random,
                                std::map<std::string_view, PassStatistics> &passes) {
  const Program &program = start.program();
  const size_t chosen = random.below(program.nodes().size());
  const Node sought = program.nodes()[chosen];
  OpKind neighbour = kindOf(sought.op);
  for (ValueId operand : sought.operands)
    if (!program.isArgument(operand))
      neighbour = kindOf(program.node(program.producer(operand)).op);
  SequentialJudge judge(
      [&](const TestCase &testCase) { return shows(testCase, failure, sought, neighbour); });
  if (!shows(start, failure, sought, neighbour))
    return std::nullopt;
  Verdicts verdicts;
  auto begin = std::chrono::steady_clock::now();
  auto reduction = reduce(start, judge, reference, verdicts);
  std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  if (!reduction)
    return std::nullopt;
  for (const auto &[name, statistics] : reduction->passes) {
    passes[name].checks += statistics.checks;
    passes[name].accepted += statistics.accepted;
    passes[name].dropped += statistics.dropped;
  }
  return Sample{reduction->checks, reduction->smallest.program().nodes().size(),
                largestExtent(reduction->smallest), spent.count()};
}

template <class T> T quantile(std::vector<Sample> &samples, T Sample::*member, double share) {
  std::sort(samples.begin(), samples.end(),
            [&](const Sample &a, const Sample &b) { return a.*member < b.*member; });
  return samples[static_cast<size_t>(share * static_cast<double>(samples.size() - 1))].*member;
}

} // namespace

int main(int argc, char **argv) {
  const uint64_t programs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 30;
  const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  std::map<std::string_view, PassStatistics> passes;
  fmt::print("{:<34} {:>4} {:>6} {:>14} {:>10} {:>14} {:>16}\n", "failure", "ops", "cases",
             "checks med/90%", "ops 90%", "extent med/90%", "seconds med/max");
  for (int ops : {10, 30, 60}) {
    Profile profile = profiles().front();
    profile.minOps = profile.maxOps = ops;
    for (const Failure &failure : failures) {
      std::vector<Sample> samples;
      Random random(seed);
      for (uint64_t index = 0; index < programs; ++index) {
        TestCase start = generate(seed, index, profile);
        if (auto sample = reduceOne(failure, start, random, passes))
          samples.push_back(*sample);
      }
      if (samples.empty())
        continue;
      fmt::print("{:<34} {:>4} {:>6} {:>7} {:>6} {:>10} {:>7} {:>6} {:>9.3f} {:>6.3f}\n",
                 failure.name, ops, samples.size(), quantile(samples, &Sample::checks, 0.5),
                 quantile(samples, &Sample::checks, 0.9), quantile(samples, &Sample::ops, 0.9),
                 quantile(samples, &Sample::extent, 0.5), quantile(samples, &Sample::extent, 0.9),
                 quantile(samples, &Sample::seconds, 0.5),
                 quantile(samples, &Sample::seconds, 1.0));
    }
  }
  fmt::print("\n{:<24} {:>8} {:>9} {:>8}\n", "pass", "checks", "accepted", "dropped");
  for (const auto &[name, statistics] : passes)
    fmt::print("{:<24} {:>8} {:>9} {:>8}\n", name, statistics.checks, statistics.accepted,
               statistics.dropped);
  return 0;
}
