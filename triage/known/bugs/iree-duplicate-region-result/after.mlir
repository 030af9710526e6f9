#map = affine_map<(d0) -> (d0)>
module {
  util.func public @main(%arg0: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
    %0 = tensor.empty() : tensor<4xi32>
    %1:2 = flow.dispatch.region -> (tensor<4xi32>, tensor<4xi32>) {
      %2:2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xi32>) outs(%0, %0 : tensor<4xi32>, tensor<4xi32>) {
      ^bb0(%in: i32, %out: i32, %out_0: i32):
        %3 = arith.addi %in, %in : i32
        %4 = arith.muli %in, %in : i32
        linalg.yield %3, %4 : i32, i32
      } -> (tensor<4xi32>, tensor<4xi32>)
      flow.return %2#1, %2#0 : tensor<4xi32>, tensor<4xi32>
    }
    util.return %1#0, %1#1, %1#0 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
  }
}

