#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @products(%arg0: memref<?xf32>, %arg1: memref<?xf64>, %arg2: index) {
    %0 = iree_codegen.load_from_buffer %arg0 : memref<?xf32> -> tensor<?xf32>
    %cst = arith.constant 0.000000e+00 : f64
    %1 = tensor.empty(%arg2) : tensor<?xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%0 : tensor<?xf32>) outs(%1 : tensor<?xf64>) {
    ^bb0(%in: f32, %out: f64):
      %5 = arith.extf %in : f32 to f64
      linalg.yield %5 : f64
    } -> tensor<?xf64>
    %3 = linalg.fill ins(%cst : f64) outs(%1 : tensor<?xf64>) -> tensor<?xf64>
    %4 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "reduction"]} ins(%2, %2 : tensor<?xf64>, tensor<?xf64>) outs(%3 : tensor<?xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %5 = arith.mulf %in, %in_0 : f64
      %6 = arith.addf %out, %5 : f64
      linalg.yield %6 : f64
    } -> tensor<?xf64>
    iree_codegen.store_to_buffer %4, %arg1 : tensor<?xf64> into memref<?xf64>
    return
  }
}

