// RUN: assay-opt --assay-drop-unit-loops %s | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#transposed = affine_map<(d0, d1) -> (d1, d0)>
#cube = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// The dim goes from each operand that has it, and the indices that remain are counted anew.
// CHECK-LABEL: @unit_rows
// CHECK: %[[X:.*]] = memref.subview %{{.*}}[0, 0] [1, %{{.*}}] [1, 1] : memref<1x?xi64> to memref<?xi64
// CHECK: %[[Y:.*]] = memref.subview %{{.*}}[0, 0] [%{{.*}}, 1] [1, 1] : memref<?x1xi64> to memref<?xi64
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[X]], %{{.*}}) outs(%[[Y]]
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[COLUMN:.*]] = linalg.index 0
// CHECK: arith.addi %[[ZERO]], %[[COLUMN]]
func.func @unit_rows(%x: memref<1x?xi64>, %row: memref<?xi64>, %y: memref<?x1xi64>) {
  linalg.generic {indexing_maps = [#id, #row, #transposed], iterator_types = ["parallel", "parallel"]}
      ins(%x, %row : memref<1x?xi64>, memref<?xi64>) outs(%y : memref<?x1xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = arith.addi %i, %j : index
    %1 = arith.index_cast %0 : index to i64
    linalg.yield %1 : i64
  }
  return
}

// A slice loses its dim where it is taken.
// CHECK-LABEL: @slice
// CHECK: memref.subview %{{.*}}[%{{.*}}, 3] [1, 4] [1, 1] : memref<?x?xf32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<4xf32
func.func @slice(%x: memref<?x?xf32>, %i: index, %y: memref<1x4xf32>) {
  %0 = memref.subview %x[%i, 3] [1, 4] [1, 1] : memref<?x?xf32> to memref<1x4xf32, strided<[?, 1], offset: ?>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : memref<1x4xf32, strided<[?, 1], offset: ?>>) outs(%y : memref<1x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

// Only one of the operands says that the extent is 1.
// CHECK-LABEL: @known_from_one
// CHECK: memref.subview %{{.*}}[0, 0] [1, %{{.*}}] [1, 1] : memref<?x?xf32> to memref<?xf32
func.func @known_from_one(%x: memref<1x?xf32>, %y: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<1x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

// So it is if that operand is not the first, and the other unit dim goes with it: a slice that kept
// one of the two could not say which.
// CHECK-LABEL: @known_from_last
// CHECK: memref.subview %{{.*}}[0, 0, 0] [1, %{{.*}}, 1] [1, 1, 1] : memref<?x?x?xf32> to memref<?xf32
// CHECK: memref.subview %{{.*}}[0, 0, 0] [1, %{{.*}}, 1] [1, 1, 1] : memref<1x?x1xf32> to memref<?xf32
func.func @known_from_last(%x: memref<?x?x?xf32>, %y: memref<1x?x1xf32>) {
  linalg.generic {indexing_maps = [#cube, #cube], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<?x?x?xf32>) outs(%y : memref<1x?x1xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

// A slice may say so though its type does not.
// CHECK-LABEL: @known_from_slice
// CHECK: memref.subview %{{.*}}[0, 0] [1, %{{.*}}] [1, 1] : memref<?x?xf32> to memref<?xf32
func.func @known_from_slice(%x: memref<?x?xf32>, %n: index, %y: memref<?x?xf32>) {
  %c1 = arith.constant 1 : index
  %0 = memref.subview %x[0, 0] [%c1, %n] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : memref<?x?xf32, strided<[?, 1]>>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

// CHECK-LABEL: @known_from_allocation
// CHECK: memref.subview %{{.*}}[0, 0] [1, %{{.*}}] [1, 1] : memref<?x?xf32> to memref<?xf32
func.func @known_from_allocation(%x: memref<?x?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %0 = memref.alloc(%c1, %n) : memref<?x?xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xf32>) outs(%0 : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

// CHECK-LABEL: @none
// CHECK-NOT: memref.subview
func.func @none(%x: memref<2x?xf32>, %y: memref<2x?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<2x?xf32>) outs(%y : memref<2x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

// A slice of nothing is invalid.
// CHECK-LABEL: @nothing
// CHECK-NOT: memref.subview
func.func @nothing(%x: memref<1x0xf32>, %y: memref<1x0xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<1x0xf32>) outs(%y : memref<1x0xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}
