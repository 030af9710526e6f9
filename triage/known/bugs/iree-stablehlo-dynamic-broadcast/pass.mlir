func.func @broadcasts(%x: tensor<?xf32>, %matrix: tensor<2xi64>, %cube: tensor<3xi64>) -> tensor<1x?x1xf32> {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%x, %matrix) {broadcast_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x1xf32>
  %1 = "stablehlo.dynamic_broadcast_in_dim"(%0, %cube) {broadcast_dimensions = array<i64: 1, 2>, known_nonexpanding_dimensions = array<i64: 0, 1>} : (tensor<?x1xf32>, tensor<3xi64>) -> tensor<1x?x1xf32>
  return %1 : tensor<1x?x1xf32>
}
