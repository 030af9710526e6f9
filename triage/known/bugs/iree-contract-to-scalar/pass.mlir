func.func @main(%x: tensor<2xf32>, %a: tensor<1x2xf32>, %out: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
      iterator_types = ["reduction", "reduction"]
    } ins(%x, %a : tensor<2xf32>, tensor<1x2xf32>) outs(%out : tensor<f32>) {
  ^bb0(%in: f32, %in_0: f32, %sum: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
