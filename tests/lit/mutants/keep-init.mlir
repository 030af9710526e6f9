// RUN: assay-opt --assay-mutate='operator=keep-init site=2' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: keep-init of scf.for, 2 of
// CHECK: @f(
func.func @f(%l: index, %u: index, %s: index, %x: f32) -> f32 {
  // CHECK: iter_args(%[[A:.*]] = %{{.*}})
  // CHECK: scf.yield %[[A]]
  %0 = scf.for %i = %l to %u step %s iter_args(%a = %x) -> f32 {
    %1 = arith.addf %a, %a : f32
    scf.yield %1 : f32
  }
  return %0 : f32
}
