#key = affine_map<(m, n) -> (n)>
#result = affine_map<(m, n) -> (m)>
#scalar = affine_map<(m, n) -> ()>
util.func public @main(%x: tensor<1xf32>) -> tensor<2x1x1xf32> {
  %scale = arith.constant 0.125 : f32
  %empty = tensor.empty() : tensor<1xf32>
  %0 = iree_linalg_ext.attention <indexing_maps = [#key, #key, #result, #scalar, #result]>
      ins(%x, %x, %x, %scale : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, f32) outs(%empty : tensor<1xf32>) {
  ^bb0(%score: f32):
    iree_linalg_ext.yield %score : f32
  } -> tensor<1xf32>
  %expanded = tensor.expand_shape %0 [[0, 1, 2]] output_shape [1, 1, 1] : tensor<1xf32> into tensor<1x1x1xf32>
  %concat = tensor.concat dim(0) %expanded, %expanded : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<2x1x1xf32>
  util.return %concat : tensor<2x1x1xf32>
}
