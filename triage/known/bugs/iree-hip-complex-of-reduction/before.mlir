#nested = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 64], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [0, 1]>
#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
module {
  func.func @sum(%arg0: memref<1x64xf32>, %arg1: memref<1xcomplex<f32>>) attributes {translation_info = #translation} {
    %c0 = arith.constant 0 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : vector<1xf32>
    %alloca = memref.alloca() : memref<1xf32, #gpu.address_space<private>>
    %0 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : memref<1x64xf32>, vector<1x64xf32>
    %1 = iree_vector_ext.to_layout %0 to layout(#nested) : vector<1x64xf32>
    %2 = vector.multi_reduction <add>, %1, %cst_0 [1] : vector<1x64xf32> to vector<1xf32>
    vector.transfer_write %2, %alloca[%c0] {in_bounds = [true]} : vector<1xf32>, memref<1xf32, #gpu.address_space<private>>
    %3 = memref.load %alloca[%c0] : memref<1xf32, #gpu.address_space<private>>
    %4 = complex.create %3, %3 : complex<f32>
    memref.store %4, %arg1[%c0] : memref<1xcomplex<f32>>
    return
  }
}

