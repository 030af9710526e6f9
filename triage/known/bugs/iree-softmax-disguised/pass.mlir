func.func @softmax(%x: tensor<1xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.softmax dimension(0) ins(%x : tensor<1xf32>) outs(%out : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @cast(%x: tensor<2x2xf32>, %out: tensor<2x?xf32>) -> tensor<2x2xf32> {
  %0 = linalg.softmax dimension(0) ins(%x : tensor<2x2xf32>) outs(%out : tensor<2x?xf32>) -> tensor<2x?xf32>
  %1 = tensor.cast %0 : tensor<2x?xf32> to tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
