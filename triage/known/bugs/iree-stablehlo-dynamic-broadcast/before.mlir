module {
  func.func @broadcasts(%arg0: tensor<?xf32>, %arg1: tensor<2xi64>, %arg2: tensor<3xi64>) -> tensor<1x?x1xf32> {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x1xf32>
    %1 = stablehlo.dynamic_broadcast_in_dim %0, %arg2, dims = [1, 2] {known_nonexpanding_dimensions = array<i64: 0, 1>} : (tensor<?x1xf32>, tensor<3xi64>) -> tensor<1x?x1xf32>
    return %1 : tensor<1x?x1xf32>
  }
}

