func.func @main(%keys: tensor<2xi64>, %x: tensor<f32>) -> (tensor<2xi64>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %1:2 = "stablehlo.sort"(%keys, %0) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<f32>, %d: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) {dimension = 0 : i64, is_stable = false} : (tensor<2xi64>, tensor<2xf32>) -> (tensor<2xi64>, tensor<2xf32>)
  return %1#0 : tensor<2xi64>
}
