util.func public @main(%x: tensor<1xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %cast = tensor.cast %x : tensor<1xf32> to tensor<?xf32>
  %concat = tensor.concat dim(0) %cast, %cast : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %dim = tensor.dim %concat, %c0 : tensor<?xf32>
  %0 = flow.dispatch.workgroups(%concat, %dim) : (tensor<?xf32>{%dim}, index) -> tensor<2xf32> =
      (%in: !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>, %n: index, %out: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<2xf32>>) {
    flow.return
  }
  util.return %0 : tensor<2xf32>
}
