// RUN: assay-opt --assay-use-vectors %s | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>

// Four at a time as long as there are four.
// CHECK-LABEL: @add
// CHECK: scf.parallel
// CHECK: vector.load %{{.*}} : memref<?xf32>, vector<4xf32>
// CHECK: arith.addf %{{.*}} : vector<4xf32>
// CHECK: vector.store
// CHECK: else
// CHECK: scf.for
// CHECK: memref.store
func.func @add(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %s: f32) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %s : f32
    linalg.yield %0 : f32
  }
  return
}

// Not element by element, not dense, bits, a library's function.
// CHECK-LABEL: @others
// CHECK-NOT: vector.load
func.func @others(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %v: memref<?x?xf32, strided<[?, 1]>>, %m: memref<?x?xi1>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v : memref<?x?xf32, strided<[?, 1]>>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xf32>) outs(%m : memref<?x?xi1>) {
  ^bb0(%a: f32, %b: i1):
    %0 = arith.cmpf olt, %a, %a : f32
    linalg.yield %0 : i1
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  }
  return
}

// Elements that are no whole bytes lie otherwise in memory than in a vector.
// CHECK-LABEL: @no_whole_bytes
// CHECK-NOT: vector<
// CHECK: return
func.func @no_whole_bytes(%x: memref<64xi4>, %y: memref<64xi24>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : memref<64xi4>) outs(%y : memref<64xi24>) {
  ^bb0(%in: i4, %out: i24):
    %0 = arith.extsi %in : i4 to i24
    %1 = arith.addi %0, %0 : i24
    linalg.yield %1 : i24
  }
  return
}
