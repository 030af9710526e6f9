#include "compiler/pipelines/Pipelines.h"

#include "compiler/buffers/Passes.h"
#include "compiler/dialect/Assay.h"

#include <mlir/InitAllDialects.h>
#include <mlir/InitAllExtensions.h>

namespace assay {

void registerDialect(mlir::DialectRegistry &registry) {
  registry.insert<ir::AssayDialect>();
  registerBufferization(registry);
}

void registerCompilerDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registerDialect(registry);
}

} // namespace assay
