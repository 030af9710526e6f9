#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
module {
  func.func @sum(%arg0: memref<1x64xf32>, %arg1: memref<1xcomplex<f32>>) attributes {translation_info = #translation} {
    %cst = arith.constant dense<0.000000e+00> : vector<1xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x1xf32>
    %cst_1 = arith.constant dense<0.000000e+00> : vector<1x1x1xf32>
    %cst_2 = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %thread_id_z = gpu.thread_id z
    %thread_id_y = gpu.thread_id y
    %thread_id_x = gpu.thread_id x
    %0 = affine.linearize_index disjoint [%thread_id_z, %thread_id_y, %thread_id_x] by (1, 1, 64) : index
    %alloca = memref.alloca() : memref<1xf32, #gpu.address_space<private>>
    %1:4 = affine.delinearize_index %0 into (1, 1, 64) : index, index, index, index
    %2:3 = affine.delinearize_index %0 into (64, 1) : index, index, index
    %3 = affine.linearize_index disjoint [%1#2, %c0, %c0, %2#2, %c0] by (1, 1, 1, 1, 1) : index
    %4 = affine.linearize_index disjoint [%1#1, %c0, %c0, %2#1, %c0] by (1, 1, 1, 64, 1) : index
    %5 = vector.transfer_read %arg0[%3, %4], %cst_2 {in_bounds = [true, true]} : memref<1x64xf32>, vector<1x1xf32>
    %6 = vector.insert_strided_slice %5, %cst_0 offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1] : vector<1x1xf32> into vector<1x1x1x1x1x1xf32>
    %7 = vector.multi_reduction <add>, %6, %cst_1 [1, 3, 5] : vector<1x1x1x1x1x1xf32> to vector<1x1x1xf32>
    %8 = vector.extract %7[0, 0, 0] : f32 from vector<1x1x1xf32>
    %9 = gpu.subgroup_reduce add %8 cluster(size = 64) : (f32) -> f32
    %10 = vector.insert %9, %cst [0] : f32 into vector<1xf32>
    %11 = vector.shape_cast %10 : vector<1xf32> to vector<1x1x1xf32>
    %12 = arith.addf %11, %cst_1 : vector<1x1x1xf32>
    %13:3 = affine.delinearize_index %0 into (1, 64) : index, index, index
    %14:2 = affine.delinearize_index %0 into (1) : index, index
    %15:3 = affine.delinearize_index %0 into (64, 1, 1) : index, index, index
    %16 = arith.cmpi eq, %15#0, %c0 : index
    scf.if %16 {
      %19 = affine.linearize_index disjoint [%13#1, %c0, %c0, %14#1, %c0] by (1, 1, 1, 1, 1) : index
      %20 = vector.extract %12[0, 0] : vector<1xf32> from vector<1x1x1xf32>
      vector.transfer_write %20, %alloca[%19] {in_bounds = [true]} : vector<1xf32>, memref<1xf32, #gpu.address_space<private>>
    }
    %17 = memref.load %alloca[%c0] : memref<1xf32, #gpu.address_space<private>>
    %18 = complex.create %17, %17 : complex<f32>
    memref.store %18, %arg1[%c0] : memref<1xcomplex<f32>>
    return
  }
}

