util.func public @main(%base: tensor<2x2xf32>, %indices: tensor<4x1xi64>) -> tensor<4xf32> {
  %0 = tensor.collapse_shape %base [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %1 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false)
      ins(%0, %indices : tensor<4xf32>, tensor<4x1xi64>) outs(%0 : tensor<4xf32>) {
  ^bb0(%update: f32, %old: f32):
    iree_linalg_ext.yield %update : f32
  } -> tensor<4xf32>
  util.return %1 : tensor<4xf32>
}
