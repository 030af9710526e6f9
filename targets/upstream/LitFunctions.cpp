#include "targets/upstream/LitFunctions.h"

#include "compiler/pipelines/Pipelines.h"
#include "compiler/emit/Emit.h"
#include "compiler/pipelines/Passes.h"
#include "support/Assert.h"
#include "targets/upstream/UpstreamModule.h"

#include <llvm/Support/raw_ostream.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Pass/PassManager.h>

namespace assay {

Expected<std::string> litFunctions(const TestCase &testCase, LitDialects dialects, int version) {
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  loadEmittedDialects(context);
  mlir::OwningOpRef<mlir::ModuleOp> module = emit(context, testCase);
  if (dialects == LitDialects::Upstream) {
    mlir::PassManager passes(&context);
    passes.addPass(createLowerAssayPass());
    if (mlir::failed(passes.run(*module)))
      return Error{"the program's ops cannot be lowered to upstream's: write the case for cpu:O0"};
    generaliseNewOps(*module, version);
  }
  mlir::SymbolTable symbols(*module);
  auto entry = symbols.lookup<mlir::func::FuncOp>("main");
  ASSAY_ASSERT(entry, "emission makes a function @main");
  // Only a runner in process calls it from C.
  entry->removeAttr("llvm.emit_c_interface");
  bool isRenamed = mlir::succeeded(symbols.rename(entry, "program"));
  ASSAY_ASSERT(isRenamed, "no function of a program is called @program");
  std::string text;
  llvm::raw_string_ostream out(text);
  for (mlir::Operation &op : *module->getBody()) {
    // Without aliases, which would stand outside of the functions.
    op.print(out, mlir::OpPrintingFlags().useLocalScope());
    out << "\n";
  }
  return text;
}

} // namespace assay
