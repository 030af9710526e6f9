#left = affine_map<(k, m, n) -> (k, m)>
#right = affine_map<(k, m, n) -> (k, n)>
#result = affine_map<(k, m, n) -> (m, n)>
#lhs = #iree_encoding.encoding<operand_index = 0 : index, op_type = matmul, element_types = [f32, f32, f32],
    user_indexing_maps = [#left, #right, #result], iteration_sizes = [2, 2, 2]>
#rhs = #iree_encoding.encoding<operand_index = 1 : index, op_type = matmul, element_types = [f32, f32, f32],
    user_indexing_maps = [#left, #right, #result], iteration_sizes = [2, 2, 2]>
#out = #iree_encoding.encoding<operand_index = 2 : index, op_type = matmul, element_types = [f32, f32, f32],
    user_indexing_maps = [#left, #right, #result], iteration_sizes = [2, 2, 2]>
func.func @product(%a: tensor<2x2xf32, #lhs>, %b: tensor<2x2xf32, #rhs>, %c: tensor<2x2xf32, #out>) -> tensor<2x2xf32, #out> {
  %0 = linalg.contract indexing_maps = [#left, #right, #result]
      ins(%a, %b : tensor<2x2xf32, #lhs>, tensor<2x2xf32, #rhs>) outs(%c : tensor<2x2xf32, #out>) -> tensor<2x2xf32, #out>
  return %0 : tensor<2x2xf32, #out>
}
