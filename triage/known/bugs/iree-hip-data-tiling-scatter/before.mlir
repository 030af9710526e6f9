#map = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0, d1) -> (d0)>
#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<TileAndFuse> workgroup_size = [64, 1, 1] subgroup_size = 64>
module {
  func.func @sums_and_products(%arg0: tensor<8x?xf32>, %arg1: index, %arg2: tensor<?xf32>, %arg3: tensor<128xf32>) -> tensor<128xf32> attributes {translation_info = #translation} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %true = arith.constant true
    %0:2 = scf.for %arg4 = %c0 to %c8 step %c4 iter_args(%arg5 = %arg2, %arg6 = %arg2) -> (tensor<?xf32>, tensor<?xf32>) {
      %2:2 = scf.forall (%arg7) in (%arg1) shared_outs(%arg8 = %arg5, %arg9 = %arg6) -> (tensor<?xf32>, tensor<?xf32>) {
        %extracted_slice = tensor.extract_slice %arg0[%arg4, %arg7] [4, 1] [1, 1] : tensor<8x?xf32> to tensor<4x1xf32>
        %extracted_slice_0 = tensor.extract_slice %arg8[%arg7] [1] [1] : tensor<?xf32> to tensor<1xf32>
        %extracted_slice_1 = tensor.extract_slice %arg9[%arg7] [1] [1] : tensor<?xf32> to tensor<1xf32>
        %3:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%extracted_slice : tensor<4x1xf32>) outs(%extracted_slice_0, %extracted_slice_1 : tensor<1xf32>, tensor<1xf32>) {
        ^bb0(%in: f32, %out: f32, %out_2: f32):
          %4 = arith.addf %out, %in : f32
          %5 = arith.mulf %out_2, %in : f32
          linalg.yield %4, %5 : f32, f32
        } -> (tensor<1xf32>, tensor<1xf32>)
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %3#0 into %arg8[%arg7] [1] [1] : tensor<1xf32> into tensor<?xf32>
          tensor.parallel_insert_slice %3#1 into %arg9[%arg7] [1] [1] : tensor<1xf32> into tensor<?xf32>
        }
      } {mapping = [#gpu.thread<linear_dim_0>]}
      scf.yield %2#0, %2#1 : tensor<?xf32>, tensor<?xf32>
    }
    %1 = iree_linalg_ext.map_store %0#0 into %arg3 {
    ^bb0(%arg4: index):
      iree_linalg_ext.yield %arg4, %true : index, i1
    } : tensor<?xf32> into tensor<128xf32> -> tensor<128xf32>
    return %1 : tensor<128xf32>
  }
}

