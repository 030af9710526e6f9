#include "compiler/mutants/Mutators.h"
#include "compiler/mutants/Passes.h"
#include "program/Op.h"
#include "support/NameOf.h"
#include "support/Random.h"

#include <llvm/ADT/StringExtras.h>

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/LLVMIR/LLVMDialect.h>
#include <mlir/IR/Verifier.h>

#include <set>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_MUTATEPASS
#include "compiler/mutants/Passes.h.inc"

namespace {

/// Which of a module's places is changed.
struct Choice {
  std::string_view mutator;
  std::vector<MutationSite> sites;
  size_t chosen = 0;
};

/// A mutator by weight among those of the phase, or of all, that find something, and one of its
/// places; nothing if none finds anything.
std::optional<Choice> draw(Operation *root, std::optional<Phase> phase, uint64_t seed) {
  struct Candidate {
    const Mutator *mutator;
    std::vector<MutationSite> sites;
  };
  std::vector<Candidate> candidates;
  int64_t total = 0;
  for (const Mutator &mutator : mutators())
    if (!phase || mutator.phases.has(*phase))
      if (auto sites = sitesOf(mutator, root); !sites.empty()) {
        candidates.push_back({&mutator, std::move(sites)});
        total += mutator.weight;
      }
  if (candidates.empty())
    return std::nullopt;
  Random random(seed);
  int64_t ticket = random.between(0, total - 1);
  auto candidate = candidates.begin();
  while (ticket >= candidate->mutator->weight)
    ticket -= candidate++->mutator->weight;
  const size_t chosen = random.below(candidate->sites.size());
  return Choice{candidate->mutator->name, std::move(candidate->sites), chosen};
}

/// The names of ops of a program that the location holds, or that of the op around it: what is in
/// the region of a named op of linalg has none of its own.
std::string originOf(Operation *op) {
  std::set<StringRef> names;
  for (; op && names.empty(); op = op->getParentOp())
    op->getLoc()->walk([&](Location part) {
      if (auto name = dyn_cast<NameLoc>(part); name && opKindFromName(name.getName().getValue()))
        names.insert(name.getName().getValue());
      return WalkResult::advance();
    });
  return llvm::join(names, "+");
}

/// What a module is made of, by its ops.
Phase phaseOf(Operation *root) {
  std::set<StringRef> dialects;
  bool hasKernels = false;
  root->walk([&](Operation *op) {
    dialects.insert(op->getName().getDialectNamespace());
    hasKernels = hasKernels || op->getName().getStringRef() == "gpu.module";
  });
  if (dialects.contains("assay"))
    return Phase::Emitted;
  if (hasKernels)
    return Phase::Kernels;
  if (dialects.contains("llvm") && !dialects.contains("func"))
    return Phase::Llvm;
  if (!dialects.contains("memref") || dialects.contains("tensor"))
    return Phase::Tensors;
  return dialects.contains("linalg") ? Phase::Buffers : Phase::Loops;
}

struct MutatePass : impl::MutatePassBase<MutatePass> {
  using impl::MutatePassBase<MutatePass>::MutatePassBase;

  LogicalResult initialize(MLIRContext *context) override {
    const Location unknown = UnknownLoc::get(context);
    if (!phase.empty() && !enumeratorNamed<Phase>(phase.getValue()))
      return emitError(unknown) << "there is no phase '" << phase.getValue() << "'";
    if (!mutator.empty())
      if (auto found = mutatorFromName(mutator.getValue()); !found)
        return emitError(unknown) << found.error().message;
    return success();
  }

  void runOnOperation() override {
    auto known = enumeratorNamed<Phase>(phase.getValue());
    if (findsPhase)
      known = phaseOf(getOperation());
    std::optional<Choice> choice;
    if (mutator.empty()) {
      choice = draw(getOperation(), known, seed);
      if (!choice)
        return;
    } else {
      auto found = mutatorFromName(mutator.getValue());
      choice = Choice{found->name, sitesOf(*found, getOperation()), static_cast<size_t>(site) - 1};
      if (choice->chosen >= choice->sites.size()) {
        getOperation()->emitError() << "there is no place " << site.getValue() << " for "
                                    << mutator.getValue() << ": there are " << choice->sites.size();
        return signalPassFailure();
      }
    }
    MutationSite &place = choice->sites[choice->chosen];
    const Change change{known.value_or(Phase::Emitted),
                        std::string(choice->mutator),
                        place.op->getName().getStringRef().str(),
                        static_cast<int64_t>(choice->chosen) + 1,
                        static_cast<int64_t>(choice->sites.size()),
                        originOf(place.op)};
    if (onChange)
      onChange(change);
    else
      place.op->emitRemark() << change.text();
    OpBuilder builder(place.op);
    place.edit(builder);
    if (failed(verify(getOperation())))
      signalPassFailure();
  }

  std::function<void(const Change &)> onChange;
  bool findsPhase = false;
};

std::unique_ptr<MutatePass> withOptions(MutatePassOptions flags, const MutantOptions &options) {
  flags.seed = options.seed;
  auto pass = std::make_unique<MutatePass>(flags);
  pass->onChange = options.onChange ? options.onChange : [](const Change &) {};
  return pass;
}

} // namespace

std::unique_ptr<Pass> createMutatePass(Phase phase, const MutantOptions &options) {
  MutatePassOptions flags;
  flags.phase = std::string(nameOf(phase));
  return withOptions(std::move(flags), options);
}

std::unique_ptr<Pass> createMutateAnywherePass(const MutantOptions &options) {
  auto pass = withOptions({}, options);
  pass->findsPhase = true;
  return pass;
}

} // namespace assay
