// RUN: assay-opt --assay-mutate='operator=replace-operand site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: replace-operand of math.exp, 1 of
// CHECK: @f(
// CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: f32
func.func @f(%x: f32, %y: f32) -> f32 {
  // CHECK: math.exp %[[Y]]
  %0 = math.exp %x : f32
  return %0 : f32
}
