func.func @main(%x: tensor<2xi32>, %indices: tensor<2x1xi64>) -> tensor<2xi32> {
  %empty = tensor.empty() : tensor<2xi32>
  %0 = iree_linalg_ext.gather dimension_map = [0] ins(%x, %indices : tensor<2xi32>, tensor<2x1xi64>) outs(%empty : tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
