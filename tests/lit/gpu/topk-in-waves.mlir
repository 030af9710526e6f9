// RUN: assay-opt --assay-topk-in-waves %s | FileCheck %s

// A wave for each line, whose length the host makes sure can be counted in 32 bits. Each work-item reads a neighbour, those that are better than
// the worst so far are put in their places one by one, and the others move on. The first three write.
// CHECK-LABEL: @known
// CHECK: scf.parallel (%[[LINE:.*]]) = (%c0{{.*}}) to (%c64{{.*}})
// CHECK: %[[ITEM:.*]] = gpu.thread_id x
// CHECK: %[[BEST:.*]]:2 = scf.for %[[START:.*]] = %c0{{.*}} to %c100{{.*}} step %c64{{.*}} iter_args(%[[V:.*]] = %{{.*}}, %[[P:.*]] = %c-1_i32)
// CHECK: %[[AT:.*]] = arith.addi %[[START]], %[[ITEM]]
// CHECK: %[[THERE:.*]] = arith.cmpi ult, %[[AT]], %c100
// CHECK: %[[NEAR:.*]] = arith.minui %[[AT]], %c99
// CHECK: %[[NEXT:.*]] = memref.load %{{.*}}[%[[LINE]], %[[NEAR]]] : memref<64x100xf32>
// CHECK-DAG: gpu.subgroup_broadcast %[[P]], specific_lane %c2_i32
// CHECK-DAG: %[[WORST:.*]] = gpu.subgroup_broadcast %[[V]], specific_lane %c2_i32
// CHECK: arith.cmpf olt, %[[WORST]], %[[NEXT]]
// CHECK: arith.andi %[[THERE]]
// CHECK: %[[OPEN:.*]] = rocdl.ballot
// CHECK: scf.while
// CHECK: math.cttz
// CHECK: %[[ADDED:.*]] = gpu.subgroup_broadcast %[[NEXT]], specific_lane
// CHECK: rocdl.ballot
// CHECK: gpu.shuffle up
// CHECK: gpu.shuffle up
// CHECK: %[[TAKEN:.*]] = arith.cmpi ult, %[[ITEM]], %c3
// CHECK: scf.if %[[TAKEN]]
// CHECK: memref.store %[[BEST]]#0, %{{.*}}[%[[LINE]], %[[ITEM]]] : memref<64x3xf32>
// CHECK: %[[WIDE:.*]] = arith.extsi %[[BEST]]#1 : i32 to i64
// CHECK: memref.store %[[WIDE]], %{{.*}}[%[[LINE]], %[[ITEM]]] : memref<64x3xi64>
// CHECK: {assay.workgroup = 64 : i64}
func.func @known(%x: memref<64x100xf32>, %v: memref<64x3xf32>, %i: memref<64x3xi64>) {
  assay.wave_topk ins(%x : memref<64x100xf32>) outs(%v, %i : memref<64x3xf32>, memref<64x3xi64>)
  return
}

// Lines of unknown number and length. Halves are passed on as f32, and 16 bits hold a place.
// CHECK-LABEL: @unknown
// CHECK: cf.assert %{{.*}}, "there are more than 2147483648 elements of a line"
// CHECK: scf.parallel (%[[I:.*]], %[[J:.*]]) =
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.cmpf olt
// CHECK: gpu.shuffle up %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: arith.trunci %{{.*}} : i32 to i16
func.func @unknown(%x: memref<?x2x?xf16>, %v: memref<?x2x64xf16>, %i: memref<?x2x64xi16>) {
  assay.wave_topk smallest ins(%x : memref<?x2x?xf16>) outs(%v, %i : memref<?x2x64xf16>, memref<?x2x64xi16>)
  return
}

// One line. Nobody reads the values, so they have no memory.
// CHECK-LABEL: @unread
// CHECK-NOT: memref.alloc
// CHECK: arith.cmpi slt
// CHECK-COUNT-1: memref.store
// CHECK-NOT: memref.store
// CHECK: return
func.func @unread(%x: memref<?xi64>, %i: memref<1xi32>) {
  %v = memref.alloc() : memref<1xi64>
  assay.wave_topk ins(%x : memref<?xi64>) outs(%v, %i : memref<1xi64>, memref<1xi32>)
  return
}

// In a loop of the host it would not be a kernel of its own.
// CHECK-LABEL: @inLoop
// CHECK: assay.wave_topk
func.func @inLoop(%x: memref<8xf32>, %v: memref<1xf32>, %i: memref<1xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    assay.wave_topk ins(%x : memref<8xf32>) outs(%v, %i : memref<1xf32>, memref<1xi32>)
  }
  return
}
