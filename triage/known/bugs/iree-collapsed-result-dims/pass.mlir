#all = affine_map<(i, j, k) -> (i, j, k)>
#last = affine_map<(i, j, k) -> (k)>
util.func public @main(%x: tensor<?x2x?xi64>, %m: index, %n: index) -> (tensor<?xi64>, tensor<?x2x?xi64>) {
  %c0 = arith.constant 0 : i64
  %r:2 = flow.dispatch.region -> (tensor<?xi64>{%n}, tensor<?x2x?xi64>{%m, %n}) {
    %0 = tensor.empty(%m, %n) : tensor<?x2x?xi64>
    %negated = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%x : tensor<?x2x?xi64>) outs(%0 : tensor<?x2x?xi64>) {
    ^bb0(%in: i64, %out: i64):
      %2 = arith.subi %c0, %in : i64
      linalg.yield %2 : i64
    } -> tensor<?x2x?xi64>
    %1 = tensor.empty(%n) : tensor<?xi64>
    %fill = linalg.fill ins(%c0 : i64) outs(%1 : tensor<?xi64>) -> tensor<?xi64>
    %sum = linalg.generic {indexing_maps = [#all, #last], iterator_types = ["reduction", "reduction", "parallel"]}
        ins(%negated : tensor<?x2x?xi64>) outs(%fill : tensor<?xi64>) {
    ^bb0(%in: i64, %out: i64):
      %2 = arith.addi %out, %in : i64
      linalg.yield %2 : i64
    } -> tensor<?xi64>
    flow.return %sum, %negated : tensor<?xi64>, tensor<?x2x?xi64>
  }
  util.return %r#0, %r#1 : tensor<?xi64>, tensor<?x2x?xi64>
}
