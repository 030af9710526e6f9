// RUN: assay-opt --assay-reduce-in-groups %s | FileCheck %s

// A workgroup of two waves for each row: the second one's shares go to the first one's lanes, which combine them by
// shuffles. The host makes sure that a row can be counted in 32 bits.
// CHECK-LABEL: @sums
// CHECK: %[[LENGTH:.*]] = memref.dim %{{.*}}, %c1
// CHECK: %[[FITS:.*]] = arith.cmpi ule, %[[LENGTH]], %c2147483648
// CHECK: cf.assert %[[FITS]], "there are more than 2147483648 elements of a reduction"
// CHECK: scf.parallel
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c128
// CHECK: memref.alloca() : memref<128xf32, #gpu.address_space<workgroup>>
// CHECK-COUNT-1: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK-COUNT-6: gpu.shuffle xor
// CHECK-NOT: gpu.shuffle
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

// More than 32 bits are no shuffle's: halving seven times. What the result's buffer holds comes in once, in the end.
// CHECK-LABEL: @wide
// CHECK: memref.alloca() : memref<128xi64, #gpu.address_space<workgroup>>
// CHECK-COUNT-7: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK-NOT: gpu.shuffle
// CHECK: memref.load %arg1[] : memref<i64>
// CHECK: memref.store %{{.*}}, %arg1[] : memref<i64>
// CHECK-NEXT: }
func.func @wide(%x: memref<?xi64>, %y: memref<i64>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : memref<?xi64>) outs(%y : memref<i64>) {
  ^bb0(%a: i64, %b: i64):
    %1 = arith.maxsi %b, %a : i64
    linalg.yield %1 : i64
  }
  return
}

// The least element and the first index of it: each share starts with what the results' buffers hold.
// CHECK-LABEL: @extreme
// CHECK: %[[BEST:.*]] = memref.load %arg1
// CHECK: %[[FIRST:.*]] = memref.load %arg2
// CHECK: %[[SHARE:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[BEST]], %{{.*}} = %[[FIRST]])
// CHECK: %[[BESTS:.*]] = memref.alloca() : memref<128xf32, #gpu.address_space<workgroup>>
// CHECK: %[[FIRSTS:.*]] = memref.alloca() : memref<128xi32, #gpu.address_space<workgroup>>
// CHECK: memref.store %[[SHARE]]#0, %[[BESTS]]
// CHECK: memref.store %[[SHARE]]#1, %[[FIRSTS]]
// CHECK-COUNT-7: gpu.barrier
func.func @extreme(%x: memref<?x?xf32>, %y: memref<?xf32>, %z: memref<?xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%y, %z : memref<?xf32>, memref<?xi32>) {
  ^bb0(%a: f32, %best: f32, %first: i32):
    %0 = linalg.index 1 : index
    %here = arith.index_cast %0 : index to i32
    %wins = arith.cmpf olt, %a, %best : f32
    %ties = arith.cmpf oeq, %a, %best : f32
    %earlier = arith.cmpi slt, %here, %first : i32
    %both = arith.andi %ties, %earlier : i1
    %takes = arith.ori %wins, %both : i1
    %1 = arith.select %takes, %a, %best : f32
    %2 = arith.select %takes, %here, %first : i32
    linalg.yield %1, %2 : f32, i32
  }
  return
}

// With ties left to the order of elements it is not the same in any order.
// CHECK-LABEL: @lastExtreme
// CHECK: linalg.generic
func.func @lastExtreme(%x: memref<?xf32>, %y: memref<f32>, %z: memref<i32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>],
                  iterator_types = ["reduction"]}
      ins(%x : memref<?xf32>) outs(%y, %z : memref<f32>, memref<i32>) {
  ^bb0(%a: f32, %best: f32, %last: i32):
    %0 = linalg.index 0 : index
    %here = arith.index_cast %0 : index to i32
    %takes = arith.cmpf ole, %a, %best : f32
    %1 = arith.select %takes, %a, %best : f32
    %2 = arith.select %takes, %here, %last : i32
    linalg.yield %1, %2 : f32, i32
  }
  return
}

// A loop that is called a reduction combines nothing if each iteration has an element of its own.
// CHECK-LABEL: @each_its_own
// CHECK: linalg.generic
func.func @each_its_own(%x: memref<64x1024xf32>, %y: memref<64x1024xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x1024xf32>) outs(%y : memref<64x1024xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// The loop that comes first is the one that is summed over.
// CHECK-LABEL: @columns
// CHECK: linalg.generic
func.func @columns(%x: memref<1024x64xf32>, %y: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(k, i) -> (k, i)>, affine_map<(k, i) -> (i)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<1024x64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  }
  return
}
