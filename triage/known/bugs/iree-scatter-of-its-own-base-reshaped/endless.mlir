#id = affine_map<(i, j) -> (i, j)>
util.func public @main(%m: tensor<2x1xf32>, %indices: tensor<2x1xi64>) -> tensor<2xf32> {
  %base = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%m : tensor<2x1xf32>) {
  ^bb0(%out: f32):
    %n = arith.negf %out : f32
    linalg.yield %n : f32
  } -> tensor<2x1xf32>
  %0 = tensor.collapse_shape %base [[0, 1]] : tensor<2x1xf32> into tensor<2xf32>
  %1 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false)
      ins(%0, %indices : tensor<2xf32>, tensor<2x1xi64>) outs(%0 : tensor<2xf32>) {
  ^bb0(%update: f32, %old: f32):
    iree_linalg_ext.yield %update : f32
  } -> tensor<2xf32>
  util.return %1 : tensor<2xf32>
}
