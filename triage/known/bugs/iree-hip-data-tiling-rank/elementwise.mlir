#row = affine_map<(n, k) -> (k)>
#matrix = affine_map<(n, k) -> (n, k)>
#result = affine_map<(n, k) -> (n)>
#encoding = #iree_encoding.encoding<operand_index = 0 : index, op_type = matmul, element_types = [f32, f32, f32],
    user_indexing_maps = [#row, #matrix, #result], iteration_sizes = [2, 2]>
func.func @negated(%v: tensor<2xf32, #encoding>) -> tensor<2xf32, #encoding> {
  %0 = tensor.empty() : tensor<2xf32, #encoding>
  %1 = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>], iterator_types = ["parallel"]}
      ins(%v : tensor<2xf32, #encoding>) outs(%0 : tensor<2xf32, #encoding>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.negf %in : f32
    linalg.yield %2 : f32
  } -> tensor<2xf32, #encoding>
  return %1 : tensor<2xf32, #encoding>
}
