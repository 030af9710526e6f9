// RUN: assay-opt --assay-mutate='operator=change-loop-bound site=2' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: change-loop-bound of scf.for, 2 of
// CHECK: @f(
// CHECK-SAME: %[[L:[^ ]*]]: index, %[[U:[^ ]*]]: index, %[[S:[^ ]*]]: index
func.func @f(%m: memref<?xf32>, %l: index, %u: index, %s: index, %x: f32) {
  // CHECK: %[[ONE:.*]] = arith.constant -1
  // CHECK: %[[LESS:.*]] = arith.addi %[[U]], %[[ONE]]
  // CHECK: scf.for %{{.*}} = %[[L]] to %[[LESS]] step %[[S]]
  scf.for %i = %l to %u step %s {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}
