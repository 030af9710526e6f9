// RUN: assay-opt --assay-order-loops --split-input-file --verify-diagnostics %s | FileCheck %s

// The reduction was outside; linalg.index follows its loop.
// CHECK-LABEL: @columns
// CHECK: iterator_types = ["parallel", "reduction"]
// CHECK: linalg.index 1
func.func @columns(%x: memref<?x?xindex>, %y: memref<?xindex>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>],
                  iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<?x?xindex>) outs(%y : memref<?xindex>) {
  ^bb0(%a: index, %b: index):
    %row = linalg.index 0 : index
    %0 = arith.muli %a, %row : index
    %1 = arith.addi %0, %b : index
    linalg.yield %1 : index
  }
  return
}

// Dense memory the host copies; the rest is an op.
// CHECK-LABEL: @copies
// CHECK: memref.copy %{{.*}} : memref<?xf32> to memref<?xf32>
// CHECK-NOT: memref.copy
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<?xf32, strided<[2], offset: ?>>)
func.func @copies(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32, strided<[2], offset: ?>>) {
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  memref.copy %z, %y : memref<?xf32, strided<[2], offset: ?>> to memref<?xf32>
  return
}

// A slice that is returned is copied, though a cast says that it is dense.
// CHECK-LABEL: @slice
// CHECK: %[[DENSE:.*]] = memref.alloc(%{{.*}}) : memref<3x?xf32>
// CHECK: linalg.generic {{.*}} outs(%[[DENSE]] : memref<3x?xf32>)
// CHECK: return %[[DENSE]]
func.func @slice(%x: memref<3x?xf32, strided<[2, 1]>>) -> memref<3x?xf32> {
  %0 = memref.cast %x : memref<3x?xf32, strided<[2, 1]>> to memref<3x?xf32>
  return %0 : memref<3x?xf32>
}

// -----

func.func @of_unknown_rank(%x: memref<*xf32>, %y: memref<*xf32>) {
  // expected-error @+1 {{copies memory of unknown rank}}
  memref.copy %x, %y : memref<*xf32> to memref<*xf32>
  return
}

// -----

// What is returned of a slice is dense, by the type that the function has.
// CHECK-LABEL: @slice
// CHECK: %[[DENSE:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK: %[[CAST:.*]] = memref.cast %[[DENSE]] : memref<4x4xf32> to memref<4x4xf32, strided<[?, ?], offset: ?>>
// CHECK: return %[[CAST]]
func.func @slice(%x: memref<8x8xf32>, %o: index) -> memref<4x4xf32, strided<[?, ?], offset: ?>> {
  %0 = memref.subview %x[%o, 0] [4, 4] [%o, %o] : memref<8x8xf32> to memref<4x4xf32, strided<[?, ?], offset: ?>>
  return %0 : memref<4x4xf32, strided<[?, ?], offset: ?>>
}

// -----

func.func @slice_of_known_strides(%x: memref<8x8xf32>) -> memref<4x4xf32, strided<[8, 1]>> {
  %0 = memref.subview %x[0, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  // expected-error @+1 {{returns memory of strides that a copy of it would not have}}
  return %0 : memref<4x4xf32, strided<[8, 1]>>
}
