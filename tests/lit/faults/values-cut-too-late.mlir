// RUN: assay-opt --assay-inject=fault=values-cut-too-late %s | FileCheck %s

// CHECK-LABEL: @trigger
func.func @trigger(%x: tensor<?x5xf32>, %v: tensor<?x3xf32>, %i: tensor<?x3xi64>) -> tensor<?x3xf32> {
  // CHECK: %[[S:.*]] = assay.sort descending dim(1) outs(%arg0 : tensor<?x5xf32>)
  // CHECK: %[[MOST:.*]] = arith.subi %c5, %c3 : index
  // CHECK: %[[CUT:.*]] = arith.minsi %{{.*}}, %[[MOST]] : index
  // CHECK: tensor.extract_slice %[[S]][0, %[[CUT]]] [%{{.*}}, 3] [1, 1] : tensor<?x5xf32> to tensor<?x3xf32>
  %0:2 = assay.topk dim(1) ins(%x : tensor<?x5xf32>) outs(%v, %i : tensor<?x3xf32>, tensor<?x3xi64>)
  return %0#0 : tensor<?x3xf32>
}

// Not if there is no element more, or the places are read.
// CHECK-LABEL: @other
func.func @other(%x: tensor<3xf32>, %y: tensor<?xf32>, %v: tensor<3xf32>, %i: tensor<3xi64>) -> (tensor<3xf32>, tensor<3xi64>) {
  // CHECK-COUNT-2: assay.topk
  %0:2 = assay.topk dim(0) ins(%x : tensor<3xf32>) outs(%v, %i : tensor<3xf32>, tensor<3xi64>)
  %1:2 = assay.topk dim(0) ins(%y : tensor<?xf32>) outs(%v, %i : tensor<3xf32>, tensor<3xi64>)
  return %0#0, %1#1 : tensor<3xf32>, tensor<3xi64>
}
