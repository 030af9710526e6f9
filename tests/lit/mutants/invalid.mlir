// A change that does not verify ends the pipeline.
// RUN: not assay-opt --assay-mutate='operator=shift-slice site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: shift-slice of tensor.extract_slice, 1 of 2
// CHECK: error: {{.*}} runs out-of-bounds
func.func @f(%x: tensor<5xf32>) -> tensor<3xf32> {
  %0 = tensor.extract_slice %x[2] [3] [1] : tensor<5xf32> to tensor<3xf32>
  return %0 : tensor<3xf32>
}
