#query = affine_map<(m, n, k, l) -> (m, k)>
#key = affine_map<(m, n, k, l) -> (l, k)>
#scalar = affine_map<(m, n, k, l) -> ()>
#result = affine_map<(m, n, k, l) -> (m, n)>
func.func @main(%query: tensor<2x2xf32>, %value: tensor<f32>, %out: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %scale = arith.constant 1.0 : f32
  %0 = iree_linalg_ext.attention <indexing_maps = [#query, #key, #scalar, #scalar, #result]>
      ins(%query, %query, %value, %scale : tensor<2x2xf32>, tensor<2x2xf32>, tensor<f32>, f32) outs(%out : tensor<2x2xf32>) {
  ^bb0(%score: f32):
    iree_linalg_ext.yield %score : f32
  } -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
