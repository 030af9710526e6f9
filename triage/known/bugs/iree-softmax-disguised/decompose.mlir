module attributes {transform.with_named_sequence} {
  func.func @softmax(%x: tensor<?xf32>) -> tensor<1xf32> {
    %0 = tensor.empty() : tensor<1xf32>
    %1 = linalg.softmax dimension(0) ins(%x : tensor<?xf32>) outs(%0 : tensor<1xf32>) -> tensor<1xf32>
    return %1 : tensor<1xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %s = transform.structured.match ops{["linalg.softmax"]} in %m : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose_interface %s : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
