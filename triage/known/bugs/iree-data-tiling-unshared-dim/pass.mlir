#left = affine_map<(k, x, m) -> (k, m)>
#right = affine_map<(k, x, m) -> (k, x)>
#result = affine_map<(k, x, m) -> (m)>
#encoding = #iree_encoding.encoding<operand_index = 1 : index, op_type = matmul, element_types = [f32, f32, f32],
    user_indexing_maps = [#left, #right, #result], iteration_sizes = [2, 2, 2]>
#cpu = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {
    target_triple = "x86_64-none-elf", cpu_features = "+avx2,+fma", iree.encoding.resolver = #iree_cpu.cpu_encoding_resolver<>}>
func.func @right(%m: tensor<2x2xf32>) -> tensor<2x2xf32, #encoding> attributes {hal.executable.target = #cpu} {
  %0 = iree_encoding.set_encoding %m : tensor<2x2xf32> -> tensor<2x2xf32, #encoding>
  return %0 : tensor<2x2xf32, #encoding>
}
