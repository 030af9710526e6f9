util.func public @main(%x: tensor<2xf32>) -> tensor<1x1xf32> {
  %slice = tensor.extract_slice %x[0] [1] [1] : tensor<2xf32> to tensor<f32>
  %expanded = tensor.expand_shape %slice [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  util.return %expanded : tensor<1x1xf32>
}
