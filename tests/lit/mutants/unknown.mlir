// What cannot be changed is said, not passed over.
// RUN: not assay-opt --assay-mutate=operator=no-such-thing %s 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not assay-opt --assay-mutate='operator=swap-operands site=2' %s 2>&1 | FileCheck %s --check-prefix=SITE
// RUN: not assay-opt --assay-mutate='operator=swap-operands site=0' %s 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not assay-opt --assay-mutate=phase=dreams %s 2>&1 | FileCheck %s --check-prefix=PHASE
// NAME: there is no mutator 'no-such-thing'; there are swap-operands, replace-op
// SITE: there is no place 2 for swap-operands: there are 1
// ZERO: there is no place 0 for swap-operands: there are 1
// PHASE: there is no phase 'dreams'

func.func @f(%x: i32, %y: i32) -> i32 {
  %0 = arith.subi %x, %y : i32
  return %0 : i32
}
