// RUN: assay-opt --assay-mutate='operator=swap-select site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: swap-select of arith.select, 1 of
// CHECK: @f(
// CHECK-SAME: %[[C:.*]]: i1, %[[X:.*]]: f32, %[[Y:.*]]: f32
func.func @f(%c: i1, %x: f32, %y: f32) -> f32 {
  // CHECK: arith.select %[[C]], %[[Y]], %[[X]]
  %0 = arith.select %c, %x, %y : f32
  return %0 : f32
}
