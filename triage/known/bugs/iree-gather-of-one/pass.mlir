// One place is gathered, and the result's type tells an extent that the source's type does not.
util.func @gather(%x: tensor<4x?xf32>, %indices: tensor<1x1x1xi64>) -> tensor<1x1x2xf32> {
  %0 = tensor.empty() : tensor<1x1x2xf32>
  %1 = iree_linalg_ext.gather dimension_map = [0]
      ins(%x, %indices : tensor<4x?xf32>, tensor<1x1x1xi64>) outs(%0 : tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
  util.return %1 : tensor<1x1x2xf32>
}
