// Thread 0 writes the sum into memory that all threads copy from, with no barrier between.
#layout = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 1],
  subgroup_strides = [0, 0], thread_strides = [0, 1]>
func.func @sum(%x: memref<1x64xi32>, %init: memref<1xi32>, %y: memref<1xi32>)
    attributes {translation_info = #iree_codegen.translation_info<
      pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %sum = memref.alloc() : memref<1xi32, #gpu.address_space<workgroup>>
  %0 = vector.transfer_read %init[%c0], %zero {in_bounds = [true]} : memref<1xi32>, vector<1xi32>
  %1 = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : memref<1x64xi32>, vector<1x64xi32>
  %2 = iree_vector_ext.to_layout %1 to layout(#layout) : vector<1x64xi32>
  %3 = vector.multi_reduction <add>, %2, %0 [1] : vector<1x64xi32> to vector<1xi32>
  vector.transfer_write %3, %sum[%c0] {in_bounds = [true]} : vector<1xi32>, memref<1xi32, #gpu.address_space<workgroup>>
  memref.copy %sum, %y : memref<1xi32, #gpu.address_space<workgroup>> to memref<1xi32>
  return
}
