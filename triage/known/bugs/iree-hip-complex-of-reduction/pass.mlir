#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [0, 1]>

func.func @sum(%in: memref<1x64xf32>, %out: memref<1xcomplex<f32>>) attributes {
    translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<1xf32>
  %sums = memref.alloca() : memref<1xf32, #gpu.address_space<private>>
  %0 = vector.transfer_read %in[%c0, %c0], %zero {in_bounds = [true, true]} : memref<1x64xf32>, vector<1x64xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#rows) : vector<1x64xf32>
  %2 = vector.multi_reduction <add>, %1, %zeros [1] : vector<1x64xf32> to vector<1xf32>
  vector.transfer_write %2, %sums[%c0] {in_bounds = [true]} : vector<1xf32>, memref<1xf32, #gpu.address_space<private>>
  %3 = memref.load %sums[%c0] : memref<1xf32, #gpu.address_space<private>>
  %4 = complex.create %3, %3 : complex<f32>
  memref.store %4, %out[%c0] : memref<1xcomplex<f32>>
  return
}
