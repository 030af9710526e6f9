#map = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0)>
module {
  func.func @attention(%arg0: tensor<1x1xf32>, %arg1: tensor<?x1xf32>, %arg2: tensor<?x1xf32>, %arg3: tensor<1x1xf32>, %arg4: tensor<1xf32>, %arg5: tensor<1xf32>) -> tensor<1x1xf32> {
    %cst = arith.constant 1.000000e+00 : f32
    %0:3 = iree_linalg_ext.online_attention <indexing_maps = [#map, #map1, #map2, #map3, #map4, #map5, #map5]> {lowering_config = #iree_gpu.lowering_config<{partial_reduction = [0, 0, 0, 512]}>} ins(%arg0, %arg1, %arg2, %cst : tensor<1x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, f32) outs(%arg3, %arg4, %arg5 : tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>) {
    ^bb0(%arg6: f32):
      iree_linalg_ext.yield %arg6 : f32
    } -> tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>
    return %0#0 : tensor<1x1xf32>
  }
}

