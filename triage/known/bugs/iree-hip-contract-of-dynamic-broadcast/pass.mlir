#config = #iree_gpu.lowering_config<{mma_kind = #iree_gpu.mma_layout<MFMA_F32_16x16x4_F32>, padding = [16, 16, 0, 4], workgroup = [16, 16, 0, 0]}>
func.func @main(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>, %out: tensor<?x2x2xf32>) -> tensor<?x2x2xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n, o, k) -> (k, m)>, affine_map<(m, n, o, k) -> (n, k)>, affine_map<(m, n, o, k) -> (o, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]
    } ins(%x, %y : tensor<2x2xf32>, tensor<2x2xf32>) outs(%out : tensor<?x2x2xf32>) attrs = {lowering_config = #config} {
  ^bb0(%in: f32, %in_0: f32, %sum: f32):
    %1 = arith.mulf %in, %in_0 : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?x2x2xf32>
  return %0 : tensor<?x2x2xf32>
}
