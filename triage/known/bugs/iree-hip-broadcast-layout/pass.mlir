#one = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [1], element_tile = [1],
  subgroup_strides = [0], thread_strides = [0]>
#two = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [1], element_tile = [2],
  subgroup_strides = [0], thread_strides = [0]>
func.func @stretch(%max: vector<1xf64>) -> vector<2xf64> {
  %0 = iree_vector_ext.to_layout %max to layout(#one) : vector<1xf64>
  %1 = vector.broadcast %0 : vector<1xf64> to vector<2xf64>
  %2 = iree_vector_ext.to_layout %1 to layout(#two) : vector<2xf64>
  return %2 : vector<2xf64>
}
