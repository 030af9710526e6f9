#include "compiler/pipelines/PassSequence.h"

#include "support/NameOf.h"
#include "target/PassPipeline.h"

#include <algorithm>
#include <array>

namespace assay {

namespace {

template <class Build>
Expected<PassSequence> sequenceOf(const Build &build, PipelineOptions options) {
  PassSequence sequence;
  options.partsHost = false; // a text is one pipeline for one module
  options.onPasses = [&](std::string_view text) {
    std::ranges::move(splitPasses(text), std::back_inserter(sequence.passes));
  };
  options.atPhase = [&](Phase phase, mlir::OpPassManager &) {
    sequence.phases.push_back({phase, sequence.passes.size()});
  };
  mlir::OpPassManager trial(mlir::ModuleOp::getOperationName());
  ASSAY_TRY(build(trial, options));
  return sequence;
}

/// They lower what passes of higher levels make, and leave alone what those of the lowest do.
constexpr std::array lowerings = {
    std::string_view("assay-outline-dispatches"),
    std::string_view("assay-topk-in-waves"),
    std::string_view("assay-attention-in-waves"),
    std::string_view("lower-vector-multi-reduction"),
    std::string_view("convert-vector-to-scf"),
    std::string_view("convert-vector-to-llvm"),
    std::string_view("lower-affine"),
};

/// They change nothing, and refuse what the pass right before them may not leave: it is judged with
/// them, and never they.
constexpr std::array checks = {std::string_view("assay-verify-stripped")};

bool isOneOf(const auto &names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// What only one pass makes, and only one lowers.
struct Waves {
  std::string_view made, lowered; // by these passes
};
constexpr Waves waves[] = {
    {"assay-select-topk", "assay-topk-in-waves"},
    {"assay-decompose", "assay-attention-in-waves"},
};

/// Of several passes that can stand in one place, the same name.
std::string_view placeOf(std::string_view pass) {
  const std::string_view name = passName(pass);
  const bool makesLoops =
      name == "convert-linalg-to-affine-loops" || name == "convert-linalg-to-parallel-loops";
  return makesLoops ? "convert-linalg-to-loops" : name;
}

} // namespace

std::string PassSequence::phaseOf(size_t count) const {
  std::string_view phase;
  for (const Start &start : phases)
    if (start.pass < count)
      phase = nameOf(start.phase);
  return std::string(phase);
}

Expected<PassSequence> cpuPasses(const PipelineOptions &options) {
  return sequenceOf(buildCpuPipeline, options);
}

Expected<PassSequence> gpuPasses(const PipelineOptions &options) {
  return sequenceOf(buildGpuPipeline, options);
}

Expected<PassSequence> passesIn(std::string_view text, const PipelineOptions &options) {
  return sequenceOf(
      [text](mlir::OpPassManager &manager, const PipelineOptions &given) {
        return parsePipeline(manager, text, given);
      },
      options);
}

std::vector<std::string> finishedPlainly(const std::vector<std::string> &passes, size_t count,
                                         const std::vector<std::string> &plainest) {
  std::vector<std::string> missing = plainest, rest;
  for (size_t at = passes.size(); at-- > 0;) {
    const std::string_view name = placeOf(passes[at]);
    const auto plain = std::find_if(missing.rbegin(), missing.rend(),
                                    [&](const std::string &one) { return placeOf(one) == name; });
    if (plain != missing.rend()) {
      if (at >= count)
        rest.push_back(*plain);
      missing.erase(std::next(plain).base());
    } else if ((at >= count && isOneOf(lowerings, name)) ||
               (at == count && isOneOf(checks, name))) {
      rest.push_back(passes[at]);
    }
  }
  std::vector<std::string> finished(passes.begin(),
                                    passes.begin() + static_cast<std::ptrdiff_t>(count));
  finished.insert(finished.end(), rest.rbegin(), rest.rend());
  return finished;
}

std::string loweringOfItsOwn(const std::vector<std::string> &passes, size_t count) {
  if (count == 0)
    return "";
  const auto own = std::ranges::find(waves, passName(passes[count - 1]), &Waves::made);
  if (own == std::end(waves))
    return "";
  const auto lowering =
      std::find_if(passes.begin() + static_cast<std::ptrdiff_t>(count), passes.end(),
                   [&](const std::string &pass) { return passName(pass) == own->lowered; });
  return lowering == passes.end() ? "" : *lowering;
}

} // namespace assay
