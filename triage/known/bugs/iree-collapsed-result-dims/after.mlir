#map = affine_map<()[s0] -> (s0 * 2)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  util.func public @main(%arg0: tensor<?x2x?xi64>, %arg1: index, %arg2: index) -> (tensor<?xi64>, tensor<?x2x?xi64>) {
    %c0_i64 = arith.constant 0 : i64
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<?x2x?xi64> into tensor<?x?xi64>
    %0 = affine.apply #map()[%arg2]
    %1:2 = flow.dispatch.region -> (tensor<?xi64>{%arg2}, tensor<?x?xi64>{%0, %arg1}) {
      %c2 = arith.constant 2 : index
      %2 = arith.muli %arg1, %c2 overflow<nsw> : index
      %3 = tensor.empty(%2, %arg2) : tensor<?x?xi64>
      %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<?x?xi64>) outs(%3 : tensor<?x?xi64>) {
      ^bb0(%in: i64, %out: i64):
        %8 = arith.subi %c0_i64, %in : i64
        linalg.yield %8 : i64
      } -> tensor<?x?xi64>
      %5 = tensor.empty(%arg2) : tensor<?xi64>
      %6 = linalg.fill ins(%c0_i64 : i64) outs(%5 : tensor<?xi64>) -> tensor<?xi64>
      %7 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "parallel"]} ins(%4 : tensor<?x?xi64>) outs(%6 : tensor<?xi64>) {
      ^bb0(%in: i64, %out: i64):
        %8 = arith.addi %out, %in : i64
        linalg.yield %8 : i64
      } -> tensor<?xi64>
      flow.return %7, %4 : tensor<?xi64>, tensor<?x?xi64>
    }
    %expanded = tensor.expand_shape %1#1 [[0, 1], [2]] output_shape [%arg1, 2, %arg2] : tensor<?x?xi64> into tensor<?x2x?xi64>
    util.return %1#0, %expanded : tensor<?xi64>, tensor<?x2x?xi64>
  }
}

