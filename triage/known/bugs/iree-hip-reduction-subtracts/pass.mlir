func.func @sum(%a: tensor<?xi32>, %zero: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"],
      lowering_config = #iree_gpu.lowering_config<{partial_reduction = [64]}>
    } ins(%a : tensor<?xi32>) outs(%zero : tensor<i32>) {
  ^bb0(%in: i32, %out: i32):
    %1 = arith.subi %out, %in : i32
    linalg.yield %1 : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}
