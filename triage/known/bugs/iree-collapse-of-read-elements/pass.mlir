#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> ()>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  util.func public @main(%arg0: f32, %arg1: tensor<?x?x1xf32>, %arg2: tensor<?x?xf32>, %arg3: index) {
    %0 = flow.dispatch.region -> (tensor<?x?x1xf32>{%arg3, %arg3}) {
      %1 = iree_linalg_ext.attention <indexing_maps = [#map, #map, #map1, #map2, #map1]> ins(%arg1, %arg1, %arg1, %arg0 : tensor<?x?x1xf32>, tensor<?x?x1xf32>, tensor<?x?x1xf32>, f32) outs(%arg1 : tensor<?x?x1xf32>) {
      ^bb0(%arg4: f32):
        iree_linalg_ext.yield %arg4 : f32
      } -> tensor<?x?x1xf32>
      %2 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<?x?x1xf32>) outs(%arg1 : tensor<?x?x1xf32>) {
      ^bb0(%in: f32, %out: f32):
        %3 = linalg.index 0 : index
        %extracted = tensor.extract %arg2[%3, %3] : tensor<?x?xf32>
        %4 = arith.addf %in, %extracted : f32
        linalg.yield %4 : f32
      } -> tensor<?x?x1xf32>
      flow.return %2 : tensor<?x?x1xf32>
    }
    util.return
  }
}

