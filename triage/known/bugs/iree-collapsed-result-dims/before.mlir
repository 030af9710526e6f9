#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2)>
module {
  util.func public @main(%arg0: tensor<?x2x?xi64>, %arg1: index, %arg2: index) -> (tensor<?xi64>, tensor<?x2x?xi64>) {
    %c0_i64 = arith.constant 0 : i64
    %0:2 = flow.dispatch.region -> (tensor<?xi64>{%arg2}, tensor<?x2x?xi64>{%arg1, %arg2}) {
      %1 = tensor.empty(%arg1, %arg2) : tensor<?x2x?xi64>
      %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<?x2x?xi64>) outs(%1 : tensor<?x2x?xi64>) {
      ^bb0(%in: i64, %out: i64):
        %6 = arith.subi %c0_i64, %in : i64
        linalg.yield %6 : i64
      } -> tensor<?x2x?xi64>
      %3 = tensor.empty(%arg2) : tensor<?xi64>
      %4 = linalg.fill ins(%c0_i64 : i64) outs(%3 : tensor<?xi64>) -> tensor<?xi64>
      %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction", "parallel"]} ins(%2 : tensor<?x2x?xi64>) outs(%4 : tensor<?xi64>) {
      ^bb0(%in: i64, %out: i64):
        %6 = arith.addi %out, %in : i64
        linalg.yield %6 : i64
      } -> tensor<?xi64>
      flow.return %5, %2 : tensor<?xi64>, tensor<?x2x?xi64>
    }
    util.return %0#0, %0#1 : tensor<?xi64>, tensor<?x2x?xi64>
  }
}

