util.func public @main(%base: tensor<4xf32>) -> tensor<4xf32> {
  %0 = flow.dispatch.workgroups(%base, %base) : (tensor<4xf32>, tensor<4xf32>) -> %base =
      (%in: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>, %out: !iree_tensor_ext.dispatch.tensor<readwrite:tensor<4xf32>>) {
    %1 = iree_tensor_ext.dispatch.tensor.load %in, offsets = [0], sizes = [4], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>> -> tensor<4xf32>
    %2 = iree_tensor_ext.dispatch.tensor.load %out, offsets = [0], sizes = [4], strides = [1] : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<4xf32>> -> tensor<4xf32>
    %3 = arith.addf %1, %2 : tensor<4xf32>
    iree_tensor_ext.dispatch.tensor.store %3, %out, offsets = [0], sizes = [4], strides = [1] : tensor<4xf32> -> !iree_tensor_ext.dispatch.tensor<readwrite:tensor<4xf32>>
    flow.return
  }
  util.return %0 : tensor<4xf32>
}
