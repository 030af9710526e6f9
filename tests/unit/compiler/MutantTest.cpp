#include "compiler/emit/Emit.h"
#include "compiler/mutants/Mutators.h"
#include "compiler/pipelines/Pipelines.h"
#include "generator/Generator.h"
#include "support/NameOf.h"
#include "support/ReadFile.h"
#include "targets/Registry.h"
#include "tests/Pieces.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Pass/Pass.h>

#include <map>
#include <set>

using namespace assay;

namespace {

std::string textOf(mlir::Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream, mlir::OpPrintingFlags().printGenericOpForm());
  return text;
}

/// What became of mutants, by mutator.
struct Tried {
  int valid = 0, invalid = 0, same = 0;
};

/// Makes the first mutants of each mutator in copies of the module, which stays as it is.
class TryMutators : public mlir::PassWrapper<TryMutators, mlir::OperationPass<mlir::ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TryMutators)
  TryMutators(Phase phase, std::map<std::string_view, Tried> &tried) : phase(phase), tried(tried) {}

  void runOnOperation() override {
    constexpr size_t most = 4;
    constexpr int enough = 8; // rare ones take many modules
    std::string before;
    for (const Mutator &mutator : mutators()) {
      if (!mutator.phases.has(phase) || tried[mutator.name].valid >= enough)
        continue;
      if (before.empty())
        before = textOf(getOperation());
      const size_t places = sitesOf(mutator, getOperation()).size();
      for (size_t i = 0; i < std::min(places, most); ++i) {
        mlir::OwningOpRef<mlir::ModuleOp> copy = getOperation().clone();
        MutationSite site = sitesOf(mutator, *copy)[i];
        mlir::OpBuilder builder(site.op);
        site.edit(builder);
        Tried &outcome = tried[mutator.name];
        outcome.same += textOf(*copy) == before;
        ++(succeeded(mlir::verify(*copy)) ? outcome.valid : outcome.invalid);
      }
    }
  }

private:
  Phase phase;
  std::map<std::string_view, Tried> &tried;
};

/// The changes that a target with mutants makes of programs.
std::vector<Change> changesOf(const TargetName &name, uint64_t seed, int programs) {
  std::vector<Change> changes;
  for (int index = 0; index < programs; ++index) {
    TargetOptions options;
    options.mutant = {seed + static_cast<uint64_t>(index),
                      [&](const Change &change) { changes.push_back(change); }};
    auto target = makeTarget(name, options);
    REQUIRE(target);
    (void)(*target)->compile(generate(1, static_cast<uint64_t>(index), profiles().front()));
  }
  return changes;
}

} // namespace

TEST_CASE("docs/mutation.md shows the table of mutators and the series") {
  auto page = readFile("docs/mutation.md");
  REQUIRE(page);
  CHECK(page->find(fmt::format("## Series {}\n", mutatorSeries)) != page->npos);
  std::string table = "| operator | weight | phases | what it does |\n| --- | --- | --- | --- |\n";
  for (const Mutator &mutator : mutators())
    table += fmt::format("| {} | {} | {} | {} |\n", mutator.name, mutator.weight,
                         mutator.phases.text(), mutator.summary);
  CHECK(page->find(table + "\n") != page->npos);
}

TEST_CASE("mutators have names of their own and may be drawn") {
  std::set<std::string_view> names;
  for (const Mutator &mutator : mutators()) {
    names.insert(mutator.name);
    CHECK(mutator.weight > 0);
    CHECK(mutatorFromName(mutator.name));
  }
  CHECK(names.size() == mutators().size());
  CHECK_FALSE(mutatorFromName("no-such-thing"));
}

TEST_CASE("each mutator changes modules of programs, and most of what it makes verifies") {
  std::map<std::string_view, Tried> tried;
  for (const bool isGpu : {false, true})
    for (uint64_t index = 0; index < 24; ++index) {
      mlir::DialectRegistry registry;
      registerCompilerDialects(registry);
      mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
      // What does not verify says so, which nobody wants to read.
      mlir::ScopedDiagnosticHandler quiet(&context, [](mlir::Diagnostic &) {});
      loadEmittedDialects(context);
      auto module = emit(context, generate(3, index, profiles().front()));
      mlir::PassManager passes(&context);
      PipelineOptions options;
      options.level = OptLevel::O1;
      options.atPhase = [&](Phase phase, mlir::OpPassManager &manager) {
        manager.addPass(std::make_unique<TryMutators>(phase, tried));
      };
      REQUIRE((isGpu ? buildGpuPipeline : buildCpuPipeline)(passes, options));
      REQUIRE(succeeded(passes.run(*module)));
    }
  for (const Mutator &mutator : mutators()) {
    INFO(mutator.name);
    const Tried &outcome = tried[mutator.name];
    INFO(outcome.valid << " valid, " << outcome.invalid << " invalid");
    CHECK(outcome.valid > 0);
    CHECK(outcome.same == 0);
  }
}

TEST_CASE("a seed draws the same mutant each time") {
  const auto changes = changesOf("cpu:O1"_target, 5, 12);
  CHECK(changes.size() >= 10);
  CHECK(changes == changesOf("cpu:O1"_target, 5, 12));
  CHECK(changes != changesOf("cpu:O1"_target, 6, 12));
}

TEST_CASE("mutants are made at all phases of a pipeline, by mutators of that phase") {
  std::set<Phase> phases;
  for (const Change &change : changesOf("cpu:O0"_target, 1, 60)) {
    phases.insert(change.phase);
    CHECK(mutatorFromName(change.mutator)->phases.has(change.phase));
    CHECK((1 <= change.place && change.place <= change.places));
  }
  CHECK(phases ==
        std::set{Phase::Emitted, Phase::Tensors, Phase::Buffers, Phase::Loops, Phase::Llvm});
}

TEST_CASE("a compiler whose modules are not ours to change has no mutants") {
  TargetOptions options;
  options.mutant.emplace();
  for (const TargetName &name : {"cpu:O0"_target, "cpu:O2"_target})
    CHECK(makeTarget(name, options));
  const auto made = makeTarget("iree@3.13.0:vmvx:O0"_target, options);
  REQUIRE_FALSE(made);
  CHECK(made.error().message.find("has no mutants") != std::string::npos);
}
