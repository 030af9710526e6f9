// RUN: assay-opt --assay-mutate='operator=swap-permutation site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: swap-permutation of linalg.transpose, 1 of
// CHECK: @f(
func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: permutation = [0, 1]
  %0 = linalg.transpose ins(%x : tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) permutation = [1, 0]
  return %0 : tensor<4x4xf32>
}
