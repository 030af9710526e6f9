func.func @main(%a: tensor<2x1xbf16>, %x: tensor<2xf32>, %out: tensor<1xf64>) -> tensor<1xf64> {
  %0 = linalg.contract indexing_maps = [affine_map<(k, m) -> (k, m)>, affine_map<(k, m) -> (k)>, affine_map<(k, m) -> (m)>]
      ins(%a, %x : tensor<2x1xbf16>, tensor<2xf32>) outs(%out : tensor<1xf64>) -> tensor<1xf64>
  return %0 : tensor<1xf64>
}
