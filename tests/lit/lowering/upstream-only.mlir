// After lower-assay nothing of ours is left, and upstream's tools take the rest to LLVM.
// RUN: assay-opt --lower-assay %S/../dialect/roundtrip.mlir | FileCheck %s --implicit-check-not=assay.
// RUN: assay-opt --lower-assay %S/../dialect/roundtrip.mlir | mlir-opt \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map" \
// RUN:   --convert-linalg-to-loops --convert-scf-to-cf --expand-strided-metadata --lower-affine \
// RUN:   --convert-math-to-llvm --finalize-memref-to-llvm --convert-to-llvm --reconcile-unrealized-casts \
// RUN:   | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// CHECK: func.func @topk
// CHECK: func.func @scan
// LLVM: define {{.*}} @topk
// LLVM: define {{.*}} @scan
