// RUN: assay-opt --assay-use-mfma %s | FileCheck %s --check-prefixes=CHECK,HALF
// RUN: assay-opt --assay-use-mfma=half=0 %s | FileCheck %s --check-prefixes=CHECK,PLAIN

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// A wave for four tiles, four instructions along k at a time: rows of A and of B are loaded four and two elements at a time, if all are there.
// CHECK-LABEL: @single
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c16
// CHECK: vector.load {{.*}} vector<4xf32>
// CHECK: vector.load {{.*}} vector<2xf32>
// CHECK: amdgpu.mfma 16x16x4 %{{.*}} * %{{.*}} + %{{.*}} : f32, f32, vector<4xf32>
// CHECK: {assay.workgroup = 64 : i64}
func.func @single(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %z: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<?x?xf32>, memref<?x?xf32>) outs(%z : memref<?x?xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// gfx90a takes subnormal halves for 0.
// CHECK-LABEL: @half
// HALF: amdgpu.mfma 16x16x16 %{{.*}} * %{{.*}} + %{{.*}} : vector<4xbf16>, vector<4xbf16>, vector<4xf32>
// PLAIN-NOT: amdgpu.mfma
func.func @half(%x: memref<?x?xbf16>, %y: memref<?x?xbf16>, %z: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<?x?xbf16>, memref<?x?xbf16>) outs(%z : memref<?x?xf32>) {
  ^bb0(%p: bf16, %q: bf16, %s: f32):
    %0 = arith.extf %p : bf16 to f32
    %1 = arith.extf %q : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %s, %2 : f32
    linalg.yield %3 : f32
  }
  return
}

// A sum in f16 is rounded at each step; a square is no product of two matrices.
// CHECK-LABEL: @others
// CHECK-NOT: amdgpu.mfma
func.func @others(%x: memref<?x?xf16>, %y: memref<?x?xf16>, %z: memref<?x?xf16>, %u: memref<?x?xf32>, %v: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<?x?xf16>, memref<?x?xf16>) outs(%z : memref<?x?xf16>) {
  ^bb0(%p: f16, %q: f16, %s: f16):
    %0 = arith.mulf %p, %q : f16
    %1 = arith.addf %s, %0 : f16
    linalg.yield %1 : f16
  }
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%u, %v : memref<?x?xf32>, memref<?x?xf32>) outs(%u : memref<?x?xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %0 = arith.mulf %p, %p : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// A's element depends on the column of the result too.
// CHECK-LABEL: @bothDims
// CHECK-NOT: amdgpu.mfma
func.func @bothDims(%x: memref<?x?x?xf32>, %y: memref<?x?xf32>, %z: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k, 1 - n)>, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<?x?x?xf32>, memref<?x?xf32>) outs(%z : memref<?x?xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// A convolution multiplies a window's elements for each place in it; those along the channels lie together.
// CHECK-LABEL: @convolution
// CHECK: scf.parallel
// CHECK: scf.for %{{.*}} = %{{.*}} to %c3
// CHECK: scf.for %{{.*}} = %{{.*}} to %c3
// CHECK: vector.load %arg0{{.*}} vector<4xf32>
// CHECK: amdgpu.mfma 16x16x4
// CHECK: {assay.workgroup = 64 : i64}
func.func @convolution(%x: memref<1x18x18x32xf32>, %y: memref<3x3x32x64xf32>, %z: memref<1x16x16x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, h, w, f, kh, kw, c) -> (n, h + kh, w + kw, c)>, affine_map<(n, h, w, f, kh, kw, c) -> (kh, kw, c, f)>,
                                   affine_map<(n, h, w, f, kh, kw, c) -> (n, h, w, f)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %y : memref<1x18x18x32xf32>, memref<3x3x32x64xf32>) outs(%z : memref<1x16x16x64xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// What fills the result with zeros beforehand goes, and nothing is read of the result. Edges are loaded four at a time as well, from the last place
// where four are there.
// CHECK-LABEL: @filled
// CHECK-NOT: linalg.generic
// CHECK: scf.parallel
// CHECK-COUNT-8: vector.load
// CHECK: scf.for
// CHECK: arith.minui %{{.*}}, %c505
// CHECK: vector.load %arg0{{.*}} vector<4xf32>
// CHECK: arith.minui %{{.*}}, %c505
// CHECK: vector.load %arg1{{.*}} vector<4xf32>
// CHECK-NOT: memref.load
// CHECK: vector.store
func.func @filled(%x: memref<509x509xf32>, %y: memref<509x509xf32>) -> memref<509x509xf32> {
  %zero = arith.constant 0.0 : f32
  %z = memref.alloc() : memref<509x509xf32>
  linalg.generic {indexing_maps = [affine_map<(m, n) -> ()>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%zero : f32) outs(%z : memref<509x509xf32>) {
  ^bb0(%p: f32, %s: f32):
    linalg.yield %p : f32
  }
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<509x509xf32>, memref<509x509xf32>) outs(%z : memref<509x509xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return %z : memref<509x509xf32>
}

// Another number than 0 is added. Too few elements for a load of four are loaded one by one.
// CHECK-LABEL: @filledWithOne
// CHECK-NOT: linalg.generic
// CHECK: scf.parallel
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: vector.load
// CHECK: arith.addf %cst
func.func @filledWithOne(%x: memref<?x3xf32>, %y: memref<3x3xf32>, %n: index) -> memref<?x3xf32> {
  %one = arith.constant 1.0 : f32
  %z = memref.alloc(%n) : memref<?x3xf32>
  linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} outs(%z : memref<?x3xf32>) {
  ^bb0(%s: f32):
    linalg.yield %one : f32
  }
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<?x3xf32>, memref<3x3xf32>) outs(%z : memref<?x3xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return %z : memref<?x3xf32>
}

// A fill that somebody reads before, one of memory that others may have a view of, and one of a part.
// CHECK-LABEL: @fillStays
// CHECK: linalg.generic
// CHECK: memref.copy
// CHECK: linalg.generic
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
func.func @fillStays(%x: memref<8x8xf32>, %y: memref<8x8xf32>, %w: memref<8x8xf32>) -> (memref<8x8xf32>, memref<8x8xf32>) {
  %one = arith.constant 1.0 : f32
  %z = memref.alloc() : memref<8x8xf32>
  linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} outs(%z : memref<8x8xf32>) {
  ^bb0(%s: f32):
    linalg.yield %one : f32
  }
  memref.copy %z, %y : memref<8x8xf32> to memref<8x8xf32>
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<8x8xf32>, memref<8x8xf32>) outs(%z : memref<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} outs(%w : memref<8x8xf32>) {
  ^bb0(%s: f32):
    linalg.yield %one : f32
  }
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<8x8xf32>, memref<8x8xf32>) outs(%w : memref<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  %v = memref.alloc() : memref<8x8xf32>
  linalg.generic {indexing_maps = [affine_map<(m) -> (m, m)>], iterator_types = ["parallel"]} outs(%v : memref<8x8xf32>) {
  ^bb0(%s: f32):
    linalg.yield %one : f32
  }
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<8x8xf32>, memref<8x8xf32>) outs(%v : memref<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return %z, %v : memref<8x8xf32>, memref<8x8xf32>
}

// The weights have channels and window side by side: both are one loop, of which four neighbours are loaded together, and the image is read where each
// of them says. The result's rows lie side by side.
// CHECK-LABEL: @channelsFirst
// CHECK: scf.parallel
// CHECK: scf.for %[[K:.*]] = %c0{{.*}} to %{{.*}} step %c16
// CHECK: %[[FIRST:.*]] = arith.addi %[[K]]
// CHECK: %[[ID:.*]] = arith.index_cast %{{.*}} : index to i32
// CHECK: %[[W:.*]] = arith.remui %[[ID]], %{{.*}} : i32
// CHECK: memref.load %arg0
// CHECK: vector.load %arg1{{.*}} vector<4xf32>
// CHECK: scf.for
// CHECK: arith.minui %{{.*}}, %c284
// CHECK: vector.load %arg1{{.*}} vector<4xf32>
// CHECK: vector.load %arg2{{.*}} vector<4xf32>
// CHECK: vector.store %{{.*}}, %arg2{{.*}} vector<4xf32>
func.func @channelsFirst(%x: memref<1x32x18x?xf32>, %y: memref<64x32x3x3xf32>, %z: memref<1x64x16x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, f, h, w, c, kh, kw) -> (n, c, h + kh, w + kw)>, affine_map<(n, f, h, w, c, kh, kw) -> (f, c, kh, kw)>,
                                   affine_map<(n, f, h, w, c, kh, kw) -> (n, f, h, w)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %y : memref<1x32x18x?xf32>, memref<64x32x3x3xf32>) outs(%z : memref<1x64x16x?xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// Weights of which a part is taken lie apart, and so do those whose window is not known: the channels alone are multiplied, one window after another.
// CHECK-LABEL: @notFlattened
// CHECK: scf.parallel
// CHECK-NOT: arith.remui %{{.*}} : i32
// CHECK: scf.for %{{.*}} = %{{.*}} to %c3
// CHECK: scf.for %{{.*}} = %{{.*}} to %c3
// CHECK: scf.for %{{.*}} = %{{.*}} to %c16
// CHECK: scf.parallel
// CHECK-NOT: arith.remui %{{.*}} : i32
// CHECK: return
func.func @notFlattened(%x: memref<16x18x18xf32>, %y: memref<64x16x3x3xf32, strided<[288, 18, 3, 1]>>, %u: memref<64x16x?x3xf32>, %z: memref<64x16x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(f, h, w, c, kh, kw) -> (c, h + kh, w + kw)>, affine_map<(f, h, w, c, kh, kw) -> (f, c, kh, kw)>,
                                   affine_map<(f, h, w, c, kh, kw) -> (f, h, w)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %y : memref<16x18x18xf32>, memref<64x16x3x3xf32, strided<[288, 18, 3, 1]>>) outs(%z : memref<64x16x16xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(f, h, w, c, kh, kw) -> (c, h + kh, w + kw)>, affine_map<(f, h, w, c, kh, kw) -> (f, c, kh, kw)>,
                                   affine_map<(f, h, w, c, kh, kw) -> (f, h, w)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %u : memref<16x18x18xf32>, memref<64x16x?x3xf32>) outs(%z : memref<64x16x16xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// Neighbours along k lie on a diagonal of the first operand.
// CHECK-LABEL: @diagonal
// CHECK: memref.load %arg0
// CHECK-NOT: vector.load %arg0
func.func @diagonal(%a: memref<95x32xf32>, %b: memref<64x32xf32>, %c: memref<64x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m,n,k)->(m+k,k)>, affine_map<(m,n,k)->(n,k)>, affine_map<(m,n,k)->(m,n)>], iterator_types = ["parallel","parallel","reduction"]}
   ins(%a,%b : memref<95x32xf32>, memref<64x32xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %o, %s : f32
    linalg.yield %t : f32
  }
  return
}

// Each k has an element of its own, whatever its loop is called.
// CHECK-LABEL: @products_apart
// CHECK-NOT: amdgpu.mfma
// CHECK: return
func.func @products_apart(%a: memref<64x32xf32>, %b: memref<64x32xf32>, %c: memref<64x64x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m,n,k)->(m,k)>, affine_map<(m,n,k)->(n,k)>, affine_map<(m,n,k)->(m,n,k)>], iterator_types = ["parallel","parallel","reduction"]}
   ins(%a,%b : memref<64x32xf32>, memref<64x32xf32>) outs(%c : memref<64x64x32xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %o, %s : f32
    linalg.yield %t : f32
  }
  return
}

// What is read of the result, if only by name, is no fill of it.
// CHECK-LABEL: @fill_of_other_memory
// CHECK: linalg.generic
// CHECK-SAME: outs(%arg2
func.func @fill_of_other_memory(%a: memref<64x32xf32>, %b: memref<32x64xf32>, %d: memref<64x64xf32>) -> memref<64x64xf32> {
  %c = memref.alloc() : memref<64x64xf32>
  %z = arith.constant 1.0 : f32
  linalg.generic {indexing_maps = [affine_map<(m,n)->(m,n)>, affine_map<(m,n)->(m,n)>], iterator_types = ["parallel","parallel"]}
   ins(%c : memref<64x64xf32>) outs(%d : memref<64x64xf32>) {
  ^bb0(%p: f32, %o: f32):
    linalg.yield %z : f32
  }
  linalg.generic {indexing_maps = [affine_map<(m,n,k)->(m,k)>, affine_map<(m,n,k)->(k,n)>, affine_map<(m,n,k)->(m,n)>], iterator_types = ["parallel","parallel","reduction"]}
   ins(%a,%b : memref<64x32xf32>, memref<32x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %o, %s : f32
    linalg.yield %t : f32
  }
  return %c : memref<64x64xf32>
}
