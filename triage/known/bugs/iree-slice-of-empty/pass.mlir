func.func @main(%n: index) {
  %0 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>]>) binding(0) : !iree_tensor_ext.dispatch.tensor<readonly:tensor<1xf32>>
  %1 = hal.interface.binding.subspan layout(<bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>]>) binding(1) : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>{%n}
  %2 = iree_tensor_ext.dispatch.tensor.load %0, offsets = [1], sizes = [%n], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<1xf32>> -> tensor<?xf32>
  iree_tensor_ext.dispatch.tensor.store %2, %1, offsets = [0], sizes = [%n], strides = [1] : tensor<?xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>{%n}
  return
}
