// RUN: assay-opt --assay-inject=fault=slice-drops-wrong-unit-dim %s | FileCheck %s

// CHECK-LABEL: @trigger
func.func @trigger(%x: tensor<3x4xf32>) -> tensor<1xf32> {
  // CHECK: tensor.extract_slice %{{.*}}[0, 1] [1, 1] [1, 1]
  %0 = tensor.extract_slice %x[2, 1] [1, 1] [1, 1] : tensor<3x4xf32> to tensor<1xf32>
  return %0 : tensor<1xf32>
}

// Not for a slice whose unit dims are all dropped.
// CHECK-LABEL: @other
func.func @other(%x: tensor<3x4xf32>) -> tensor<2xf32> {
  // CHECK: tensor.extract_slice %{{.*}}[2, 1] [1, 2] [1, 1]
  %0 = tensor.extract_slice %x[2, 1] [1, 2] [1, 1] : tensor<3x4xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}
