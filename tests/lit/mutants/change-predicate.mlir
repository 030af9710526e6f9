// RUN: assay-opt --assay-mutate='operator=change-predicate site=2' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: change-predicate of arith.cmpi, 2 of
// CHECK: @f(
func.func @f(%x: index, %y: index) -> i1 {
  // CHECK: arith.cmpi ult
  %0 = arith.cmpi slt, %x, %y : index
  return %0 : i1
}
