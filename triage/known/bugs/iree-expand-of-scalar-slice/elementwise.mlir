#id = affine_map<(i) -> (i)>
util.func public @main(%x: tensor<2xf32>) -> tensor<1x1xf32> {
  %0 = tensor.empty() : tensor<2xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<2xf32>) outs(%0 : tensor<2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.negf %in : f32
    linalg.yield %2 : f32
  } -> tensor<2xf32>
  %slice = tensor.extract_slice %1[0] [1] [1] : tensor<2xf32> to tensor<f32>
  %expanded = tensor.expand_shape %slice [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  util.return %expanded : tensor<1x1xf32>
}
