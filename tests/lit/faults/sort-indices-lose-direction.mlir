// RUN: assay-opt --assay-inject=fault=sort-indices-lose-direction %s | FileCheck %s

// CHECK-LABEL: @trigger
func.func @trigger(%x: tensor<5xf32>, %v: tensor<3xf32>, %i: tensor<3xi64>) -> tensor<3xi64> {
  // CHECK: assay.sort_indices descending dim(0) ins(%arg0 : tensor<5xf32>) outs(%arg2 : tensor<3xi64>)
  %0:2 = assay.topk smallest dim(0) ins(%x : tensor<5xf32>) outs(%v, %i : tensor<3xf32>, tensor<3xi64>)
  return %0#1 : tensor<3xi64>
}

// Not the largest, and not if the values are read.
// CHECK-LABEL: @other
func.func @other(%x: tensor<5xf32>, %v: tensor<3xf32>, %i: tensor<3xi64>) -> (tensor<3xi64>, tensor<3xf32>) {
  // CHECK-COUNT-2: assay.topk
  %0:2 = assay.topk dim(0) ins(%x : tensor<5xf32>) outs(%v, %i : tensor<3xf32>, tensor<3xi64>)
  %1:2 = assay.topk smallest dim(0) ins(%x : tensor<5xf32>) outs(%v, %i : tensor<3xf32>, tensor<3xi64>)
  return %0#1, %1#0 : tensor<3xi64>, tensor<3xf32>
}
