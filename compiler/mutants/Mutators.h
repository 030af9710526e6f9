#pragma once

#include "compiler/mutants/MutatorSeries.h"
#include "support/Expected.h"
#include "support/Phase.h"

#include <mlir/IR/Builders.h>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Neighbouring phases.
class PhaseRange {
public:
  constexpr PhaseRange(Phase first, Phase last) : first(first), last(last) {}
  constexpr bool has(Phase phase) const { return first <= phase && phase <= last; }
  /// "emitted to kernels", or "llvm".
  std::string text() const;

private:
  Phase first, last;
};

/// Makes one change. The builder stands before the op.
using Edit = std::function<void(mlir::OpBuilder &builder)>;

/// A kind of small change, such as a compiler with a bug would have made.
struct Mutator {
  std::string_view name;
  int weight;
  PhaseRange phases;
  std::string_view summary;
  /// Appends what may be changed of the op, each in one way; in an order that depends on the op
  /// alone.
  void (*list)(mlir::Operation *op, std::vector<Edit> &edits);
};

/// All of Mutators.def, in its order.
std::span<const Mutator> mutators();

/// The mutator called `name`; an error lists those there are.
Expected<Mutator> mutatorFromName(std::string_view name);

/// A place that a mutator may change.
struct MutationSite {
  mlir::Operation *op;
  Edit edit;
};

/// All places below `root`, in the order in which the ops stand there.
std::vector<MutationSite> sitesOf(const Mutator &mutator, mlir::Operation *root);

} // namespace assay
