// The address of an element of a slice is counted in the extents of the slice.
#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @gather(%columns: tensor<2x4xindex>, %matrix: tensor<3x3xf32>) -> tensor<2x4xf32> {
  %slice = tensor.extract_slice %matrix[0, 0] [2, 2] [1, 1] : tensor<3x3xf32> to tensor<2x2xf32>
  %empty = tensor.empty() : tensor<2x4xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%columns : tensor<2x4xindex>) outs(%empty : tensor<2x4xf32>) {
  ^bb0(%column: index, %out: f32):
    %row = linalg.index 0 : index
    %x = tensor.extract %slice[%row, %column] : tensor<2x2xf32>
    linalg.yield %x : f32
  } -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %generic = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %func = transform.get_parent_op %generic {isolated_from_above} : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize_children_and_apply_patterns %func {vectorize_nd_extract} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
