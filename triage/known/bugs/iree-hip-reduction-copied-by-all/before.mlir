#nested = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [0, 1]>
#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
module {
  func.func @sum(%arg0: memref<1x64xi32>, %arg1: memref<1xi32>, %arg2: memref<1xi32>) attributes {translation_info = #translation} {
    %c0 = arith.constant 0 : index
    %c0_i32 = arith.constant 0 : i32
    %alloc = memref.alloc() : memref<1xi32, #gpu.address_space<workgroup>>
    %0 = vector.transfer_read %arg1[%c0], %c0_i32 {in_bounds = [true]} : memref<1xi32>, vector<1xi32>
    %1 = vector.transfer_read %arg0[%c0, %c0], %c0_i32 {in_bounds = [true, true]} : memref<1x64xi32>, vector<1x64xi32>
    %2 = iree_vector_ext.to_layout %1 to layout(#nested) : vector<1x64xi32>
    %3 = vector.multi_reduction <add>, %2, %0 [1] : vector<1x64xi32> to vector<1xi32>
    vector.transfer_write %3, %alloc[%c0] {in_bounds = [true]} : vector<1xi32>, memref<1xi32, #gpu.address_space<workgroup>>
    memref.copy %alloc, %arg2 : memref<1xi32, #gpu.address_space<workgroup>> to memref<1xi32>
    return
  }
}

