// RUN: assay-opt --assay-mutate='operator=swap-map-dims site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: swap-map-dims of linalg.generic, 1 of
// CHECK: #[[SWAPPED:.*]] = affine_map<(d0, d1) -> (d1, d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: @f(
func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[SWAPPED]], #{{.*}}]
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
