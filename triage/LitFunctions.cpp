#include "triage/LitFunctions.h"

#include "compiler/emit/Emit.h"
#include "support/Assert.h"

#include <llvm/Support/raw_ostream.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace assay {

std::string litFunctions(const TestCase &testCase) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  loadEmittedDialects(context);
  mlir::OwningOpRef<mlir::ModuleOp> module = emit(context, testCase);
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
    op.print(out, mlir::OpPrintingFlags().useLocalScope());
    out << "\n";
  }
  return text;
}

} // namespace assay
