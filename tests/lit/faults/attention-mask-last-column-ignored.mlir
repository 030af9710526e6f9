// RUN: assay-opt --assay-inject=fault=attention-mask-last-column-ignored %s | FileCheck %s

// CHECK-LABEL: @trigger
func.func @trigger(%q: tensor<2x4xf32>, %k: tensor<3x4xf32>, %m: tensor<2x3xf32>) -> tensor<2x4xf32> {
  // CHECK: %[[LAST:.*]] = arith.constant 2 : index
  // CHECK: %[[MASK:.*]] = linalg.generic
  // CHECK: %[[IS_LAST:.*]] = arith.cmpi eq, %{{.*}}, %[[LAST]]
  // CHECK: arith.select %[[IS_LAST]], %{{.*}}, %{{.*}} : f32
  // CHECK: assay.attention scale(1.000000e+00) ins(%{{.*}}, %{{.*}}, %{{.*}}, %[[MASK]] :
  %0 = assay.attention scale(1.0) ins(%q, %k, %k, %m : tensor<2x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<2x3xf32>)
         outs(%q : tensor<2x4xf32>)
  return %0 : tensor<2x4xf32>
}

// Not for an even number of keys.
// CHECK-LABEL: @other
func.func @other(%q: tensor<2x4xf32>, %k: tensor<6x4xf32>, %m: tensor<2x6xf32>) -> tensor<2x4xf32> {
  // CHECK-NEXT: assay.attention
  %0 = assay.attention scale(1.0) ins(%q, %k, %k, %m : tensor<2x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<2x6xf32>)
         outs(%q : tensor<2x4xf32>)
  return %0 : tensor<2x4xf32>
}
