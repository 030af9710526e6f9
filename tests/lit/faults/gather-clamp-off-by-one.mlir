// RUN: assay-opt --assay-inject=fault=gather-clamp-off-by-one %s | FileCheck %s

// CHECK-LABEL: @trigger
func.func @trigger(%x: tensor<?xf32>, %i: tensor<3xi64>, %o: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK: %[[TWO:.*]] = arith.constant 2 : index
  // CHECK: %[[HIGHEST:.*]] = arith.subi %{{.*}}, %[[TWO]]
  // CHECK: %[[BOUND:.*]] = arith.maxsi %[[HIGHEST]]
  // CHECK: arith.minsi %{{.*}}, %[[BOUND]]
  // CHECK: assay.gather
  %0 = assay.gather dim(0) ins(%x, %i : tensor<?xf32>, tensor<3xi64>) outs(%o : tensor<3xf32>)
  return %0 : tensor<3xf32>
}

// Not for a source of static extent.
// CHECK-LABEL: @other
func.func @other(%x: tensor<9xf32>, %i: tensor<3xi64>, %o: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK-NEXT: assay.gather
  %0 = assay.gather dim(0) ins(%x, %i : tensor<9xf32>, tensor<3xi64>) outs(%o : tensor<3xf32>)
  return %0 : tensor<3xf32>
}
