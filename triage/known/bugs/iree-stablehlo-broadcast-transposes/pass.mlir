// result[i, j, k] is x[k, i, j]: the transpose with permutation [1, 2, 0].
func.func @broadcast(%x: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [2, 0, 1] : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %0 : tensor<2x2x2xf32>
}
