#config = #iree_cpu.lowering_config<vector_common_parallel = [0, 1], vector_reduction = [8, 0]>
func.func @main(%x: tensor<2x?xf32>, %n: index) -> tensor<2xf32> {
  %lowest = arith.constant 0xFFC00000 : f32
  %empty = tensor.empty() : tensor<2xf32>
  %0 = scf.forall (%i) in (2) shared_outs(%out = %empty) -> (tensor<2xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, %n] [1, 1] : tensor<2x?xf32> to tensor<1x?xf32>
    %one = tensor.empty() : tensor<1xf32>
    %fill = linalg.fill ins(%lowest : f32) outs(%one : tensor<1xf32>) -> tensor<1xf32>
    %max = linalg.generic {
        indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j)>],
        iterator_types = ["reduction", "parallel"]
      } ins(%row : tensor<1x?xf32>) outs(%fill : tensor<1xf32>) attrs = {lowering_config = #config} {
    ^bb0(%in: f32, %sofar: f32):
      %1 = arith.maxnumf %in, %sofar : f32
      linalg.yield %1 : f32
    } -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %max into %out[%i] [1] [1] : tensor<1xf32> into tensor<2xf32>
    }
  } {mapping = [#iree_codegen.workgroup_mapping<x>]}
  return %0 : tensor<2xf32>
}
