func.func @main(%x: tensor<1xf32>, %i: tensor<?x1xi64>, %n: index) -> tensor<?xf32> {
  %extent = util.assume.int %n<umin = 0, umax = 9007199254740991> : index
  %0 = tensor.empty(%extent) : tensor<?xf32>
  %1 = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<1xf32>, tensor<?x1xi64>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
