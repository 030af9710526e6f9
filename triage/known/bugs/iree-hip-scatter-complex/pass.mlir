func.func @main(%updates: tensor<1xcomplex<f32>>, %indices: tensor<1xi32>, %base: tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>> {
  %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true)
      ins(%updates, %indices : tensor<1xcomplex<f32>>, tensor<1xi32>) outs(%base : tensor<1xcomplex<f32>>) {
  ^bb0(%update: complex<f32>, %old: complex<f32>):
    iree_linalg_ext.yield %update : complex<f32>
  } -> tensor<1xcomplex<f32>>
  return %0 : tensor<1xcomplex<f32>>
}
