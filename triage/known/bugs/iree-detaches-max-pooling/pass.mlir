util.func public @main(%x: tensor<1x3x1xf32>) -> tensor<1x1x1xf32> {
  %low = arith.constant -2.0 : f32
  %empty = tensor.empty() : tensor<1x1x1xf32>
  %start = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
                           iterator_types = ["parallel", "parallel", "parallel"]} outs(%empty : tensor<1x1x1xf32>) {
  ^bb0(%out: f32):
    linalg.yield %low : f32
  } -> tensor<1x1x1xf32>
  %window = tensor.empty() : tensor<3xf32>
  %max = linalg.pooling_nwc_max {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}
      ins(%x, %window : tensor<1x3x1xf32>, tensor<3xf32>) outs(%start : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  util.return %max : tensor<1x1x1xf32>
}
