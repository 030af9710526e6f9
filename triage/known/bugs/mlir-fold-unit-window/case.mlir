// RUN: mlir-opt %s -pass-pipeline='builtin.module(linalg-fold-unit-extent-dims)'
#in = affine_map<(d0, d1) -> (d0 * 3 + d1)>
#window = affine_map<(d0, d1) -> (d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @f(%x: tensor<4xi32>, %window: tensor<3xi32>, %start: tensor<1xi32>) -> tensor<1xi32> {
  %0 = linalg.generic {indexing_maps = [#in, #window, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x, %window : tensor<4xi32>, tensor<3xi32>) outs(%start : tensor<1xi32>) {
  ^bb0(%in: i32, %w: i32, %out: i32):
    %1 = arith.maxsi %out, %in : i32
    linalg.yield %1 : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}
