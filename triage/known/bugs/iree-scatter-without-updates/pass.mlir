flow.executable private @ex {
  flow.executable.export public @main
  builtin.module {
    func.func @main(%base: !iree_tensor_ext.dispatch.tensor<readwrite:tensor<1xf32>>) {
      %0 = iree_tensor_ext.dispatch.tensor.load %base, offsets = [0], sizes = [1], strides = [1] : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<1xf32>> -> tensor<1xf32>
      %1 = tensor.empty() : tensor<0xi64>
      %2 = tensor.empty() : tensor<0xf32>
      %3 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%2, %1 : tensor<0xf32>, tensor<0xi64>) outs(%0 : tensor<1xf32>) {
      ^bb0(%update: f32, %present: f32):
        iree_linalg_ext.yield %update : f32
      } -> tensor<1xf32>
      iree_tensor_ext.dispatch.tensor.store %3, %base, offsets = [0], sizes = [1], strides = [1] : tensor<1xf32> -> !iree_tensor_ext.dispatch.tensor<readwrite:tensor<1xf32>>
      return
    }
  }
}
