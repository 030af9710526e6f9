util.func public @main(%x: tensor<2x2xi64>, %empty: tensor<2xi64>, %scalar: tensor<i64>) -> (tensor<2xi64>, tensor<i64>) {
  %a = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (k, i)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]
    } ins(%x : tensor<2x2xi64>) outs(%empty : tensor<2xi64>) {
  ^bb0(%in: i64, %out: i64):
    %0 = arith.maxsi %in, %out : i64
    linalg.yield %0 : i64
  } -> tensor<2xi64>
  %j = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]
    } outs(%empty : tensor<2xi64>) {
  ^bb0(%out: i64):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i64
    linalg.yield %1 : i64
  } -> tensor<2xi64>
  %b = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (k, i)>, affine_map<(i, k) -> (i)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]
    } ins(%x, %a, %j : tensor<2x2xi64>, tensor<2xi64>, tensor<2xi64>) outs(%empty : tensor<2xi64>) {
  ^bb0(%in: i64, %max: i64, %at: i64, %out: i64):
    %0 = arith.muli %in, %max : i64
    %1 = arith.minsi %0, %out : i64
    linalg.yield %1 : i64
  } -> tensor<2xi64>
  %c = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]
    } ins(%a : tensor<2xi64>) outs(%scalar : tensor<i64>) {
  ^bb0(%in: i64, %out: i64):
    %0 = arith.maxsi %in, %out : i64
    linalg.yield %0 : i64
  } -> tensor<i64>
  %d = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]
    } ins(%a, %c, %j : tensor<2xi64>, tensor<i64>, tensor<2xi64>) outs(%scalar : tensor<i64>) {
  ^bb0(%in: i64, %max: i64, %at: i64, %out: i64):
    %0 = arith.muli %in, %max : i64
    %1 = arith.minsi %0, %out : i64
    linalg.yield %1 : i64
  } -> tensor<i64>
  util.return %b, %d : tensor<2xi64>, tensor<i64>
}
