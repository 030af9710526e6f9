// RUN: assay-opt --assay-mutate='operator=swap-branches site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: swap-branches of scf.if, 1 of
// CHECK: @f(
// CHECK-SAME: %{{.*}}: i1, %[[X:.*]]: f32, %[[Y:.*]]: f32
func.func @f(%c: i1, %x: f32, %y: f32) -> f32 {
  // CHECK: scf.yield %[[Y]]
  // CHECK: else
  // CHECK: scf.yield %[[X]]
  %0 = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
    scf.yield %y : f32
  }
  return %0 : f32
}
