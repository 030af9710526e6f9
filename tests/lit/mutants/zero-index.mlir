// RUN: assay-opt --assay-mutate='operator=zero-index site=2' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: zero-index of memref.load, 2 of
// CHECK: @f(
// CHECK-SAME: %[[I:[^ ]*]]: index, %[[J:[^ ]*]]: index
func.func @f(%m: memref<?x?xf32>, %i: index, %j: index) -> f32 {
  // CHECK: %[[ZERO:.*]] = arith.constant 0
  // CHECK: memref.load %{{.*}}[%[[I]], %[[ZERO]]]
  %0 = memref.load %m[%i, %j] : memref<?x?xf32>
  return %0 : f32
}
