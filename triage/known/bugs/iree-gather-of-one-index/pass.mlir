func.func @main(%source: tensor<2x3xf32>, %index: tensor<1x1xi32>, %result: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %0 = iree_linalg_ext.gather dimension_map = [0] ins(%source, %index : tensor<2x3xf32>, tensor<1x1xi32>) outs(%result : tensor<1x?xf32>) -> tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}
