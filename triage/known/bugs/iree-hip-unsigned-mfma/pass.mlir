#lhs = affine_map<(d0, d1, d2) -> (d0, d2)>
#rhs = affine_map<(d0, d1, d2) -> (d2, d1)>
#out = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @unsigned(%lhs: tensor<16x32xi8>, %rhs: tensor<32x16xi8>, %init: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %product = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%lhs, %rhs : tensor<16x32xi8>, tensor<32x16xi8>) outs(%init : tensor<16x16xi32>)
      attrs = {lowering_config = #iree_gpu.lowering_config<{mma_kind = #iree_gpu.mma_layout<MFMA_I32_16x16x32_I8>, subgroup = [0, 0, 0]}>} {
  ^bb0(%l: i8, %r: i8, %sum: i32):
    %0 = arith.extui %l : i8 to i32
    %1 = arith.extui %r : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<16x16xi32>
  return %product : tensor<16x16xi32>
}
