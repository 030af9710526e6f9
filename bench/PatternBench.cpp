// How well the pattern is inferred that makes programs fail: for each of 20 planted structures, a
// compiler that fails exactly where a node of the program has it. Takes the first program that
// fails, reduces it, infers the pattern, and holds that against the planted one on fresh programs:
// half of the default profile, half of the op at hand, of which more have it.
//
//   pattern_bench [PROGRAMS [NUMBER...]]

#include "generator/Generator.h"
#include "oracle/ExpectedRuns.h"
#include "program/Op.h"
#include "reducer/Reducer.h"
#include "triage/known/NodePattern.h"
#include "triage/pattern/PatternInference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

using namespace assay;
using nlohmann::json;

namespace {

/// At most four keys each, on one node and its neighbours.
constexpr const char *planted[] = {
    R"({"op": "topk", "largest": false})",
    R"({"op": "topk", "element": "f64", "dynamic": [0, "any"]})",
    R"({"op": "sort", "descending": true, "dynamic": [0, -1]})",
    R"({"op": "reduce", "element": ["f16", "bf16"]})",
    R"({"op": "reduce", "function": "max", "spelling": "generic"})",
    R"({"op": "transpose", "operand": {"op": "transpose"}})",
    R"({"op": "gather", "second": "i64"})",
    R"({"op": "scan", "inclusive": false, "reverse": true})",
    R"({"op": "unary", "function": "exp"})",
    R"({"op": "binary", "function": "max", "element": "i32", "reads_twice": true})",
    R"({"op": "cast", "from": "f64", "to": "i32"})",
    R"({"op": "extract_slice", "strided": true, "dynamic": [0, "any"]})",
    R"({"op": "insert_slice", "updates": "shared"})",
    R"({"op": "concat", "dim": 0, "rank": 2})",
    R"({"op": "one_hot", "from": "i32", "element": "f32"})",
    R"({"op": "pad", "empty": 0})",
    R"({"op": "scatter", "combine": "add", "element": "i32"})",
    R"({"op": "arg_reduce", "minimum": true, "index_type": "i64"})",
    R"({"op": "attention", "causal": true})",
    R"({"op": ["expand", "collapse"], "rank": 3, "dynamic": [0, 0]})",
};
constexpr uint64_t mostPrograms = 200000;

bool fails(const json &structure, const TestCase &testCase) {
  for (NodeId node = 0; node < static_cast<NodeId>(testCase.program().nodes().size()); ++node)
    if (matches(structure, testCase, node))
      return true;
  return false;
}

/// The first program of the default profile that fails, reduced.
std::optional<TestCase> smallestThatFails(const json &structure) {
  for (uint64_t index = 0; index < mostPrograms; ++index) {
    const TestCase testCase = generate(1, index, profiles().front());
    if (!fails(structure, testCase))
      continue;
    SequentialJudge judge([&](const TestCase &candidate) { return fails(structure, candidate); });
    Verdicts verdicts;
    ReduceOptions options;
    options.seconds = 20;
    auto reduction = reduce(testCase, judge, referenceValues, verdicts, options);
    return reduction ? std::optional(reduction->smallest) : std::nullopt;
  }
  return std::nullopt;
}

NodeId nodeThatFails(const json &structure, const TestCase &testCase) {
  NodeId node = 0;
  while (!matches(structure, testCase, node))
    ++node;
  return node;
}

} // namespace

int main(int argc, char **argv) {
  const uint64_t programs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
  std::vector<size_t> wanted;
  for (int i = 2; i < argc; ++i)
    wanted.push_back(std::strtoul(argv[i], nullptr, 10));
  size_t all = 0, good = 0;
  for (size_t number = 0; number < std::size(planted); ++number) {
    if (!wanted.empty() && std::ranges::find(wanted, number) == wanted.end())
      continue;
    ++all;
    const json structure = json::parse(planted[number]);
    const auto smallest = smallestThatFails(structure);
    if (!smallest) {
      fmt::print("{:>2} {}: no program fails\n", number, planted[number]);
      continue;
    }
    const NodeId accused = nodeThatFails(structure, *smallest);
    size_t asked = 0;
    const FailsSo failsSo = [&](std::span<const TestCase> cases) {
      std::vector<std::optional<bool>> answers;
      for (const TestCase &one : cases)
        answers.emplace_back(fails(structure, one));
      asked += cases.size();
      return Expected<std::vector<std::optional<bool>>>(std::move(answers));
    };
    const auto begun = std::chrono::steady_clock::now();
    const auto found = inferPattern(*smallest, accused, failsSo);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
    size_t agreeing = 0, failing = 0;
    const Node &node = smallest->program().node(accused);
    for (uint64_t i = 0; i < programs; ++i) {
      // Behind those that the inference has seen.
      const TestCase fresh =
          i % 2 == 0
              ? generate(2, i, profiles().front())
              : drawNear(kindOf(node.op),
                         smallest->program()
                             .type(node.operands.empty() ? smallest->program().firstResult(accused)
                                                         : node.operands[0])
                             .element,
                         {}, 1'000'000 + i);
      const bool isFailing = fails(structure, fresh);
      failing += isFailing;
      agreeing += isFailing == (found->pattern && hasPattern(found->structure, fresh));
    }
    good += 20 * agreeing >= 19 * programs && found->pattern;
    std::vector<std::string> keys;
    for (const json &key : found->structure)
      keys.push_back(key.dump());
    fmt::print("{:>2} {}\n   {}\n   {} of {} programs agree, {} fail; {} asked, {:.1f} s\n", number,
               planted[number],
               found->pattern ? fmt::format("{}", fmt::join(keys, " ")) : found->none, agreeing,
               programs, failing, asked, spent.count());
    std::fflush(stdout);
  }
  fmt::print("{} of {} are found and agree on at least 95 % of {} fresh programs\n", good, all,
             programs);
  return 0;
}
