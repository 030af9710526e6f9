#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#encoding = #iree_encoding.encoding<operand_index = 0 : index, op_type = matmul, element_types = [f32, f32, f32], user_indexing_maps = [#map, #map1, #map2], iteration_sizes = [2, 2, 2]>
#encoding1 = #iree_encoding.encoding<operand_index = 1 : index, op_type = matmul, element_types = [f32, f32, f32], user_indexing_maps = [#map, #map1, #map2], iteration_sizes = [2, 2, 2]>
#encoding2 = #iree_encoding.encoding<operand_index = 2 : index, op_type = matmul, element_types = [f32, f32, f32], user_indexing_maps = [#map, #map1, #map2], iteration_sizes = [2, 2, 2]>
module {
  func.func @product(%arg0: tensor<2x2xf32, #encoding>, %arg1: tensor<2x2xf32, #encoding1>, %arg2: tensor<2x2xf32, #encoding2>) -> tensor<2x2xf32, #encoding2> {
    %0 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg0, %arg1 : tensor<2x2xf32, #encoding>, tensor<2x2xf32, #encoding1>) outs(%arg2 : tensor<2x2xf32, #encoding2>) -> tensor<2x2xf32, #encoding2>
    return %0 : tensor<2x2xf32, #encoding2>
  }
}

