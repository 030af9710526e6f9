// The dialect and the passes as a plugin for any mlir-opt 22:
//   mlir-opt --load-dialect-plugin=assay-plugin.so --load-pass-plugin=assay-plugin.so
//            --pass-pipeline='builtin.module(lower-assay)'

#include "compiler/pipelines/Pipelines.h"

#include <mlir/Tools/Plugins/DialectPlugin.h>
#include <mlir/Tools/Plugins/PassPlugin.h>

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "assay", "0.1", assay::registerAssayPasses};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "assay", "0.1",
          [](mlir::DialectRegistry *registry) { assay::registerDialect(*registry); }};
}
