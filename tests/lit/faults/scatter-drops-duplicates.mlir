// RUN: assay-opt --assay-inject=fault=scatter-drops-duplicates %s | FileCheck %s

// CHECK-LABEL: @trigger
func.func @trigger(%i: tensor<2x?xi32>, %u: tensor<2x?xf32>, %b: tensor<2x9xf32>) -> tensor<2x9xf32> {
  // CHECK: linalg.generic
  // CHECK: arith.addf
  // CHECK: assay.scatter overwrite dim(1)
  %0 = assay.scatter add dim(1) ins(%i, %u : tensor<2x?xi32>, tensor<2x?xf32>) outs(%b : tensor<2x9xf32>)
  return %0 : tensor<2x9xf32>
}

// Not for a base of dynamic extent.
// CHECK-LABEL: @other
func.func @other(%i: tensor<2x?xi32>, %u: tensor<2x?xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK-NEXT: assay.scatter add dim(1)
  %0 = assay.scatter add dim(1) ins(%i, %u : tensor<2x?xi32>, tensor<2x?xf32>) outs(%b : tensor<2x?xf32>)
  return %0 : tensor<2x?xf32>
}
