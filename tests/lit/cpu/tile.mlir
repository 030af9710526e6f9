// RUN: assay-opt --assay-tile --canonicalize %s | FileCheck %s
// RUN: assay-opt --assay-tile=width=8 --canonicalize %s | FileCheck %s --check-prefix=WIDE

#id = affine_map<(d0, d1) -> (d0, d1)>

// One iteration of the outer loop and 4 elements of the inner one at a time, then the rest.
// CHECK-LABEL: @elementwise
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c1
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c4
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<1x4xf32
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<1x?xf32
// WIDE-LABEL: @elementwise
// WIDE: linalg.generic {{.*}} ins(%{{.*}} : memref<1x8xf32
func.func @elementwise(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}

// Code for each element: fewer at a time.
// CHECK-LABEL: @libm
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<1x2xf32
// WIDE-LABEL: @libm
// WIDE: linalg.generic {{.*}} ins(%{{.*}} : memref<1x2xf32
func.func @libm(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = math.tanh %a : f32
    linalg.yield %0 : f32
  }
  return
}

// Bits have no vector form: the loop over the last dim is cut, and nothing is split off.
// CHECK-LABEL: @bits
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c8
// CHECK-NEXT: affine.min
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<?x?xi1
// CHECK-NOT: scf.for
func.func @bits(%x: memref<?x?xi1>, %y: memref<?x?xi1>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xi1>) outs(%y : memref<?x?xi1>) {
  ^bb0(%a: i1, %b: i1):
    linalg.yield %a : i1
  }
  return
}

// The whole nest is one vector.
// CHECK-LABEL: @short
// CHECK-NOT: scf.for
func.func @short(%x: memref<2x8xf32>, %y: memref<2x8xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<2x8xf32>) outs(%y : memref<2x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: @nothing
// CHECK-NOT: scf.for
func.func @nothing(%x: memref<0x19xf32>, %y: memref<0x19xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<0x19xf32>) outs(%y : memref<0x19xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}

// Nor one that has none by the slice that it reads, though its type does not say so.
// CHECK-LABEL: @nothing_of_a_slice
// CHECK-NOT: scf.for
func.func @nothing_of_a_slice(%x: memref<?x19xf32>, %n: index, %y: memref<?x?xcomplex<f32>>) {
  %c0 = arith.constant 0 : index
  %0 = memref.subview %x[0, 0] [%n, %c0] [1, 1] : memref<?x19xf32> to memref<?x?xf32, strided<[19, 1]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : memref<?x?xf32, strided<[19, 1]>>) outs(%y : memref<?x?xcomplex<f32>>) {
  ^bb0(%a: f32, %b: complex<f32>):
    %1 = complex.create %a, %a : complex<f32>
    linalg.yield %1 : complex<f32>
  }
  return
}

// Of what is walked downwards the first place of a tile is not the least.
// CHECK-LABEL: @downwards
// CHECK-NOT: memref.subview
// CHECK: return
func.func @downwards(%x: memref<32xf32>, %y: memref<32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a) -> (31 - a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%x : memref<32xf32>) outs(%y : memref<32xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}
