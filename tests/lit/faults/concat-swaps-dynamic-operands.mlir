// RUN: assay-opt --assay-inject=fault=concat-swaps-dynamic-operands %s | FileCheck %s

// CHECK-LABEL: @trigger
// CHECK-SAME: %[[A:.*]]: tensor<2x?xf32>, %[[B:.*]]: tensor<2x?xf32>
func.func @trigger(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK: tensor.concat dim(1) %[[B]], %[[A]] :
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// Not for a concat along the first dim.
// CHECK-LABEL: @other
// CHECK-SAME: %[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>
func.func @other(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: tensor.concat dim(0) %[[A]], %[[B]] :
  %0 = tensor.concat dim(0) %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
