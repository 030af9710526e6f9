// RUN: assay-opt --assay-attention-in-waves %s | FileCheck %s --check-prefixes=CHECK,HALF
// RUN: assay-opt --assay-attention-in-waves=half=0 %s | FileCheck %s --check-prefixes=CHECK,PLAIN

// A wave for two tiles of rows, which takes two tiles of keys at a time. The scores of a tile have keys as rows: four neighbours of one row of
// the query are with one work-item, which has them as weights, unmoved, in the product with the values. Of the second step along the depth, and
// of the values' second tile of columns, a part is there.
// CHECK-LABEL: @known
// CHECK: scf.parallel (%[[H:.*]], %[[PLACE:.*]]) = (%c0{{.*}}, %c0{{.*}}) to (%c3{{.*}}, %c1{{.*}})
// CHECK: %[[ITEM:.*]] = gpu.thread_id x
// CHECK: %[[LANE:.*]] = arith.remui %[[ITEM]], %c16
// CHECK: %[[QUARTER:.*]] = arith.muli %{{.*}}, %c4
// CHECK: %[[BASE:.*]] = arith.muli %[[PLACE]], %c32
// CHECK: %[[ROW:.*]] = arith.addi %[[BASE]], %[[LANE]]
// CHECK: %[[NEAR:.*]] = arith.minui %[[ROW]], %c29
// CHECK: %[[Q:.*]] = vector.load %arg0[%[[H]], %[[NEAR]], %[[QUARTER]]] : memref<3x30x20xf32>, vector<4xf32>
// CHECK: %[[Q0:.*]] = vector.extract %[[Q]][0]
// CHECK: %[[AT:.*]] = arith.addi %[[QUARTER]], %c16
// CHECK: arith.minui %[[AT]], %c19
// CHECK: %[[LOADED:.*]] = memref.load %arg0[%[[H]], %[[NEAR]], %{{.*}}]
// CHECK: %[[IS:.*]] = arith.cmpi ult, %[[AT]], %c20
// CHECK: arith.select %[[IS]], %[[LOADED]], %cst
// CHECK: %[[DONE:.*]]:8 = scf.for %[[FIRST:.*]] = %c0{{.*}} to %c32{{.*}} step %c32{{.*}} iter_args(%[[G:[a-z0-9]+]] = %{{[^ ]+}}, %{{[a-z0-9]+}} = %{{[^ ]+}}, %[[S:[a-z0-9]+]] = %{{[^ ]+}}, %{{[a-z0-9]+}} = %{{[^ ]+}}, %[[X:[a-z0-9]+]] = %{{[^ ]+}}, {{.*}} -> (f32, f32, f32, f32, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
// CHECK: %[[KEY:.*]] = arith.addi %[[FIRST]], %[[LANE]]
// CHECK: %[[K:.*]] = vector.load %arg1[%[[H]], %[[KEY]], %[[QUARTER]]] : memref<3x32x20xf32>, vector<4xf32>
// CHECK: %[[K0:.*]] = vector.extract %[[K]][0]
// CHECK: amdgpu.mfma 16x16x4 %[[K0]] * %[[Q0]] + %cst{{.*}} blgp = none : f32, f32, vector<4xf32>
// CHECK: arith.mulf %{{.*}} : vector<4xf32>
// CHECK: arith.maximumf %{{.*}} : vector<4xf32>
// CHECK: arith.maximumf %{{.*}} : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c16
// CHECK: gpu.shuffle xor %{{.*}}, %c32
// CHECK: %[[NEW:.*]] = arith.maximumf %[[G]], %{{.*}} : f32
// What there is so far is rescaled; a maximum of -inf would make NaN.
// CHECK: %[[NONE:.*]] = arith.cmpf oeq, %[[NEW]], %{{.*}} : f32
// CHECK: %[[MAX:.*]] = arith.select %[[NONE]], %{{.*}}, %[[NEW]] : f32
// CHECK: %[[LESS:.*]] = arith.subf %[[G]], %[[MAX]] : f32
// CHECK: %[[F:.*]] = math.exp %[[LESS]] : f32
// CHECK: %[[W:.*]] = math.exp %{{.*}} : vector<4xf32>
// CHECK: arith.mulf %[[S]], %[[F]] : f32
// CHECK: %[[FS:.*]] = vector.broadcast %[[F]]
// CHECK: %[[SCALED:.*]] = arith.mulf %[[X]], %[[FS]]
// CHECK: %[[COLUMN:.*]] = arith.muli %[[LANE]], %c2
// CHECK: %[[C:.*]] = arith.minui %[[COLUMN]], %c22
// CHECK: %[[V:.*]] = vector.load %arg2[%[[H]], %{{.*}}, %[[C]]] : memref<3x32x24xf32>, vector<2xf32>
// CHECK: %[[V0:.*]] = vector.extract %[[V]][0]
// CHECK: %[[W0:.*]] = vector.extract %[[W]][0]
// CHECK: amdgpu.mfma 16x16x4 %[[V0]] * %[[W0]] + %[[SCALED]] blgp = none : f32, f32, vector<4xf32>
// CHECK: scf.yield %[[NEW]],
// No key is left for another loop.
// CHECK-NOT: scf.for
// CHECK: gpu.shuffle xor %[[DONE]]#2, %c16
// CHECK: arith.divf %[[DONE]]#4, %{{.*}} : vector<4xf32>
// CHECK: %[[ISROW:.*]] = arith.cmpi ult, %[[ROW]], %c30
// CHECK: %[[ISCOLUMN:.*]] = arith.cmpi ult, %{{.*}}, %c24
// CHECK: %[[STORES:.*]] = arith.andi %[[ISROW]], %[[ISCOLUMN]]
// CHECK: scf.if %[[STORES]]
// CHECK: vector.store %{{.*}}, %arg3[%[[H]], %[[NEAR]], %{{.*}}] : memref<3x30x24xf32>, vector<2xf32>
// CHECK: {assay.workgroup = 64 : i64}
func.func @known(%q: memref<3x30x20xf32>, %k: memref<3x32x20xf32>, %v: memref<3x32x24xf32>, %r: memref<3x30x24xf32>) {
  assay.wave_attention scale(0.125) ins(%q, %k, %v : memref<3x30x20xf32>, memref<3x32x20xf32>, memref<3x32x24xf32>) outs(%r : memref<3x30x24xf32>)
  return
}

// Unknown extents: keys that are not there are the last one, with a score of -inf and values of 0. Groups of heads read one of the key's; halves
// are multiplied as they are for the scores, where they may be. Nothing lies together here.
// CHECK-LABEL: @unknown
// CHECK-DAG: %[[ROWS:.*]] = memref.dim %arg0, %c1
// CHECK-DAG: %[[KEYS:.*]] = memref.dim %arg1, %c1
// CHECK: %[[WAVES:.*]] = arith.ceildivui %[[ROWS]], %c32
// CHECK: scf.parallel (%[[H:.*]], %{{.*}}) = {{.*}} to (%{{.*}}, %[[WAVES]])
// CHECK: %[[OF:.*]] = arith.divui %[[H]], %c3
// CHECK-NOT: vector.load
// CHECK: memref.load %arg0[%[[H]], %{{.*}}, %{{.*}}]
// CHECK: %[[REST:.*]] = arith.remui %[[KEYS]], %c32
// CHECK: %[[WHOLE:.*]] = arith.subi %[[KEYS]], %[[REST]]
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %[[WHOLE]] step %c32
// HALF: amdgpu.mfma 16x16x16 %{{.*}} : vector<4xf16>, vector<4xf16>, vector<4xf32>
// PLAIN: arith.extf %{{.*}} : f16 to f32
// PLAIN: amdgpu.mfma 16x16x4
// CHECK: %[[STAYS:.*]] = vector.from_elements %{{.*}} : vector<4xi1>
// CHECK: arith.select %[[STAYS]], %{{.*}} : vector<4xi1>, vector<4xf32>
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: amdgpu.mfma 16x16x4
// CHECK: scf.for %[[FIRST:.*]] = %[[WHOLE]] to %[[KEYS]] step %c32
// CHECK: arith.addi %[[KEYS]], %c-1
// CHECK: arith.minui
// CHECK: memref.load %arg1[%[[OF]], %{{.*}}, %{{.*}}]
// CHECK: memref.load %arg3[%[[H]], %{{.*}}, %{{.*}}] : memref<?x?x?xi1>
// CHECK: arith.cmpi ult, %{{.*}}, %[[KEYS]]
// CHECK: math.exp
// CHECK: memref.load %arg2[%[[OF]], %{{.*}}, %{{.*}}]
// CHECK: %[[IS:.*]] = arith.cmpi ult, %{{.*}}, %[[KEYS]]
// CHECK: arith.select %[[IS]], %{{.*}}, %cst{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: memref.store
func.func @unknown(%q: memref<?x?x2xf16, strided<[?, ?, 2]>>, %k: memref<?x?x2xf16>, %v: memref<?x?x17xf16>, %m: memref<?x?x?xi1>, %r: memref<?x?x17xf16>) {
  assay.wave_attention group(3) scale(1.0)
    ins(%q, %k, %v, %m : memref<?x?x2xf16, strided<[?, ?, 2]>>, memref<?x?x2xf16>, memref<?x?x17xf16>, memref<?x?x?xi1>)
    outs(%r : memref<?x?x17xf16>)
  return
}

// Of few rows and keys one tile. Keys behind the last row of the wave are not read. The mask is added to scaled scores, before keys are removed.
// CHECK-LABEL: @causal
// CHECK: %[[LAST:.*]] = arith.addi %{{.*}}, %c15
// CHECK: %[[NEXT:.*]] = arith.addi %[[LAST]], %c1
// CHECK: %[[BEHIND:.*]] = arith.addi %[[NEXT]], %arg4
// CHECK: %[[END:.*]] = arith.minui %c9{{.*}}, %[[BEHIND]]
// CHECK: scf.for
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[END]] step %c16
// CHECK-COUNT-4: amdgpu.mfma
// CHECK-NOT: amdgpu.mfma
// CHECK: %[[SCALED:.*]] = arith.mulf
// CHECK: %[[MASKED:.*]] = arith.addf %[[SCALED]], %{{.*}}
// CHECK: %[[OWN:.*]] = arith.minui %c9{{.*}}, %{{.*}}
// CHECK: arith.cmpi ult, %{{.*}}, %[[OWN]]
// CHECK: arith.select %{{.*}}, %[[MASKED]], %{{.*}} : vector<4xi1>, vector<4xf32>
func.func @causal(%q: memref<7x2xf32>, %k: memref<9x2xf32>, %m: memref<7x9xf32>, %r: memref<7x2xf32>, %from: index) {
  assay.wave_attention causal from(%from) scale(0.5) ins(%q, %k, %k, %m : memref<7x2xf32>, memref<9x2xf32>, memref<9x2xf32>, memref<7x9xf32>)
    outs(%r : memref<7x2xf32>)
  return
}

// Keys of a depth of which a work-item could not hold four tiles: two at a time, and as many rows.
// CHECK-LABEL: @deep
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c64{{.*}} step %c32
func.func @deep(%q: memref<64x256xf32>, %k: memref<64x256xf32>, %r: memref<64x256xf32>) {
  assay.wave_attention scale(1.0) ins(%q, %k, %k : memref<64x256xf32>, memref<64x256xf32>, memref<64x256xf32>) outs(%r : memref<64x256xf32>)
  return
}

// More columns leave registers for fewer rows.
// CHECK-LABEL: @wide
// CHECK: scf.parallel {{.*}} to (%c4{{.*}})
func.func @wide(%q: memref<128x256xf32>, %k: memref<1x256xf32>, %r: memref<128x256xf32>) {
  assay.wave_attention scale(1.0) ins(%q, %k, %k : memref<128x256xf32>, memref<1x256xf32>, memref<1x256xf32>) outs(%r : memref<128x256xf32>)
  return
}

// In a loop of the host it would not be a kernel of its own; tensors are not in memory yet.
// CHECK-LABEL: @others
// CHECK-COUNT-2: assay.wave_attention
func.func @others(%q: memref<2x2xf32>, %r: memref<2x2xf32>, %t: tensor<2x2xf32>, %n: index) -> tensor<2x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    assay.wave_attention scale(1.0) ins(%q, %q, %q : memref<2x2xf32>, memref<2x2xf32>, memref<2x2xf32>) outs(%r : memref<2x2xf32>)
  }
  %0 = assay.wave_attention scale(1.0) ins(%t, %t, %t : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) outs(%t : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
