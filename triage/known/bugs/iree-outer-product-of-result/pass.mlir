func.func @outer(%m: tensor<17x3xf32>) -> tensor<17x17xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<17xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<17xf32>) -> tensor<17xf32>
  %sums = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"],
      lowering_config = #iree_cpu.lowering_config<distribution = [8, 0]>
    } ins(%m : tensor<17x3xf32>) outs(%1 : tensor<17xf32>) {
  ^bb0(%in: f32, %out: f32):
    %4 = arith.addf %out, %in : f32
    linalg.yield %4 : f32
  } -> tensor<17xf32>
  %2 = tensor.empty() : tensor<17x17xf32>
  %3 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%sums, %sums : tensor<17xf32>, tensor<17xf32>) outs(%2 : tensor<17x17xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %4 = arith.mulf %a, %b : f32
    linalg.yield %4 : f32
  } -> tensor<17x17xf32>
  return %3 : tensor<17x17xf32>
}
