#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
module {
  func.func @sum(%arg0: memref<1x64xi32>, %arg1: memref<1xi32>, %arg2: memref<1xi32>) attributes {translation_info = #translation} {
    %cst = arith.constant dense<0> : vector<1xi32>
    %cst_0 = arith.constant dense<0> : vector<1x1x1x1x1x1xi32>
    %cst_1 = arith.constant dense<0> : vector<1x1x1xi32>
    %c0_i32 = arith.constant 0 : i32
    %c0 = arith.constant 0 : index
    %thread_id_z = gpu.thread_id z
    %thread_id_y = gpu.thread_id y
    %thread_id_x = gpu.thread_id x
    %0 = affine.linearize_index disjoint [%thread_id_z, %thread_id_y, %thread_id_x] by (1, 1, 64) : index
    %alloc = memref.alloc() : memref<1xi32, #gpu.address_space<workgroup>>
    %1:3 = affine.delinearize_index %0 into (1, 64) : index, index, index
    %2:2 = affine.delinearize_index %0 into (1) : index, index
    %3 = affine.linearize_index disjoint [%1#1, %c0, %c0, %2#1, %c0] by (1, 1, 1, 1, 1) : index
    %4 = vector.transfer_read %arg1[%3], %c0_i32 {in_bounds = [true]} : memref<1xi32>, vector<1xi32>
    %5 = vector.insert_strided_slice %4, %cst_1 offsets = [0, 0, 0], strides = [1] : vector<1xi32> into vector<1x1x1xi32>
    %6:4 = affine.delinearize_index %0 into (1, 1, 64) : index, index, index, index
    %7:3 = affine.delinearize_index %0 into (64, 1) : index, index, index
    %8 = affine.linearize_index disjoint [%6#2, %c0, %c0, %7#2, %c0] by (1, 1, 1, 1, 1) : index
    %9 = affine.linearize_index disjoint [%6#1, %c0, %c0, %7#1, %c0] by (1, 1, 1, 64, 1) : index
    %10 = vector.transfer_read %arg0[%8, %9], %c0_i32 {in_bounds = [true, true]} : memref<1x64xi32>, vector<1x1xi32>
    %11 = vector.insert_strided_slice %10, %cst_0 offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1] : vector<1x1xi32> into vector<1x1x1x1x1x1xi32>
    %12 = vector.multi_reduction <add>, %11, %cst_1 [1, 3, 5] : vector<1x1x1x1x1x1xi32> to vector<1x1x1xi32>
    %13 = vector.extract %12[0, 0, 0] : i32 from vector<1x1x1xi32>
    %14 = gpu.subgroup_reduce add %13 cluster(size = 64) : (i32) -> i32
    %15 = vector.insert %14, %cst [0] : i32 into vector<1xi32>
    %16 = vector.shape_cast %15 : vector<1xi32> to vector<1x1x1xi32>
    %17 = arith.addi %16, %5 : vector<1x1x1xi32>
    %18:3 = affine.delinearize_index %0 into (1, 64) : index, index, index
    %19:2 = affine.delinearize_index %0 into (1) : index, index
    %20:3 = affine.delinearize_index %0 into (64, 1, 1) : index, index, index
    %21 = arith.cmpi eq, %20#0, %c0 : index
    scf.if %21 {
      %22 = affine.linearize_index disjoint [%18#1, %c0, %c0, %19#1, %c0] by (1, 1, 1, 1, 1) : index
      %23 = vector.extract %17[0, 0] : vector<1xi32> from vector<1x1x1xi32>
      vector.transfer_write %23, %alloc[%22] {in_bounds = [true]} : vector<1xi32>, memref<1xi32, #gpu.address_space<workgroup>>
    }
    memref.copy %alloc, %arg2 : memref<1xi32, #gpu.address_space<workgroup>> to memref<1xi32>
    return
  }
}

