module {
  func.func @main(%arg0: tensor<2xi32>, %arg1: tensor<2x1xi64>) -> tensor<2xi32> {
    %0 = tensor.empty() : tensor<2xi32>
    %1 = iree_linalg_ext.gather dimension_map = [0] ins(%arg0, %arg1 : tensor<2xi32>, tensor<2x1xi64>) outs(%0 : tensor<2xi32>) -> tensor<2xi32>
    return %1 : tensor<2xi32>
  }
}

