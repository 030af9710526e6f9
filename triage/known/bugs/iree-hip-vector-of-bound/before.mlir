module {
  func.func @main(%arg0: tensor<1xf32>, %arg1: tensor<?x1xi64>, %arg2: index) -> tensor<?xf32> {
    %0 = util.assume.int %arg2<umin = 0, umax = 9007199254740991> : index
    %1 = tensor.empty(%0) : tensor<?xf32>
    %2 = iree_linalg_ext.gather dimension_map = [0] ins(%arg0, %arg1 : tensor<1xf32>, tensor<?x1xi64>) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
    return %2 : tensor<?xf32>
  }
}

