#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<TileAndFuse> workgroup_size = [64, 1, 1] subgroup_size = 64>
func.func @sums_and_products(%m: tensor<8x?xf32>, %size: index, %init: tensor<?xf32>, %out: tensor<128xf32>) -> tensor<128xf32>
    attributes {translation_info = #translation} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %true = arith.constant true
  %0:2 = scf.for %k = %c0 to %c8 step %c4 iter_args(%sums = %init, %products = %init) -> (tensor<?xf32>, tensor<?xf32>) {
    %2:2 = scf.forall (%t) in (%size) shared_outs(%a = %sums, %b = %products) -> (tensor<?xf32>, tensor<?xf32>) {
      %column = tensor.extract_slice %m[%k, %t] [4, 1] [1, 1] : tensor<8x?xf32> to tensor<4x1xf32>
      %sum = tensor.extract_slice %a[%t] [1] [1] : tensor<?xf32> to tensor<1xf32>
      %product = tensor.extract_slice %b[%t] [1] [1] : tensor<?xf32> to tensor<1xf32>
      %3:2 = linalg.generic {
          indexing_maps = [affine_map<(i, k) -> (k, i)>, affine_map<(i, k) -> (i)>, affine_map<(i, k) -> (i)>],
          iterator_types = ["parallel", "reduction"]
        } ins(%column : tensor<4x1xf32>) outs(%sum, %product : tensor<1xf32>, tensor<1xf32>) {
      ^bb0(%in: f32, %s: f32, %p: f32):
        %4 = arith.addf %s, %in : f32
        %5 = arith.mulf %p, %in : f32
        linalg.yield %4, %5 : f32, f32
      } -> (tensor<1xf32>, tensor<1xf32>)
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %3#0 into %a[%t] [1] [1] : tensor<1xf32> into tensor<?xf32>
        tensor.parallel_insert_slice %3#1 into %b[%t] [1] [1] : tensor<1xf32> into tensor<?xf32>
      }
    } {mapping = [#gpu.thread<linear_dim_0>]}
    scf.yield %2#0, %2#1 : tensor<?xf32>, tensor<?xf32>
  }
  %1 = iree_linalg_ext.map_store %0#0 into %out {
  ^bb0(%i: index):
    iree_linalg_ext.yield %i, %true : index, i1
  } : tensor<?xf32> into tensor<128xf32> -> tensor<128xf32>
  return %1 : tensor<128xf32>
}
