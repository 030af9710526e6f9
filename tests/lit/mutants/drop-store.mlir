// RUN: assay-opt --assay-mutate='operator=drop-store site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: drop-store of memref.store, 1 of
// CHECK: @f(
// CHECK-SAME: %[[X:[^ ]*]]: f32, %[[Y:[^ ]*]]: f32
func.func @f(%m: memref<?xf32>, %i: index, %x: f32, %y: f32) {
  // CHECK-NOT: memref.store %[[X]]
  // CHECK: memref.store %[[Y]]
  memref.store %x, %m[%i] : memref<?xf32>
  memref.store %y, %m[%i] : memref<?xf32>
  return
}
