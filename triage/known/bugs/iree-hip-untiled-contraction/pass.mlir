func.func @products(%in: memref<?xf32>, %sums: memref<?xf64>, %n: index) {
  %0 = iree_codegen.load_from_buffer %in : memref<?xf32> -> tensor<?xf32>
  %zero = arith.constant 0.0 : f64
  %1 = tensor.empty(%n) : tensor<?xf64>
  %x = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%0 : tensor<?xf32>) outs(%1 : tensor<?xf64>) {
  ^bb0(%a: f32, %out: f64):
    %4 = arith.extf %a : f32 to f64
    linalg.yield %4 : f64
  } -> tensor<?xf64>
  %2 = linalg.fill ins(%zero : f64) outs(%1 : tensor<?xf64>) -> tensor<?xf64>
  %3 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]
    } ins(%x, %x : tensor<?xf64>, tensor<?xf64>) outs(%2 : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %4 = arith.mulf %a, %b : f64
    %5 = arith.addf %out, %4 : f64
    linalg.yield %5 : f64
  } -> tensor<?xf64>
  iree_codegen.store_to_buffer %3, %sums : tensor<?xf64> into memref<?xf64>
  return
}
