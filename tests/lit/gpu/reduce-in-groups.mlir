// RUN: assay-opt --assay-reduce-in-groups %s | FileCheck %s

// A workgroup of two waves for each row, halving seven times. The host makes sure that a row can be counted in 32 bits.
// CHECK-LABEL: @sums
// CHECK: %[[LENGTH:.*]] = memref.dim %{{.*}}, %c1
// CHECK: %[[FITS:.*]] = arith.cmpi ule, %[[LENGTH]], %c2147483648
// CHECK: cf.assert %[[FITS]], "there are more than 2147483648 elements of a reduction"
// CHECK: scf.parallel
// CHECK: %[[SHARES:.*]] = memref.alloca() : memref<128xf32, #gpu.address_space<workgroup>>
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c128
// CHECK-COUNT-7: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: {assay.workgroup = 128 : i64}
func.func @sums(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %b, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// Too short to share.
// CHECK-LABEL: @short
// CHECK: linalg.generic
func.func @short(%x: memref<?x4xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x4xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.addf %b, %a : f32
    linalg.yield %1 : f32
  }
  return
}

// What is subtracted last is not what is subtracted first; and an element that depends on the sum is none.
// CHECK-LABEL: @inOrder
// CHECK-COUNT-2: linalg.generic
func.func @inOrder(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.subf %a, %b : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %b, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// index has no neutral element.
// CHECK-LABEL: @ofIndex
// CHECK: linalg.generic
func.func @ofIndex(%x: memref<?x?xindex>, %y: memref<?xindex>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xindex>) outs(%y : memref<?xindex>) {
  ^bb0(%a: index, %b: index):
    %1 = arith.maxsi %b, %a : index
    linalg.yield %1 : index
  }
  return
}

// What is known to be short enough is not asked about; the place of an element is computed of both extents.
// CHECK-LABEL: @static
// CHECK-NOT: cf.assert
// CHECK: scf.for %[[ITERATION:.*]] = %{{.*}} to %c48{{.*}} iter_args(%[[SOFAR:.*]] =
// CHECK: %[[PLACE:.*]] = arith.index_cast %[[ITERATION]] : index to i32
// CHECK: %[[COLUMN:.*]] = arith.remui %[[PLACE]]
// CHECK: %[[SECOND:.*]] = arith.index_castui %[[COLUMN]]
// CHECK: %[[NUMBER:.*]] = arith.index_cast %[[SECOND]] : index to i64
// CHECK: arith.addi %[[SOFAR]], %[[NUMBER]]
func.func @static(%x: memref<12x4xi64>, %y: memref<i64>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>],
                  iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<12x4xi64>) outs(%y : memref<i64>) {
  ^bb0(%a: i64, %b: i64):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.addi %b, %1 : i64
    linalg.yield %2 : i64
  }
  return
}
