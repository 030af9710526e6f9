// RUN: mlir-opt --load-dialect-plugin=%assay_plugin --load-pass-plugin=%assay_plugin \
// RUN:   --pass-pipeline='builtin.module(lower-assay)' %s | FileCheck %s

// CHECK-LABEL: @sort
// CHECK: scf.for
func.func @sort(%k: tensor<5xi16>) -> tensor<5xi16> {
  %0 = assay.sort dim(0) outs(%k : tensor<5xi16>)
  return %0 : tensor<5xi16>
}
