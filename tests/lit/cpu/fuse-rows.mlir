// RUN: assay-opt --assay-fuse-rows --split-input-file %s | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>

// A row of squares is what there is of them; what a row's elements have in common is computed once.
// CHECK-LABEL: @normalize
// CHECK-SAME: (%[[X:.*]]: memref<256x128xf32>, %[[Y:.*]]: memref<256x128xf32>)
// CHECK-DAG: %[[SUM:.*]] = memref.alloc() : memref<1xf32>
// CHECK-DAG: %[[SQUARES:.*]] = memref.alloc() : memref<1x128xf32>
// CHECK-NOT: memref.alloc
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[C256:.*]] step
// CHECK: linalg.generic
// CHECK: memref.subview %[[X]][%[[I]], 0] [1, 128] [1, 1]
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}}"reduction"]
// CHECK: %[[ROOT:.*]] = math.rsqrt
// CHECK: linalg.generic {{.*}}"parallel", "parallel"]
// CHECK-NOT: math.rsqrt
// CHECK: arith.mulf %{{.*}}, %[[ROOT]]
// CHECK: }
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @normalize(%x: memref<256x128xf32>, %y: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<256xf32>
  linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%sum : memref<256xf32>) {
  ^bb0(%out: f32):
    linalg.yield %zero : f32
  }
  %squares = memref.alloc() : memref<256x128xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<256x128xf32>) outs(%squares : memref<256x128xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%squares : memref<256x128xf32>) outs(%sum : memref<256xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : memref<256x128xf32>, memref<256xf32>) outs(%y : memref<256x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = math.rsqrt %b : f32
    %1 = arith.mulf %a, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Extents that are not known are the same where one op reads what another one makes. What is read later has all of its rows.
// CHECK-LABEL: @dynamic
// CHECK: %[[SUM:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK: scf.for
// CHECK: memref.subview %[[SUM]][%{{.*}}] [1] [1]
// CHECK: linalg.generic
// CHECK: linalg.generic
// CHECK: }
// CHECK: return %[[SUM]]
func.func @dynamic(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index) -> memref<?xf32> {
  %sum = memref.alloc(%n) : memref<?xf32>
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<?x?xf32>) outs(%sum : memref<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : memref<?x?xf32>, memref<?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  }
  return %sum : memref<?xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>

// Not where other rows are needed: sums that are those of columns, a matrix that is turned, other views of what is written, what may be any
// memory, other extents. Nor what is small, and nothing across an op that may do anything.
// CHECK-LABEL: @stays
// CHECK-NOT: scf.for
// CHECK: return
func.func @stays(%x: memref<128x128xf32>, %y: memref<128x128xf32>, %z: memref<64x128xf32>, %sum: memref<128xf32>, %few: memref<4x128xf32>, %four: memref<4xf32>,
                 %any: memref<memref<128x128xf32>>) {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<128x128xf32>) outs(%sum : memref<128xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : memref<128x128xf32>, memref<128xf32>) outs(%y : memref<128x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#turned, #row], iterator_types = ["parallel", "reduction"]} ins(%y : memref<128x128xf32>) outs(%sum : memref<128xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%z : memref<64x128xf32>) outs(%z : memref<64x128xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  memref.copy %x, %y : memref<128x128xf32> to memref<128x128xf32>
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<128x128xf32>) outs(%sum : memref<128xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  %loaded = memref.load %any[] : memref<memref<128x128xf32>>
  linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%sum : memref<128xf32>) outs(%loaded : memref<128x128xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  memref.copy %x, %y : memref<128x128xf32> to memref<128x128xf32>
  %all = memref.expand_shape %sum [[0, 1]] output_shape [128, 1] : memref<128xf32> into memref<128x1xf32>
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<128x128xf32>) outs(%sum : memref<128xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, #id], iterator_types = ["parallel", "parallel"]} ins(%all : memref<128x1xf32>) outs(%y : memref<128x128xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  memref.copy %x, %y : memref<128x128xf32> to memref<128x128xf32>
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%few : memref<4x128xf32>) outs(%four : memref<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%few, %four : memref<4x128xf32>, memref<4xf32>) outs(%few : memref<4x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// What the body of an op loads itself may be of any row.
// CHECK-LABEL: @loads
// CHECK-NOT: scf.for
// CHECK: return
func.func @loads(%x: memref<128x128xf32>, %y: memref<128x128xf32>) {
  %c0 = arith.constant 0 : index
  %sum = memref.alloc() : memref<128xf32>
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<128x128xf32>) outs(%sum : memref<128xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%sum : memref<128xf32>) outs(%y : memref<128x128xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = linalg.index 1 : index
    %1 = memref.load %sum[%0] : memref<128xf32>
    %2 = arith.addf %a, %1 : f32
    linalg.yield %2 : f32
  }
  return
}

// -----

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row = affine_map<(d0, d1, d2) -> (d0, d2)>

// A loop that has no iterations is left alone, and what is around it: upstream cannot make tiles of it.
// CHECK-LABEL: @no_elements
// CHECK-NOT: scf.for
// CHECK: return
func.func @no_elements(%x: memref<?x0x?xf32>, %sum: memref<?x?xf32>, %y: memref<?x0x?xf32>) {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x : memref<?x0x?xf32>) outs(%sum : memref<?x?xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %sum : memref<?x0x?xf32>, memref<?x?xf32>) outs(%y : memref<?x0x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}
