// RUN: assay-opt --assay-tile --canonicalize %s | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// Full tiles of 8 along the last parallel dim, then the rest; tiles of 4 along the other one.
// CHECK-LABEL: @elementwise
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c4
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c8
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<?x8xf32
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<?x?xf32
func.func @elementwise(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: @short
// CHECK-NOT: scf.for
func.func @short(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) {
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
