#ifndef ASSAY_DIALECT
#define ASSAY_DIALECT

include "mlir/IR/OpBase.td"

def AssayDialect : Dialect {
  let name = "assay";
  let cppNamespace = "::assay::ir";
  let summary = "Sorting, indexing, scanning and attention on tensors";
  let description = [{
    Any op may carry `assay.lowering_config` or `assay.compilation_info`, with a tile for each of its
    loops, a function `assay.translation_info`, and attention `assay.decomposition_config`, a
    dictionary with such a config for each of the products `qk` and `pv` that it is made of.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
}

#endif
