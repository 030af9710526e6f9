// RUN: assay-opt --assay-mutate='operator=shift-integer site=2' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: shift-integer of arith.constant, 2 of
// CHECK: @f(
func.func @f() -> (index, i1) {
  // CHECK: arith.constant 3 : index
  %0 = arith.constant 4 : index
  %1 = arith.constant true
  return %0, %1 : index, i1
}
