// RUN: assay-opt --assay-mutate='operator=shift-slice site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: shift-slice of tensor.extract_slice, 1 of
// CHECK: @f(
func.func @f(%x: tensor<8xf32>) -> tensor<3xf32> {
  // CHECK: tensor.extract_slice %{{.*}}[3] [3] [1]
  %0 = tensor.extract_slice %x[2] [3] [1] : tensor<8xf32> to tensor<3xf32>
  return %0 : tensor<3xf32>
}
