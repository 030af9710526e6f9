#row = affine_map<(n, k) -> (k)>
#matrix = affine_map<(n, k) -> (n, k)>
#result = affine_map<(n, k) -> (n)>
#encoding = #iree_encoding.encoding<operand_index = 0 : index, op_type = matmul, element_types = [f32, f32, f32],
    user_indexing_maps = [#row, #matrix, #result], iteration_sizes = [2, 2]>
func.func @vector(%v: tensor<2xf32>) -> tensor<2xf32, #encoding> {
  %0 = iree_encoding.set_encoding %v : tensor<2xf32> -> tensor<2xf32, #encoding>
  return %0 : tensor<2xf32, #encoding>
}
