module {
  func.func @broadcast(%arg0: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 0, 1] : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    return %0 : tensor<2x2x2xf32>
  }
}

