// RUN: assay-opt --assay-inject=fault=pad-high-uses-low %s | FileCheck %s

// CHECK-LABEL: @trigger
func.func @trigger(%x: tensor<?x2xf32>, %c: f32) -> tensor<?x5xf32> {
  // CHECK: tensor.pad %{{.*}} low[0, 2] high[0, 1]
  %0 = tensor.pad %x low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<?x2xf32> to tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// Not for a source of static shape.
// CHECK-LABEL: @other
func.func @other(%x: tensor<2x2xf32>, %c: f32) -> tensor<2x5xf32> {
  // CHECK: tensor.pad %{{.*}} low[0, 1] high[0, 2]
  %0 = tensor.pad %x low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<2x2xf32> to tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}
