#map = affine_map<(d0) -> (-d0 + 33, 16)>
#map1 = affine_map<(d0) -> (0, d0)>
#map2 = affine_map<(d0, d1) -> (d0 - d1, d0)>
#map3 = affine_map<(d0, d1) -> (d0 - d1)>
#map4 = affine_map<(d0, d1) -> (d0 - d1, 0)>
#map5 = affine_map<(d0) -> (d0, 1)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1) -> (d0 - d1, 1)>
#map8 = affine_map<(d0) -> (-d0 + 1)>
module {
  func.func @main(%arg0: tensor<33xf32>) -> tensor<33xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = scf.forall (%arg1) = (0) to (33) step (16) shared_outs(%arg2 = %arg0) -> (tensor<33xf32>) {
      %1 = affine.min #map(%arg1)
      %extracted_slice = tensor.extract_slice %arg2[%arg1] [%1] [1] : tensor<33xf32> to tensor<?xf32>
      %2 = affine.min #map1(%1)
      %3 = affine.min #map2(%1, %2)
      %4 = affine.apply #map3(%1, %3)
      %extracted_slice_0 = tensor.extract_slice %extracted_slice[%2] [%3] [1] : tensor<?xf32> to tensor<?xf32>
      %padded = tensor.pad %extracted_slice_0 low[0] high[%4] {
      ^bb0(%arg3: index):
        tensor.yield %cst : f32
      } : tensor<?xf32> to tensor<?xf32>
      %5 = scf.forall (%arg3) in (16) shared_outs(%arg4 = %padded) -> (tensor<?xf32>) {
        %6 = affine.max #map4(%1, %arg3)
        %7 = affine.min #map5(%6)
        %8 = affine.min #map6(%arg3, %1)
        %9 = affine.min #map7(%1, %8)
        %10 = affine.apply #map8(%9)
        %extracted_slice_1 = tensor.extract_slice %extracted_slice[%8] [%9] [1] : tensor<?xf32> to tensor<?xf32>
        %padded_2 = tensor.pad %extracted_slice_1 low[0] high[%10] {
        ^bb0(%arg5: index):
          tensor.yield %cst : f32
        } : tensor<?xf32> to tensor<?xf32>
        %cast = tensor.cast %padded_2 : tensor<?xf32> to tensor<1xf32>
        %11 = math.exp %cast : tensor<1xf32>
        %extracted_slice_3 = tensor.extract_slice %11[0] [%7] [1] : tensor<1xf32> to tensor<?xf32>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %extracted_slice_3 into %arg4[%arg3] [%7] [1] : tensor<?xf32> into tensor<?xf32>
        }
      } {mapping = [#gpu.thread<linear_dim_0>]}
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %5 into %arg2[%arg1] [%1] [1] : tensor<?xf32> into tensor<33xf32>
      }
    } {mapping = [#iree_codegen.workgroup_mapping<x>]}
    return %0 : tensor<33xf32>
  }
}

