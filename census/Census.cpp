#include "census/Census.h"

#include "compiler/emit/Emit.h"
#include "generator/Generator.h"

#include <fmt/format.h>
#include <mlir/IR/MLIRContext.h>

namespace assay {

void Census::add(const Structures &structures, size_t nodes) {
  ++all;
  const bool isSmall = nodes <= smallNodes;
  small += isSmall;
  if (nodeCounts.size() <= nodes)
    nodeCounts.resize(nodes + 1);
  ++nodeCounts[nodes];
  for (size_t i = 0; i < structureCount; ++i) {
    if (!structures[i])
      continue;
    inSmall[i] += isSmall;
    for (size_t j = 0; j < structureCount; ++j)
      pairs[i][j] += structures[j];
  }
}

static double percentage(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

double Census::shareOfSmall(size_t structure) const {
  return percentage(inSmall[structure], small);
}
double Census::share(size_t first, size_t second) const {
  return percentage(pairs[first][second], all);
}

size_t Census::medianNodes() const {
  uint64_t passed = 0;
  for (size_t nodes = 0; nodes < nodeCounts.size(); ++nodes) {
    passed += nodeCounts[nodes];
    if (2 * passed >= all)
      return nodes;
  }
  return 0;
}

std::string Census::text() const {
  std::string out = fmt::format("{} programs, {} of at most {} ops; median {} ops\n\n", all, small,
                                smallNodes, medianNodes());
  out += "      small %    all %\n";
  for (size_t i = 0; i < structureCount; ++i)
    out += fmt::format("  {}   {:7.2f}  {:7.2f}   {}\n", letter(i), shareOfSmall(i), share(i, i),
                       summary(i));
  out += "\npairs, % of all programs\n    ";
  for (size_t i = 0; i < structureCount; ++i)
    out += fmt::format("{:>6}", letter(i));
  for (size_t i = 0; i < structureCount; ++i) {
    out += fmt::format("\n  {} ", letter(i));
    for (size_t j = 0; j < structureCount; ++j)
      out += j <= i ? fmt::format("{:6.2f}", share(i, j)) : "";
  }
  return out + "\n\n" + opCensus.text() + "\n\n" + special.text();
}

Census takeCensus(uint64_t seed, uint64_t count, const GenerationPlan &plan) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  loadEmittedDialects(context);
  Census census;
  for (uint64_t index = 0; index < count; ++index) {
    const TestCase testCase = generate(seed, index, plan);
    const auto module = emit(context, testCase);
    census.add(structuresOf(*module, testCase), testCase.program().nodes().size());
    census.addOps(testCase);
  }
  return census;
}

} // namespace assay
