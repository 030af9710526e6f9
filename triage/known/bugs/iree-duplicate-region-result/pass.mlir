util.func public @main(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %empty = tensor.empty() : tensor<4xi32>
  %r:3 = flow.dispatch.region -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
    %y:2 = linalg.generic {
        indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]
      } ins(%x : tensor<4xi32>) outs(%empty, %empty : tensor<4xi32>, tensor<4xi32>) {
    ^bb0(%in: i32, %a: i32, %b: i32):
      %twice = arith.addi %in, %in : i32
      %square = arith.muli %in, %in : i32
      linalg.yield %twice, %square : i32, i32
    } -> (tensor<4xi32>, tensor<4xi32>)
    flow.return %y#1, %y#0, %y#0 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
  }
  util.return %r#0, %r#1, %r#2 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}
