#target = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu_features = "+avx2,+fma", data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", native_vector_size = 32 : i64, target_triple = "x86_64-unknown-unknown-eabi-elf"}>
func.func @attention(%query: tensor<?x1xf32>, %values: tensor<?x1xf32>, %n: index) -> (tensor<?x1xf32>, tensor<?xf32>, tensor<?xf32>) attributes {hal.executable.target = #target} {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 1.0 : f32
  %lowest = arith.constant -3.40282347E+38 : f32
  %0 = tensor.empty(%n) : tensor<?x1xf32>
  %keys = linalg.fill ins(%zero : f32) outs(%0 : tensor<?x1xf32>) -> tensor<?x1xf32>
  %1 = tensor.empty(%n) : tensor<?xf32>
  %max = linalg.fill ins(%lowest : f32) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.fill ins(%zero : f32) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
  %2:3 = iree_linalg_ext.online_attention <indexing_maps = [
      affine_map<(d0, d1, d2, d3) -> (d0, d2)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>,
      affine_map<(d0, d1, d2, d3) -> (d3, d1)>, affine_map<(d0, d1, d2, d3) -> ()>,
      affine_map<(d0, d1, d2, d3) -> (d0, d1)>, affine_map<(d0, d1, d2, d3) -> (d0)>, affine_map<(d0, d1, d2, d3) -> (d0)>]>
      ins(%query, %keys, %values, %scale : tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, f32)
      outs(%keys, %max, %sum : tensor<?x1xf32>, tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%score: f32):
    iree_linalg_ext.yield %score : f32
  } -> tensor<?x1xf32>, tensor<?xf32>, tensor<?xf32>
  return %2#0, %2#1, %2#2 : tensor<?x1xf32>, tensor<?xf32>, tensor<?xf32>
}
