// RUN: assay-opt --assay-mutate='operator=shift-index site=2' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: shift-index of memref.load, 2 of
// CHECK: @f(
// CHECK-SAME: %[[I:[^ ]*]]: index, %[[J:[^ ]*]]: index
func.func @f(%m: memref<?x?xf32>, %i: index, %j: index) -> f32 {
  // CHECK: %[[ONE:.*]] = arith.constant -1
  // CHECK: %[[BEFORE:.*]] = arith.addi %[[I]], %[[ONE]]
  // CHECK: memref.load %{{.*}}[%[[BEFORE]], %[[J]]]
  %0 = memref.load %m[%i, %j] : memref<?x?xf32>
  return %0 : f32
}
