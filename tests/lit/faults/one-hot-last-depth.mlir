// RUN: assay-opt --assay-inject=fault=one-hot-last-depth %s | FileCheck %s

// CHECK-LABEL: @trigger
func.func @trigger(%i: tensor<3xi32>, %on: f32, %off: f32, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  // CHECK-DAG: %[[LAST:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[NOWHERE:.*]] = arith.constant -1 : index
  // CHECK: %[[IS_LAST:.*]] = arith.cmpi eq, %{{.*}}, %[[LAST]]
  // CHECK: arith.select %[[IS_LAST]], %[[NOWHERE]], %{{.*}}
  // CHECK: assay.one_hot
  %0 = assay.one_hot dim(1) ins(%i, %on, %off : tensor<3xi32>, f32, f32) outs(%o : tensor<3x5xf32>)
  return %0 : tensor<3x5xf32>
}

// Not for an even depth.
// CHECK-LABEL: @other
func.func @other(%i: tensor<3xi32>, %on: f32, %off: f32, %o: tensor<3x4xf32>) -> tensor<3x4xf32> {
  // CHECK-NEXT: assay.one_hot
  %0 = assay.one_hot dim(1) ins(%i, %on, %off : tensor<3xi32>, f32, f32) outs(%o : tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}
