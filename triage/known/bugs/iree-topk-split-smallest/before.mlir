module {
  util.func public @main(%arg0: tensor<4xf32>) -> (tensor<1xf32>, tensor<1xi32>) {
    %cst = arith.constant dense<0x7F800000> : tensor<1xf32>
    %cst_0 = arith.constant dense<0> : tensor<1xi32>
    %0:2 = iree_linalg_ext.topk dimension(0) ins(%arg0 : tensor<4xf32>) outs(%cst, %cst_0 : tensor<1xf32>, tensor<1xi32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.cmpf olt, %arg1, %arg2 : f32
      iree_linalg_ext.yield %1 : i1
    } -> tensor<1xf32>, tensor<1xi32>
    util.return %0#0, %0#1 : tensor<1xf32>, tensor<1xi32>
  }
}

