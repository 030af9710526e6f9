func.func @attention(%query: tensor<1x1xf32>, %keys: tensor<?x1xf32>, %values: tensor<?x1xf32>,
                     %out: tensor<1x1xf32>, %max: tensor<1xf32>, %sum: tensor<1xf32>) -> tensor<1x1xf32> {
  %scale = arith.constant 1.0 : f32
  %0:3 = iree_linalg_ext.online_attention
      <indexing_maps = [affine_map<(i, n, d, k) -> (i, d)>, affine_map<(i, n, d, k) -> (k, d)>,
                        affine_map<(i, n, d, k) -> (k, n)>, affine_map<(i, n, d, k) -> ()>,
                        affine_map<(i, n, d, k) -> (i, n)>, affine_map<(i, n, d, k) -> (i)>, affine_map<(i, n, d, k) -> (i)>]>
      {lowering_config = #iree_gpu.lowering_config<{partial_reduction = [0, 0, 0, 512]}>}
      ins(%query, %keys, %values, %scale : tensor<1x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, f32)
      outs(%out, %max, %sum : tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>) {
  ^bb0(%score: f32):
    iree_linalg_ext.yield %score : f32
  } -> tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>
  return %0#0 : tensor<1x1xf32>
}
