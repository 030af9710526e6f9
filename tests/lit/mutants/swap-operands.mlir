// RUN: assay-opt --assay-mutate='operator=swap-operands site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: swap-operands of arith.subi, 1 of
// CHECK: @f(
// CHECK-SAME: %[[X:.*]]: i32, %[[Y:.*]]: i32
func.func @f(%x: i32, %y: i32) -> i32 {
  // CHECK: arith.subi %[[Y]], %[[X]]
  %0 = arith.subi %x, %y : i32
  return %0 : i32
}
