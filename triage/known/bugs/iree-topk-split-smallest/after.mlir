#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  util.func public @main(%arg0: tensor<4xf32>) -> (tensor<1xf32>, tensor<1xi32>) {
    %cst = arith.constant dense<0x7F800000> : tensor<1xf32>
    %cst_0 = arith.constant dense<0> : tensor<1xi32>
    %expanded = tensor.expand_shape %arg0 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
    %0 = tensor.empty() : tensor<2x1xf32>
    %1 = tensor.empty() : tensor<2x1xi32>
    %cst_1 = arith.constant 0xFF800000 : f32
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %2 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %3 = linalg.fill ins(%c2147483647_i32 : i32) outs(%1 : tensor<2x1xi32>) -> tensor<2x1xi32>
    %4:2 = iree_linalg_ext.topk dimension(1) ins(%expanded : tensor<2x2xf32>) outs(%2, %3 : tensor<2x1xf32>, tensor<2x1xi32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %7 = arith.cmpf olt, %arg1, %arg2 : f32
      iree_linalg_ext.yield %7 : i1
    } -> tensor<2x1xf32>, tensor<2x1xi32>
    %c2_i32 = arith.constant 2 : i32
    %5 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%4#1 : tensor<2x1xi32>) {
    ^bb0(%out: i32):
      %7 = linalg.index 0 : index
      %8 = arith.index_cast %7 : index to i32
      %9 = arith.muli %c2_i32, %8 : i32
      %10 = arith.addi %9, %out : i32
      linalg.yield %10 : i32
    } -> tensor<2x1xi32>
    %collapsed = tensor.collapse_shape %4#0 [[0, 1]] : tensor<2x1xf32> into tensor<2xf32>
    %collapsed_2 = tensor.collapse_shape %5 [[0, 1]] : tensor<2x1xi32> into tensor<2xi32>
    %6:2 = iree_linalg_ext.topk dimension(0) ins(%collapsed, %collapsed_2 : tensor<2xf32>, tensor<2xi32>) outs(%cst, %cst_0 : tensor<1xf32>, tensor<1xi32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %7 = arith.cmpf olt, %arg1, %arg2 : f32
      iree_linalg_ext.yield %7 : i1
    } -> tensor<1xf32>, tensor<1xi32>
    util.return %6#0, %6#1 : tensor<1xf32>, tensor<1xi32>
  }
}

