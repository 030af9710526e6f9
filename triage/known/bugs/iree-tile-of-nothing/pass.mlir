#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
func.func @product(%vector: tensor<0xf32>, %matrix: tensor<2x0xf32>, %init: tensor<2xf32>) -> tensor<2xf32> {
  %product = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction"]}
      ins(%vector, %matrix : tensor<0xf32>, tensor<2x0xf32>) outs(%init : tensor<2xf32>)
      attrs = {lowering_config = #iree_cpu.lowering_config<distribution = [2, 0], vector_common_parallel = [4, 0], vector_reduction = [0, 1]>} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = arith.mulf %in, %in_0 : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  return %product : tensor<2xf32>
}
