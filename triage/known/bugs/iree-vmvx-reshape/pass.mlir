#layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>]>
memref.global "private" constant @shape : memref<1xi64> = dense<1>
func.func @reshape() {
  %c0 = arith.constant 0 : index
  %shape = memref.get_global @shape : memref<1xi64>
  %in = hal.interface.binding.subspan layout(#layout) binding(0) : memref<f32>
  %out = hal.interface.binding.subspan layout(#layout) binding(1) : memref<1xf32>
  %0 = memref.reshape %in(%shape) : (memref<f32>, memref<1xi64>) -> memref<1xf32>
  %1 = memref.load %0[%c0] : memref<1xf32>
  memref.store %1, %out[%c0] : memref<1xf32>
  return
}
