module {
  func.func @broadcasts(%arg0: tensor<?xf32>, %arg1: tensor<2xi64>, %arg2: tensor<3xi64>) -> tensor<1x?x1xf32> {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg2, dims = [1] : (tensor<?xf32>, tensor<3xi64>) -> tensor<1x?x1xf32>
    return %0 : tensor<1x?x1xf32>
  }
}

