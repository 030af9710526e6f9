#include "compiler/pipelines/Pipelines.h"

#include <mlir/InitAllPasses.h>
#include <mlir/Tools/mlir-opt/MlirOptMain.h>

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  assay::registerCompilerDialects(registry);
  mlir::registerAllPasses();
  assay::registerAssayPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "assay-opt: mlir-opt with the assay dialect and the passes of assay's compiler\n",
      registry));
}
