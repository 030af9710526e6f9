// RUN: assay-opt --assay-mutate='operator=change-signedness site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: change-signedness of arith.extsi, 1 of
// CHECK: @f(
func.func @f(%x: i8) -> i32 {
  // CHECK: arith.extui
  %0 = arith.extsi %x : i8 to i32
  return %0 : i32
}
