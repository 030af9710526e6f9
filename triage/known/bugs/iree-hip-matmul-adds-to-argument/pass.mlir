func.func @main(%x: tensor<33xf32>) -> tensor<33xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = scf.forall (%tile) = (0) to (33) step (16) shared_outs(%out = %x) -> (tensor<33xf32>) {
    %size = affine.min affine_map<(i) -> (33 - i, 16)>(%tile)
    %rest = affine.apply affine_map<(n) -> (16 - n)>(%size)
    %1 = tensor.extract_slice %out[%tile] [%size] [1] : tensor<33xf32> to tensor<?xf32>
    %padded = tensor.pad %1 low[0] high[%rest] {
    ^bb0(%i: index):
      tensor.yield %zero : f32
    } : tensor<?xf32> to tensor<16xf32>
    %2 = scf.forall (%lane) in (16) shared_outs(%o = %padded) -> (tensor<16xf32>) {
      %4 = tensor.extract_slice %o[%lane] [1] [1] : tensor<16xf32> to tensor<1xf32>
      %5 = math.exp %4 : tensor<1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %5 into %o[%lane] [1] [1] : tensor<1xf32> into tensor<16xf32>
      }
    } {mapping = [#gpu.thread<linear_dim_0>]}
    %3 = tensor.extract_slice %2[0] [%size] [1] : tensor<16xf32> to tensor<?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %3 into %out[%tile] [%size] [1] : tensor<?xf32> into tensor<33xf32>
    }
  } {mapping = [#iree_codegen.workgroup_mapping<x>]}
  return %0 : tensor<33xf32>
}
