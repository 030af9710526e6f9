// RUN: assay-opt --assay-mutate='operator=swap-indices site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: swap-indices of memref.load, 1 of
// CHECK: @f(
// CHECK-SAME: %[[I:[^ ]*]]: index, %[[J:[^ ]*]]: index
func.func @f(%m: memref<?x?xf32>, %i: index, %j: index) -> f32 {
  // CHECK: memref.load %{{.*}}[%[[J]], %[[I]]]
  %0 = memref.load %m[%i, %j] : memref<?x?xf32>
  return %0 : f32
}
