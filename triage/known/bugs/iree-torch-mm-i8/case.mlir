// crash:compile:SIGSEGV
// The generator's modules go around it; no case of assay's.

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-llvmcpu-target-cpu=x86-64-v3

func.func @main(%a: !torch.vtensor<[2,3],si8>, %b: !torch.vtensor<[3,4],si8>) -> !torch.vtensor<[2,4],si8> {
  %0 = torch.aten.mm %a, %b : !torch.vtensor<[2,3],si8>, !torch.vtensor<[3,4],si8> -> !torch.vtensor<[2,4],si8>
  return %0 : !torch.vtensor<[2,4],si8>
}
