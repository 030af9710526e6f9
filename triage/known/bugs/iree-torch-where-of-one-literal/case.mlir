// compile-failure: type of return operand 0 doesn't match function result type.
// The generator's modules go around it; no case of assay's.

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-llvmcpu-target-cpu=x86-64-v3

func.func @main(%c: !torch.vtensor<[3],i1>) -> !torch.vtensor<[3],si32> {
  %x = torch.vtensor.literal(dense<7> : tensor<si32>) : !torch.vtensor<[],si32>
  %y = torch.aten.where.self %c, %x, %x : !torch.vtensor<[3],i1>, !torch.vtensor<[],si32>, !torch.vtensor<[],si32> -> !torch.vtensor<[3],si32>
  return %y : !torch.vtensor<[3],si32>
}
