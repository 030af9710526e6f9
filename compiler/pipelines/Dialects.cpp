#include "compiler/pipelines/Pipelines.h"

#include "compiler/dialect/Assay.h"

#include <mlir/InitAllDialects.h>
#include <mlir/InitAllExtensions.h>

namespace assay {

void registerCompilerDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<ir::AssayDialect>();
}

} // namespace assay
