// RUN: assay-opt --assay-mutate='operator=change-float site=4' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: change-float of arith.constant, 4 of
// CHECK: @f(
func.func @f() -> (f32, f32) {
  %0 = arith.constant 2.0 : f32
  // CHECK: arith.constant 2.0{{.*}} : f32
  // CHECK: arith.constant 1.0{{.*}} : f32
  %1 = arith.constant 0.0 : f32
  return %0, %1 : f32, f32
}
