#target = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu_features = "+avx2", data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", native_vector_size = 32 : i64, target_triple = "x86_64-unknown-unknown-eabi-elf"}>
func.func @attention(%qk: tensor<2x0xf32>, %v: tensor<2x1xf32>, %scale: f32, %out: tensor<2x1xf32>, %max: tensor<2xf32>, %sum: tensor<2xf32>)
    -> (tensor<2x1xf32>, tensor<2xf32>, tensor<2xf32>) attributes {hal.executable.target = #target} {
  %0:3 = iree_linalg_ext.online_attention <indexing_maps = [
      affine_map<(b, n, k) -> (b, k)>, affine_map<(b, n, k) -> (b, k)>, affine_map<(b, n, k) -> (b, n)>, affine_map<(b, n, k) -> ()>,
      affine_map<(b, n, k) -> (b, n)>, affine_map<(b, n, k) -> (b)>, affine_map<(b, n, k) -> (b)>]>
      ins(%qk, %qk, %v, %scale : tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x1xf32>, f32) outs(%out, %max, %sum : tensor<2x1xf32>, tensor<2xf32>, tensor<2xf32>) {
  ^bb0(%score: f32):
    iree_linalg_ext.yield %score : f32
  } -> tensor<2x1xf32>, tensor<2xf32>, tensor<2xf32>
  return %0#0, %0#1, %0#2 : tensor<2x1xf32>, tensor<2xf32>, tensor<2xf32>
}
