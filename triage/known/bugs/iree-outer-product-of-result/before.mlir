#config = #iree_cpu.lowering_config<distribution = [8, 0]>
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @outer(%arg0: tensor<17x3xf32>) -> tensor<17x17xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<17xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<17xf32>) -> tensor<17xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<17x3xf32>) outs(%1 : tensor<17xf32>) attrs =  {lowering_config = #config} {
    ^bb0(%in: f32, %out: f32):
      %5 = arith.addf %out, %in : f32
      linalg.yield %5 : f32
    } -> tensor<17xf32>
    %3 = tensor.empty() : tensor<17x17xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %2 : tensor<17xf32>, tensor<17xf32>) outs(%3 : tensor<17x17xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<17x17xf32>
    return %4 : tensor<17x17xf32>
  }
}

