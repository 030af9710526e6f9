#include "compiler/mutants/Mutators.h"

#include "compiler/mutants/Edits.h"
#include "support/NameOf.h"
#include "support/NamedRow.h"

#include <fmt/format.h>

namespace assay {

namespace {

constexpr PhaseRange allPhases{Phase::Emitted, Phase::Llvm};
constexpr PhaseRange untilTensors{Phase::Emitted, Phase::Tensors};
constexpr PhaseRange untilBuffers{Phase::Emitted, Phase::Buffers};
constexpr PhaseRange untilKernels{Phase::Emitted, Phase::Kernels};
constexpr PhaseRange fromBuffers{Phase::Buffers, Phase::Llvm};
constexpr PhaseRange fromLoops{Phase::Loops, Phase::Llvm};
constexpr PhaseRange onlyLlvm{Phase::Llvm, Phase::Llvm};

constexpr Mutator table[] = {
#define ASSAY_MUTATOR(Function, name, weight, phases, summary)                                     \
  {name, weight, phases, summary, &edits::Function},
#include "compiler/mutants/Mutators.def"
};

} // namespace

std::string PhaseRange::text() const {
  return first == last ? std::string(nameOf(first))
                       : fmt::format("{} to {}", nameOf(first), nameOf(last));
}

std::span<const Mutator> mutators() { return table; }

Expected<Mutator> mutatorFromName(std::string_view name) {
  return rowNamed(mutators(), name, "mutator");
}

std::vector<MutationSite> sitesOf(const Mutator &mutator, mlir::Operation *root) {
  std::vector<MutationSite> sites;
  std::vector<Edit> edits;
  root->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    edits.clear();
    mutator.list(op, edits);
    for (Edit &edit : edits)
      sites.push_back({op, std::move(edit)});
  });
  return sites;
}

} // namespace assay
