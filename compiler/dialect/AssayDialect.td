#ifndef ASSAY_DIALECT
#define ASSAY_DIALECT

include "mlir/IR/OpBase.td"

def AssayDialect : Dialect {
  let name = "assay";
  let cppNamespace = "::assay::ir";
  let summary = "Sorting, indexing, scanning and attention on tensors, and dispatches";
  let description = [{
    Any op may carry `assay.lowering_config` or `assay.compilation_info`, with a tile for each of its
    loops, a function `assay.translation_info`, and attention `assay.decomposition_config`, a
    dictionary with such a config for each of the products `qk` and `pv` that it is made of. No other
    attribute of the dialect may have a name that ends in `_config` or `_info`.
  }];
  let extraClassDeclaration = [{
    /// What the module of functions that a host calls is called, in the module of the host.
    static constexpr llvm::StringLiteral dispatchesModule = "dispatches";

    /// Whether an attribute of this name can only say how something is to be compiled.
    static bool isReservedForCompilation(llvm::StringRef name) {
      return name.starts_with("assay.") && (name.ends_with("_config") || name.ends_with("_info"));
    }
    /// Whether the op says how it is to be compiled, which is about the loops that it has.
    static bool isConfigured(mlir::Operation *op);
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
}

#endif
