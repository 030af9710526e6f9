func.func @main(%updates: tensor<?xf32>, %indices: tensor<?x1xi64>) -> tensor<?xf32> {
  %base = stablehlo.constant dense<0.0> : tensor<2xf32>
  %0 = "stablehlo.scatter"(%base, %indices, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%present: tensor<f32>, %update: tensor<f32>):
    stablehlo.return %update : tensor<f32>
  }) : (tensor<2xf32>, tensor<?x1xi64>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
