#map = affine_map<(d0) -> (-d0 + 33, 16)>
#map1 = affine_map<(d0) -> (-d0 + 16)>
module {
  func.func @main(%arg0: tensor<33xf32>) -> tensor<33xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = scf.forall (%arg1) = (0) to (33) step (16) shared_outs(%arg2 = %arg0) -> (tensor<33xf32>) {
      %1 = affine.min #map(%arg1)
      %2 = affine.apply #map1(%1)
      %extracted_slice = tensor.extract_slice %arg2[%arg1] [%1] [1] : tensor<33xf32> to tensor<?xf32>
      %padded = tensor.pad %extracted_slice low[0] high[%2] {
      ^bb0(%arg3: index):
        tensor.yield %cst : f32
      } : tensor<?xf32> to tensor<16xf32>
      %3 = scf.forall (%arg3) in (16) shared_outs(%arg4 = %padded) -> (tensor<16xf32>) {
        %extracted_slice_1 = tensor.extract_slice %arg4[%arg3] [1] [1] : tensor<16xf32> to tensor<1xf32>
        %4 = math.exp %extracted_slice_1 : tensor<1xf32>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %4 into %arg4[%arg3] [1] [1] : tensor<1xf32> into tensor<16xf32>
        }
      } {mapping = [#gpu.thread<linear_dim_0>]}
      %extracted_slice_0 = tensor.extract_slice %3[0] [%1] [1] : tensor<16xf32> to tensor<?xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %extracted_slice_0 into %arg2[%arg1] [%1] [1] : tensor<?xf32> into tensor<33xf32>
      }
    } {mapping = [#iree_codegen.workgroup_mapping<x>]}
    return %0 : tensor<33xf32>
  }
}

