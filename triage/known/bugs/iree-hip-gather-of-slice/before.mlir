#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @gather(%arg0: tensor<2x4xindex>, %arg1: tensor<3x3xf32>) -> tensor<2x4xf32> {
    %extracted_slice = tensor.extract_slice %arg1[0, 0] [2, 2] [1, 1] : tensor<3x3xf32> to tensor<2x2xf32>
    %0 = tensor.empty() : tensor<2x4xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x4xindex>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: index, %out: f32):
      %2 = linalg.index 0 : index
      %extracted = tensor.extract %extracted_slice[%2, %in] : tensor<2x2xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x4xf32>
    return %1 : tensor<2x4xf32>
  }
  module attributes {transform.with_named_sequence} {
    transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
      %0 = transform.structured.match ops{["linalg.generic"]} in %arg0 : (!transform.any_op) -> !transform.any_op
      %1 = transform.get_parent_op %0 {isolated_from_above} : (!transform.any_op) -> !transform.any_op
      %2 = transform.structured.vectorize_children_and_apply_patterns %1 {vectorize_nd_extract} : (!transform.any_op) -> !transform.any_op
      transform.yield 
    }
  }
}

