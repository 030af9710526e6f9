#include "campaign/Similarity.h"

#include "support/NameOf.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace assay {
namespace {

/// So many of a kind are reduced at once: enough to see what they have in common.
constexpr size_t mostOfAKind = 5;

bool isDynamic(const TestCase &testCase, const TensorType &type) {
  const Specialization &known = testCase.specialization();
  return std::ranges::any_of(type.dims, [&](const Dim &dim) {
    return std::ranges::any_of(dim.symbols(), [&](SymbolId symbol) {
      return known[static_cast<size_t>(symbol)] != Knowledge::Static;
    });
  });
}

/// What may be to blame for what a node does.
struct NodeStructure {
  std::string op;       // "binary"
  std::string dims;     // "rank 2, dynamic"
  std::string dynamic;  // "dynamic"
  std::string spelling; // "generic"
};

NodeStructure structureOf(const TestCase &testCase, int index) {
  const Program &program = testCase.program();
  const Node &node = program.node(index);
  const TensorType &type = program.type(program.firstResult(index));
  const std::string dynamic = isDynamic(testCase, type) ? "dynamic" : "static";
  return {std::string(name(kindOf(node.op))), fmt::format("rank {}, {}", type.rank(), dynamic),
          dynamic, std::string(nameOf(node.spelling))};
}

} // namespace

std::vector<std::string> structuresOf(const TestCase &testCase, const Verdict &verdict) {
  if (verdict.signature.kind == Signature::Kind::Nondeterministic)
    return {"not deterministic"};
  const Program &program = testCase.program();
  const auto *wrong = std::get_if<Mismatch>(&verdict.outcome);
  if (wrong && !program.isArgument(wrong->firstWrong)) {
    const NodeStructure node = structureOf(testCase, program.producer(wrong->firstWrong));
    // The op may be to blame, or how it becomes a loop, whatever the op.
    return {node.op, node.dims, fmt::format("{}, {}", node.dynamic, node.spelling)};
  }
  std::set<std::string> all;
  for (int index = 0; index < static_cast<int>(program.nodes().size()); ++index) {
    const NodeStructure node = structureOf(testCase, index);
    all.insert(fmt::format("{} of {}, {}", node.op, node.dims, node.spelling));
  }
  return {all.begin(), all.end()};
}

std::string Similarities::add(const FindingRow &row, int target) {
  const auto kindOf = [&](const std::string &structure) {
    return std::tuple(target, row.verdict, structure);
  };
  for (const std::string &structure : row.structures)
    if (const auto kind = kinds.find(kindOf(structure));
        kind != kinds.end() && kind->second.rows >= mostOfAKind)
      return kind->second.first;
  for (const std::string &structure : row.structures) {
    Kind &kind = kinds[kindOf(structure)];
    if (kind.rows++ == 0)
      kind.first = row.raw;
  }
  return "";
}

} // namespace assay
