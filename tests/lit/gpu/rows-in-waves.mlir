// RUN: assay-opt --assay-rows-in-waves --split-input-file %s | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>

// A wave for each row loads it once, four neighbours at a time, and keeps it; sums stay in registers as well.
// CHECK-LABEL: @normalize
// CHECK-NOT: memref.alloc
// CHECK: scf.parallel (%[[I:.*]]) =
// CHECK-COUNT-1: vector.load %arg0[%[[I]], %{{.*}}] : memref<8x256xf32>, vector<4xf32>
// CHECK-NOT: vector.load
// CHECK-COUNT-6: gpu.shuffle xor
// CHECK: vector.store {{.*}} %arg1[%[[I]],
// CHECK-NOT: memref.store
// CHECK: {assay.workgroup = 64 : i64}
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @normalize(%x: memref<8x256xf32>, %y: memref<8x256xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%sum : memref<8xf32>) {
  ^bb0(%out: f32):
    linalg.yield %zero : f32
  }
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<8x256xf32>) outs(%sum : memref<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : memref<8x256xf32>, memref<8xf32>) outs(%y : memref<8x256xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A row that does not fill the wave: what is not there is not combined, and not stored. The sum, which is returned, is stored by one work-item.
// CHECK-LABEL: @part
// CHECK: scf.parallel
// CHECK: %[[THERE:.*]] = arith.cmpi ult, %{{.*}}, %c7
// CHECK: arith.select %[[THERE]]
// CHECK: scf.if %[[THERE]]
// CHECK: memref.store {{.*}} %arg1
// CHECK: scf.if
// CHECK: memref.store {{.*}} : memref<?xf32>
// CHECK: {assay.workgroup = 64 : i64}
func.func @part(%x: memref<?x7xf32>, %y: memref<?x7xf32>, %sum: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<?x7xf32>) outs(%y : memref<?x7xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%y : memref<?x7xf32>) outs(%sum : memref<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Not where rows are needed that other waves make, where their length is not known, where a shuffle would have to move 64 bits, or alone.
// CHECK-LABEL: @stays
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @stays(%x: memref<8x8xf32>, %y: memref<8x8xf32>, %sum: memref<8xf32>, %u: memref<8x?xf32>, %v: memref<8x?xf32>, %d: memref<8x8xf64>, %e: memref<8xf64>) {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<8x8xf32>) outs(%sum : memref<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : memref<8x8xf32>, memref<8xf32>) outs(%y : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  }
  memref.copy %x, %y : memref<8x8xf32> to memref<8x8xf32>
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%u : memref<8x?xf32>) outs(%sum : memref<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%u, %sum : memref<8x?xf32>, memref<8xf32>) outs(%v : memref<8x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  }
  memref.copy %x, %y : memref<8x8xf32> to memref<8x8xf32>
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%d : memref<8x8xf64>) outs(%e : memref<8xf64>) {
  ^bb0(%a: f64, %out: f64):
    %0 = arith.addf %a, %out : f64
    linalg.yield %0 : f64
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Complex numbers are no elements that a work-item keeps.
// CHECK-LABEL: @complex
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @complex(%x: memref<8x8xf32>, %sum: memref<8xf32>, %y: memref<8x8xcomplex<f32>>) {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<8x8xf32>) outs(%sum : memref<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : memref<8x8xf32>, memref<8xf32>) outs(%y : memref<8x8xcomplex<f32>>) {
  ^bb0(%a: f32, %b: f32, %out: complex<f32>):
    %0 = complex.create %a, %b : complex<f32>
    linalg.yield %0 : complex<f32>
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#each = affine_map<(d0) -> (d0)>

// What the body of an op loads itself is in memory that the others write.
// CHECK-LABEL: @loads
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @loads(%x: memref<8x8xf32>, %sum: memref<8xf32>, %y: memref<8xbf16>) {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<8x8xf32>) outs(%sum : memref<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#each], iterator_types = ["parallel"]} outs(%y : memref<8xbf16>) {
  ^bb0(%out: bf16):
    %0 = linalg.index 0 : index
    %1 = memref.load %sum[%0] : memref<8xf32>
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  }
  return
}
