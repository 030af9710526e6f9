// RUN: assay-opt --assay-reduce-in-lanes --canonicalize --cse %s | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#rows = affine_map<(d0, d1) -> (d0)>

// Four sums side by side, then one, then what is left, element by element. A sum begins with -0, which changes nothing.
// CHECK-LABEL: @sum
// CHECK: %[[ZERO:.*]] = arith.constant dense<-0.000000e+00> : vector<8xf32>
// CHECK: scf.for
// CHECK: memref.load
// CHECK: scf.for {{.*}} step %c32 iter_args(%{{.*}} = %[[ZERO]], %{{.*}} = %[[ZERO]], %{{.*}} = %[[ZERO]], %{{.*}} = %[[ZERO]])
// CHECK-COUNT-4: vector.load {{.*}} vector<8xf32>
// CHECK: scf.yield
// CHECK: vector.extract_strided_slice {{.*}} : vector<8xf32> to vector<4xf32>
// CHECK: vector.extract {{.*}} : f32 from vector<1xf32>
// CHECK: scf.for {{.*}} step %c8 iter_args(%{{.*}} = %[[ZERO]])
// CHECK: scf.for {{.*}} step %c1 iter_args({{.*}}) -> (f32)
// CHECK: memref.store
// CHECK-NOT: linalg.generic
func.func @sum(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  }
  return
}

// A greatest element begins with what is there. What does not depend on the loop is the same for all lanes. Nothing is left of 64.
// CHECK-LABEL: @greatest
// CHECK: %[[PRESENT:.*]] = memref.load
// CHECK: %[[FIRST:.*]] = vector.broadcast %[[PRESENT]] : f32 to vector<8xf32>
// CHECK: scf.for {{.*}} step %c32 iter_args(%{{.*}} = %[[FIRST]]
// CHECK: vector.broadcast {{.*}} : f32 to vector<8xf32>
// CHECK-NOT: scf.for
// CHECK: return
func.func @greatest(%x: memref<3x64xf32>, %m: memref<3xf32>, %y: memref<3xf32>) {
  linalg.generic {indexing_maps = [#id, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : memref<3x64xf32>, memref<3xf32>) outs(%y : memref<3xf32>) {
  ^bb0(%a: f32, %c: f32, %b: f32):
    %0 = arith.subf %a, %c : f32
    %1 = arith.maximumf %0, %b : f32
    linalg.yield %1 : f32
  }
  return
}

// Short.
// CHECK-LABEL: @short
// CHECK: linalg.generic
func.func @short(%x: memref<?x31xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x31xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// Elements along the loop do not lie side by side.
// CHECK-LABEL: @columns
// CHECK: linalg.generic
func.func @columns(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [#swap, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: @strided
// CHECK: linalg.generic
func.func @strided(%x: memref<?x?xf32, strided<[?, 2]>>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32, strided<[?, 2]>>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// Factors would overflow in another order.
// CHECK-LABEL: @product
// CHECK: linalg.generic
func.func @product(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// The term depends on what is there.
// CHECK-LABEL: @chain
// CHECK: linalg.generic
func.func @chain(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
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
