#include "flavours/Flavour.h"

#include "compiler/emit/Emit.h"
#include "compiler/passes/Passes.h"
#include "flavours/Iree.h"
#include "flavours/Stablehlo.h"

#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Pass/PassManager.h>

#include <algorithm>

namespace assay {

namespace {

/// Programs after which a context is replaced.
constexpr int sessionLength = 256;

TargetFailure unsupported(std::string reason) {
  return {TargetFailure::Kind::Unsupported, Stage::Emit, std::move(reason)};
}

/// What only our own core reads.
void dropOwnAttributes(mlir::ModuleOp module) {
  module->walk([](mlir::func::FuncOp function) {
    function->removeAttr("llvm.emit_c_interface");
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.removeArgAttr(i, mlir::bufferization::BufferizationDialect::kWritableAttrName);
  });
}

} // namespace

std::optional<Flavour> flavourFromName(std::string_view name) {
  constexpr auto all = names(Flavour());
  auto found = std::find(all.begin(), all.end(), name);
  if (found == all.end())
    return std::nullopt;
  return static_cast<Flavour>(found - all.begin());
}

struct FlavourWriter::Session {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  int written = 0;

  Session() {
    context.allowUnregisteredDialects();
    loadEmittedDialects(context);
  }
};

FlavourWriter::FlavourWriter(Flavour flavour, VersionNumber version)
    : flavour(flavour), version(version) {}

FlavourWriter::~FlavourWriter() = default;

Outcome<std::string> FlavourWriter::write(const TestCase &testCase) {
  if (flavour == Flavour::Stablehlo)
    return stablehloModule(testCase);
  if (!session || session->written++ == sessionLength)
    session = std::make_unique<Session>();
  mlir::OwningOpRef<mlir::ModuleOp> module = emit(session->context, testCase);
  dropOwnAttributes(*module);
  switch (flavour) {
  case Flavour::Linalg: {
    mlir::PassManager passes(&session->context);
    passes.addPass(createLowerAssayPass());
    if (mlir::failed(passes.run(*module)))
      return unsupported("an op cannot be lowered to upstream's");
    break;
  }
  case Flavour::Iree:
    convertToIree(*module, ireeSyntax(version));
    break;
  case Flavour::Stablehlo:
    break; // above
  }
  return printModule(*module);
}

std::vector<Premise> FlavourWriter::premises(const Program &program) const {
  std::vector<Premise> found;
  if (flavour == Flavour::Iree)
    for (const Node &node : program.nodes())
      // What topk starts from must not be as good as an element.
      if (const auto *topk = std::get_if<Topk>(&node.op); topk && node.spelling == Spelling::Named)
        found.push_back({node.operands[0], topk->largest});
  return found;
}

} // namespace assay
