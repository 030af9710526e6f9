// RUN: mlir-opt %s -pass-pipeline='builtin.module(linalg-fold-unit-extent-dims)' | FileCheck %s
// CHECK-NOT: output_shape [%c0
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1 + d3, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @f(%arg0: index, %arg1: tensor<1x3x1xf32>, %arg2: tensor<?x1x1xf32>) -> tensor<?x1x1xf32> {
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg1, %0 : tensor<1x3x1xf32>, tensor<3xf32>) outs(%arg2 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %2 = arith.maximumf %out, %in : f32
      linalg.yield %2 : f32
    } -> tensor<?x1x1xf32>
    return %1 : tensor<?x1x1xf32>
  }
}

