// A seed draws the same change each time, of those at a phase alone.
// RUN: assay-opt --assay-mutate='seed=1 phase=tensors' %s 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: assay-opt --assay-mutate='seed=1 phase=tensors' %s 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: assay-opt --assay-mutate='seed=7 phase=llvm' %s 2>&1 | FileCheck %s --check-prefix=LLVM
// ONE: remark: tensors: {{.*}}, {{[0-9]+}} of
// LLVM-NOT: swap-map-dims

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = arith.subf %a, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
