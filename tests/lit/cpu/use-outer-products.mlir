// RUN: assay-opt --assay-use-outer-products --canonicalize --cse %s | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Tiles of 6 by 16 in registers. One side is packed, 512 steps and 16 lanes at a time; the rows lie along the sums and are read as they are. 1024 is no
// multiple of 6: a tile that reaches out of the result is computed elsewhere.
// CHECK-LABEL: @gemm
// CHECK: %[[PANEL:.*]] = memref.alloc() : memref<8192xf32>
// CHECK: %[[TILE:.*]] = memref.alloc() : memref<96xf32>
// CHECK: scf.for {{.*}} step %c512
// CHECK: scf.for {{.*}} step %c120
// CHECK: scf.for {{.*}} step %c16
// CHECK: scf.for
// CHECK: vector.load {{.*}} vector<16xf32>
// CHECK: vector.store
// CHECK: scf.for {{.*}} step %c6
// CHECK: scf.if
// CHECK-COUNT-6: vector.load
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK: memref.load
// CHECK: vector.broadcast {{.*}} : f32 to vector<16xf32>
// CHECK: %[[PRODUCT:.*]] = arith.mulf {{.*}} fastmath<contract> : vector<16xf32>
// CHECK: arith.addf %{{.*}}, %[[PRODUCT]] fastmath<contract> : vector<16xf32>
// CHECK: scf.yield
// CHECK-COUNT-6: vector.store
// CHECK: scf.if
// CHECK: memref.dealloc %[[PANEL]]
// CHECK: memref.dealloc %[[TILE]]
// CHECK-NOT: linalg.generic
func.func @gemm(%a: memref<1024x1024xf32>, %b: memref<1024x1024xf32>, %c: memref<1024x1024xf32>) {
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<1024x1024xf32>, memref<1024x1024xf32>) outs(%c : memref<1024x1024xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %z, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// Rows that do not lie along the sums are packed as well, once for all lanes.
// CHECK-LABEL: @transposed
// CHECK: memref.alloc() : memref<61440xf32>
// CHECK: memref.alloc() : memref<8192xf32>
// CHECK: scf.for {{.*}} step %c120
// CHECK: memref.load
// CHECK: memref.store
// CHECK: scf.for {{.*}} step %c16
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-NOT: linalg.generic
func.func @transposed(%a: memref<512x1024xf32>, %b: memref<512x1024xf32>, %c: memref<1024x1024xf32>) {
  linalg.generic {indexing_maps = [#km, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<512x1024xf32>, memref<512x1024xf32>) outs(%c : memref<1024x1024xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %z, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// One extent is known and fits a tile: 4 rows, none of which can be missing. Elements of 8 bytes: 8 lanes.
// CHECK-LABEL: @mixed
// CHECK: scf.for {{.*}} step %c8
// CHECK: scf.for {{.*}} -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>)
// CHECK-NOT: linalg.generic
func.func @mixed(%a: memref<4x?xf64>, %b: memref<?x?xf64>, %c: memref<4x?xf64>) {
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<4x?xf64>, memref<?x?xf64>) outs(%c : memref<4x?xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %0 = arith.mulf %x, %y : f64
    %1 = arith.addf %z, %0 : f64
    linalg.yield %1 : f64
  }
  return
}

// A convolution: the kernel's elements for 16 features are packed once, and used for all rows of the image.
// CHECK-LABEL: @conv
// CHECK: memref.alloc() : memref<9216xf32>
// CHECK: scf.for {{.*}} step %c16
// CHECK: vector.store
// CHECK: scf.for {{.*}} to %c56 step %c1
// CHECK: scf.for {{.*}} to %c56 step %c6
// CHECK: scf.for {{.*}} to %c3 step %c1 iter_args
// CHECK: scf.for {{.*}} to %c3 step %c1 iter_args
// CHECK: scf.for {{.*}} to %c64 step %c1 iter_args
// CHECK-NOT: linalg.generic
func.func @conv(%x: memref<58x58x64xf32>, %kernel: memref<3x3x64x64xf32>, %y: memref<56x56x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(h, w, f, i, j, c) -> (h + i, w + j, c)>, affine_map<(h, w, f, i, j, c) -> (i, j, c, f)>,
                                   affine_map<(h, w, f, i, j, c) -> (h, w, f)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %kernel : memref<58x58x64xf32>, memref<3x3x64x64xf32>) outs(%y : memref<56x56x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// Few iterations.
// CHECK-LABEL: @small
// CHECK: linalg.generic
func.func @small(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %z, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// No iterations.
// CHECK-LABEL: @nothing
// CHECK-NOT: scf.for
// CHECK: return
func.func @nothing(%a: memref<?x0xf32>, %b: memref<0x?xf32>, %c: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x0xf32>, memref<0x?xf32>) outs(%c : memref<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %z, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// One operand has rows and lanes.
// CHECK-LABEL: @masked
// CHECK: linalg.generic
func.func @masked(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %mask: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#mk, #kn, #mn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b, %mask : memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %w: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.mulf %0, %w : f32
    %2 = arith.addf %z, %1 : f32
    linalg.yield %2 : f32
  }
  return
}

// Products of bf16 round in scalar code.
// CHECK-LABEL: @bf16
// CHECK: linalg.generic
func.func @bf16(%a: memref<?x?xbf16>, %b: memref<?x?xbf16>, %c: memref<?x?xbf16>) {
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x?xbf16>, memref<?x?xbf16>) outs(%c : memref<?x?xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %z: bf16):
    %0 = arith.mulf %x, %y : bf16
    %1 = arith.addf %z, %0 : bf16
    linalg.yield %1 : bf16
  }
  return
}

// What is written is read by its place: no vector could.
// CHECK-LABEL: @places
// CHECK: linalg.generic
func.func @places(%a: memref<?x?xi32>, %b: memref<?x?xi32>, %c: memref<?x?xi32>) {
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x?xi32>, memref<?x?xi32>) outs(%c : memref<?x?xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %i = linalg.index 2 : index
    %0 = arith.index_cast %i : index to i32
    %1 = arith.muli %x, %0 : i32
    %2 = arith.addi %z, %1 : i32
    linalg.yield %2 : i32
  }
  return
}

// All of a sum that is no panel's last one is packed: 600 steps of 16 lanes.
// CHECK-LABEL: @last_sum_of_one
// CHECK: memref.alloc() : memref<9600xf32>
func.func @last_sum_of_one(%x: memref<8x600x1xf32>, %y: memref<600x1x16xf32>, %z: memref<8x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k, u) -> (m, k, u)>, affine_map<(m, n, k, u) -> (k, u, n)>, affine_map<(m, n, k, u) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %y : memref<8x600x1xf32>, memref<600x1x16xf32>) outs(%z : memref<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// However many of the extents are unknown.
// CHECK-LABEL: @unknown_convolution
// CHECK-NOT: linalg.conv
// CHECK: vector.broadcast {{.*}} : f32 to vector<16xf32>
func.func @unknown_convolution(%x: memref<?x?x?x?xf32>, %k: memref<3x3x?x?xf32>, %y: memref<?x?x?x?xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%x, %k : memref<?x?x?x?xf32>, memref<3x3x?x?xf32>) outs(%y : memref<?x?x?x?xf32>)
  return
}
