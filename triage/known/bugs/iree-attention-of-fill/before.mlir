#executable_target_embedded_elf_x86_64 = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu_features = "+avx2,+fma", data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", native_vector_size = 32 : i64, target_triple = "x86_64-unknown-unknown-eabi-elf"}>
#map = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0)>
module {
  func.func @attention(%arg0: tensor<?x1xf32>, %arg1: tensor<?x1xf32>, %arg2: index) -> (tensor<?x1xf32>, tensor<?xf32>, tensor<?xf32>) attributes {hal.executable.target = #executable_target_embedded_elf_x86_64} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant -3.40282347E+38 : f32
    %0 = tensor.empty(%arg2) : tensor<?x1xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?x1xf32>) -> tensor<?x1xf32>
    %2 = tensor.empty(%arg2) : tensor<?xf32>
    %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : tensor<?xf32>) -> tensor<?xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%2 : tensor<?xf32>) -> tensor<?xf32>
    %5:3 = iree_linalg_ext.online_attention <indexing_maps = [#map, #map1, #map2, #map3, #map4, #map5, #map5]> ins(%arg0, %1, %arg1, %cst_0 : tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, f32) outs(%1, %3, %4 : tensor<?x1xf32>, tensor<?xf32>, tensor<?xf32>) {
    ^bb0(%arg3: f32):
      iree_linalg_ext.yield %arg3 : f32
    } -> tensor<?x1xf32>, tensor<?xf32>, tensor<?xf32>
    return %5#0, %5#1, %5#2 : tensor<?x1xf32>, tensor<?xf32>, tensor<?xf32>
  }
}

