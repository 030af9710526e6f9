// RUN: assay-opt --assay-mutate='operator=skip-op site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: skip-op of math.absf, 1 of
// CHECK: @f(
// CHECK-SAME: %[[X:.*]]: f32
func.func @f(%x: f32) -> f32 {
  // CHECK-NEXT: return %[[X]]
  %0 = math.absf %x : f32
  return %0 : f32
}
