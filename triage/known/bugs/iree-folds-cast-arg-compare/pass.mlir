func.func @main(%x: tensor<?x5xf32>, %value: tensor<1xf32>, %place: tensor<1xi32>) -> tensor<?xi32> {
  %0 = tensor.cast %value : tensor<1xf32> to tensor<?xf32>
  %1 = tensor.cast %place : tensor<1xi32> to tensor<?xi32>
  %2:2 = iree_linalg_ext.arg_compare dimension(1) ins(%x : tensor<?x5xf32>) outs(%0, %1 : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%a: f32, %b: f32):
    %3 = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %3 : i1
  } -> tensor<?xf32>, tensor<?xi32>
  return %2#1 : tensor<?xi32>
}
