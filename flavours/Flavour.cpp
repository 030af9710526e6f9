#include "flavours/Flavour.h"

#include "compiler/emit/Emit.h"
#include "compiler/faults/Passes.h"
#include "compiler/lowering/Passes.h"
#include "compiler/mutants/Passes.h"
#include "flavours/Iree.h"
#include "flavours/Stablehlo.h"
#include "flavours/Torch.h"
#include "support/Assert.h"
#include "support/Random.h"

#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/Diagnostics.h>
#include <mlir/Pass/PassManager.h>

#include <algorithm>
#include <fmt/format.h>

namespace assay {

namespace {

/// Programs after which a context is replaced.
constexpr int sessionLength = 256;

/// What only our own core reads.
void dropOwnAttributes(mlir::ModuleOp module) {
  module->walk([](mlir::func::FuncOp function) {
    function->removeAttr("llvm.emit_c_interface");
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.removeArgAttr(i, mlir::bufferization::BufferizationDialect::kWritableAttrName);
  });
}

/// Renames all functions.
void appendToNames(mlir::ModuleOp module, const std::string &suffix) {
  for (auto function : module.getOps<mlir::func::FuncOp>()) {
    const std::string name = function.getSymName().str() + suffix;
    const bool replaced = mlir::succeeded(mlir::SymbolTable::replaceAllSymbolUses(
        function, mlir::StringAttr::get(module.getContext(), name), module));
    ASSAY_ASSERT(replaced, "all uses of a function are known");
    function.setSymName(name);
  }
}

} // namespace

struct FlavourWriter::Session {
  const Flavour flavour;
  const VersionNumber version;
  const std::string fault;
  const std::optional<MutantOptions> mutant;
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  int written = 0;

  Session(Flavour flavour, VersionNumber version, std::string fault,
          std::optional<MutantOptions> mutant)
      : flavour(flavour), version(version), fault(std::move(fault)), mutant(std::move(mutant)) {
    context.allowUnregisteredDialects();
    loadEmittedDialects(context);
  }

  Outcome<mlir::OwningOpRef<mlir::ModuleOp>> module(const TestCase &testCase);
  /// Makes the change, if the module is to have one in that phase.
  std::optional<TargetFailure> mutate(mlir::ModuleOp module, Phase phase);
};

std::optional<TargetFailure> FlavourWriter::Session::mutate(mlir::ModuleOp module, Phase phase) {
  if (!mutant)
    return std::nullopt;
  constexpr std::array phases = {Phase::Emitted, Phase::Tensors};
  if (Random::forIndex(mutant->seed, placeOfMutantStream).pick(phases) != phase)
    return std::nullopt;
  mlir::ScopedDiagnosticHandler silent(&context, [](mlir::Diagnostic &) {});
  mlir::PassManager passes(&context);
  passes.addPass(createMutatePass(phase, *mutant));
  if (mlir::succeeded(passes.run(module)))
    return std::nullopt;
  return TargetFailure{TargetFailure::Kind::Rejected, Stage::Emit,
                       "does not verify with the change"};
}

Outcome<mlir::OwningOpRef<mlir::ModuleOp>>
FlavourWriter::Session::module(const TestCase &testCase) {
  if (flavour == Flavour::Stablehlo)
    return stablehloModule(context, testCase);
  if (flavour == Flavour::Torch)
    return torchModule(context, testCase);
  mlir::OwningOpRef<mlir::ModuleOp> module = emit(context, testCase);
  dropOwnAttributes(*module);
  if (auto failure = mutate(*module, Phase::Emitted))
    return std::move(*failure);
  mlir::PassManager passes(&context);
  if (!fault.empty())
    passes.addPass(createInjectPass({fault}));
  if (flavour == Flavour::Linalg)
    passes.addPass(createLowerAssayPass());
  if (mlir::failed(passes.run(*module)))
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Emit,
                         "an op cannot be lowered to upstream's"};
  if (flavour == Flavour::Iree)
    convertToIree(*module, ireeSyntax(version));
  if (flavour == Flavour::Linalg)
    generaliseElementwise(*module, ireeSyntax(version));
  if (auto failure = mutate(*module, Phase::Tensors))
    return std::move(*failure);
  return module;
}

FlavourWriter::FlavourWriter(Flavour flavour, VersionNumber version, std::string fault,
                             std::optional<MutantOptions> mutant)
    : flavour(flavour), version(version), fault(std::move(fault)), mutant(std::move(mutant)) {
  ASSAY_ASSERT((this->fault.empty() && !this->mutant) || takesFaults(flavour),
               "the flavour has neither faults nor mutants");
}

FlavourWriter::~FlavourWriter() = default;

void FlavourWriter::renewSession(int programs) {
  if (!session || session->written >= sessionLength)
    session = std::make_unique<Session>(flavour, version, fault, mutant);
  session->written += programs;
}

Outcome<std::string> FlavourWriter::write(const TestCase &testCase) {
  renewSession(1);
  auto module = session->module(testCase);
  if (auto *failure = module.failure())
    return *failure;
  return printModule(**module);
}

JointModule FlavourWriter::write(std::span<const TestCase *const> cases) {
  renewSession(static_cast<int>(cases.size()));
  JointModule joint;
  auto all = mlir::OwningOpRef(mlir::ModuleOp::create(mlir::UnknownLoc::get(&session->context)));
  for (const TestCase *testCase : cases) {
    auto module = session->module(*testCase);
    const std::string suffix = fmt::format("_{}", joint.entries.size());
    const bool isSaid = bool(module);
    joint.entries.push_back(isSaid ? "main" + suffix : "");
    if (!isSaid)
      continue;
    mlir::ModuleOp one = **module;
    appendToNames(one, suffix);
    all->getBody()->getOperations().splice(all->getBody()->end(), one.getBody()->getOperations());
  }
  joint.text = printModule(*all);
  return joint;
}

/// What topk starts from must not be as good as an element.
static void startOfTopk(const Node &node, std::vector<Premise> &premises) {
  if (const auto *topk = std::get_if<Topk>(&node.op); topk && node.spelling == Spelling::Named)
    premises.push_back(
        {node.operands[0], topk->largest ? Premise::Without::Least : Premise::Without::Greatest});
}

/// torch does not say what sign(NaN) is.
static void signOfNan(const Program &program, const Node &node, std::vector<Premise> &premises) {
  const auto *op = std::get_if<Unary>(&node.op);
  if (op && op->function == UnaryKind::Sign && isFloat(program.type(node.operands[0]).element))
    premises.push_back({node.operands[0], Premise::Without::Nan});
}

std::vector<Premise> FlavourWriter::premises(const Program &program) const {
  std::vector<Premise> found;
  for (const Node &node : program.nodes()) {
    if (flavour == Flavour::Iree)
      startOfTopk(node, found);
    if (flavour == Flavour::Torch)
      signOfNan(program, node, found);
  }
  return found;
}

} // namespace assay
