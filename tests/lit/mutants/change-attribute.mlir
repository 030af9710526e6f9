// RUN: assay-opt --assay-mutate='operator=change-attribute site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: change-attribute of assay.sort, 1 of
// CHECK: @f(
func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: assay.sort descending dim(1)
  %0 = assay.sort dim(1) outs(%x : tensor<4x4xf32>)
  return %0 : tensor<4x4xf32>
}
