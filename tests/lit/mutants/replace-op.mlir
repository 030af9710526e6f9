// RUN: assay-opt --assay-mutate='operator=replace-op site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: replace-op of arith.maximumf, 1 of
// CHECK: @f(
func.func @f(%x: f32, %y: f32) -> f32 {
  // CHECK: arith.minimumf
  %0 = arith.maximumf %x, %y : f32
  return %0 : f32
}
