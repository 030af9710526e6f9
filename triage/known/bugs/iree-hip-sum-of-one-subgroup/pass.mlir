#layout = #iree_vector_ext.nested_layout<subgroup_tile = [3], batch_tile = [1], outer_tile = [1], thread_tile = [1], element_tile = [1], subgroup_strides = [1], thread_strides = [0]>
func.func @sum(%in: memref<3xf32>, %out: memref<f32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [192, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %0 = vector.transfer_read %in[%c0], %zero {in_bounds = [true]} : memref<3xf32>, vector<3xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#layout) : vector<3xf32>
  %2 = vector.multi_reduction <add>, %1, %zero [0] : vector<3xf32> to f32
  %3 = vector.broadcast %2 : f32 to vector<f32>
  vector.transfer_write %3, %out[] : vector<f32>, memref<f32>
  return
}
