#config = #iree_cpu.lowering_config<distribution = [8, 0]>
#map = affine_map<(d0) -> (-d0 + 17, 8)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @outer(%arg0: tensor<17x3xf32>) -> tensor<17x17xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<17x17xf32>
    %1 = scf.forall (%arg1) = (0) to (17) step (8) shared_outs(%arg2 = %0) -> (tensor<17x17xf32>) {
      %2 = affine.min #map(%arg1)
      %extracted_slice = tensor.extract_slice %arg0[%arg1, 0] [%2, 3] [1, 1] : tensor<17x3xf32> to tensor<?x3xf32>
      %3 = tensor.empty(%2) : tensor<?xf32>
      %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<?xf32>) -> tensor<?xf32>
      %5 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%extracted_slice : tensor<?x3xf32>) outs(%4 : tensor<?xf32>) attrs =  {lowering_config = #config} {
      ^bb0(%in: f32, %out: f32):
        %7 = arith.addf %out, %in : f32
        linalg.yield %7 : f32
      } -> tensor<?xf32>
      %extracted_slice_0 = tensor.extract_slice %arg2[%arg1, %arg1] [%2, %2] [1, 1] : tensor<17x17xf32> to tensor<?x?xf32>
      %6 = linalg.generic {indexing_maps = [#map2, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%5, %5 : tensor<?xf32>, tensor<?xf32>) outs(%extracted_slice_0 : tensor<?x?xf32>) {
      ^bb0(%in: f32, %in_1: f32, %out: f32):
        %7 = arith.mulf %in, %in_1 : f32
        linalg.yield %7 : f32
      } -> tensor<?x?xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %6 into %arg2[%arg1, %arg1] [%2, %2] [1, 1] : tensor<?x?xf32> into tensor<17x17xf32>
      }
    } {mapping = [#iree_codegen.workgroup_mapping<x>]}
    return %1 : tensor<17x17xf32>
  }
}

