// RUN: assay-opt --assay-tile-and-fuse --canonicalize --cse --split-input-file %s | FileCheck %s

// What the sort alone reads, and what alone reads it, work on its tiles.
// CHECK-LABEL: @both
// CHECK: %[[L:.*]]:2 = scf.for %[[I:.*]] = %c0 to %{{.*}} step %c4
// CHECK: %[[X:.*]] = tensor.extract_slice %arg0[%[[I]], 0] [%[[N:.*]], 8] [1, 1]
// CHECK: %[[E:.*]] = linalg.exp ins(%[[X]] : tensor<?x8xf32>)
// CHECK: %[[S:.*]] = assay.sort dim(1) outs(%[[E]] : tensor<?x8xf32>)
// CHECK-NOT: lowering_config
// CHECK: %[[R:.*]] = linalg.negf ins(%[[S]] : tensor<?x8xf32>)
// CHECK: tensor.insert_slice %[[R]]
// CHECK: return %[[L]]#1
func.func @both(%x: tensor<?x8xf32>, %o: tensor<?x8xf32>, %p: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = linalg.exp ins(%x : tensor<?x8xf32>) outs(%o : tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = assay.sort dim(1) outs(%0 : tensor<?x8xf32>) {assay.lowering_config = #assay.lowering_config<tiles = [4]>}
  %2 = linalg.negf ins(%1 : tensor<?x8xf32>) outs(%p : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}

// -----

// Ops of the dialect go into the loops of what they read: lines are whole in its tiles.
// CHECK-LABEL: @readers
// CHECK: scf.for %[[I:.*]] = %c0 to %c6 step %c2
// CHECK: linalg.exp
// CHECK: assay.gather dim(1) ins(%{{.*}}, %{{.*}} : tensor<2x8xf32>, tensor<2x3xi32>) outs(%{{.*}} : tensor<2x3xf32>)
// CHECK: return
// CHECK-LABEL: @scatter
// CHECK: scf.for
// CHECK: linalg.exp
// CHECK: assay.scatter add unique dim(0) ins(%{{.*}}, %{{.*}} : tensor<3x2xi32>, tensor<3x2xf32>) outs(%{{.*}} : tensor<9x2xf32>)
// CHECK: return
// CHECK-LABEL: @attention
// CHECK: scf.for %[[I:.*]] = %c0 to %c6 step %c2
// CHECK: linalg.exp
// CHECK: assay.attention causal from(%[[I]]) scale(1.000000e+00) ins({{.*}} : tensor<2x8xf32>, tensor<5x8xf32>, tensor<5x4xf32>) outs(%{{.*}} : tensor<2x4xf32>)
func.func @readers(%x: tensor<6x8xf32>, %i: tensor<6x3xi32>, %o: tensor<6x3xf32>) -> tensor<6x3xf32> {
  %0 = linalg.exp {assay.lowering_config = #assay.lowering_config<tiles = [2, 0]>} ins(%x : tensor<6x8xf32>) outs(%x : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = assay.gather dim(1) ins(%0, %i : tensor<6x8xf32>, tensor<6x3xi32>) outs(%o : tensor<6x3xf32>)
  return %1 : tensor<6x3xf32>
}
func.func @scatter(%u: tensor<3x6xf32>, %i: tensor<3x6xi32>, %o: tensor<9x6xf32>) -> tensor<9x6xf32> {
  %0 = linalg.exp {assay.lowering_config = #assay.lowering_config<tiles = [0, 2]>} ins(%u : tensor<3x6xf32>) outs(%u : tensor<3x6xf32>) -> tensor<3x6xf32>
  %1 = assay.scatter add unique dim(0) ins(%i, %0 : tensor<3x6xi32>, tensor<3x6xf32>) outs(%o : tensor<9x6xf32>)
  return %1 : tensor<9x6xf32>
}
func.func @attention(%q: tensor<6x8xf32>, %k: tensor<5x8xf32>, %v: tensor<5x4xf32>, %o: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = linalg.exp {assay.lowering_config = #assay.lowering_config<tiles = [2, 0]>} ins(%q : tensor<6x8xf32>) outs(%q : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = assay.attention causal scale(1.0) ins(%0, %k, %v : tensor<6x8xf32>, tensor<5x8xf32>, tensor<5x4xf32>) outs(%o : tensor<6x4xf32>)
  return %1 : tensor<6x4xf32>
}

// -----

// Readers stay behind loops that cut their lines, what indices name, or updates that may meet.
// CHECK-LABEL: @cut
// CHECK: scf.for
// CHECK: linalg.exp
// CHECK: scf.yield
// CHECK: assay.scan {{.*}} : tensor<6x8xf32>
// CHECK-LABEL: @named
// CHECK: scf.for
// CHECK: linalg.exp
// CHECK: scf.yield
// CHECK: assay.gather {{.*}} : tensor<6x8xf32>
// CHECK-LABEL: @longer
// CHECK: scf.for
// CHECK: linalg.exp
// CHECK: scf.yield
// CHECK: assay.gather {{.*}} : tensor<6x8xf32>
func.func @cut(%x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = linalg.exp {assay.lowering_config = #assay.lowering_config<tiles = [0, 2]>} ins(%x : tensor<6x8xf32>) outs(%x : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = assay.scan sum dim(1) ins(%0 : tensor<6x8xf32>) outs(%x : tensor<6x8xf32>)
  return %1 : tensor<6x8xf32>
}
func.func @named(%x: tensor<6x8xf32>, %i: tensor<6x3xi32>, %o: tensor<6x3xf32>) -> tensor<6x3xf32> {
  %0 = linalg.exp {assay.lowering_config = #assay.lowering_config<tiles = [0, 2]>} ins(%x : tensor<6x8xf32>) outs(%x : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = assay.gather dim(1) ins(%0, %i : tensor<6x8xf32>, tensor<6x3xi32>) outs(%o : tensor<6x3xf32>)
  return %1 : tensor<6x3xf32>
}
// Tiles that the result does not reach.
func.func @longer(%x: tensor<6x8xf32>, %i: tensor<4x3xi32>, %o: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = linalg.exp {assay.lowering_config = #assay.lowering_config<tiles = [2, 0]>} ins(%x : tensor<6x8xf32>) outs(%x : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = assay.gather dim(1) ins(%0, %i : tensor<6x8xf32>, tensor<4x3xi32>) outs(%o : tensor<4x3xf32>)
  return %1 : tensor<4x3xf32>
}

// -----

// Where a reduction is cut, a tile goes on from the one before it: what it begins with stays outside, as does its reader.
// CHECK-LABEL: @reduction
// CHECK: %[[F:.*]] = linalg.fill
// CHECK: %[[L:.*]] = scf.for %{{.*}} = %c0 to %c8 step %c4 iter_args(%[[A:.*]] = %[[F]])
// CHECK: linalg.exp
// CHECK: linalg.matmul {{.*}} outs(%[[A]] : tensor<4x5xf32>)
// CHECK: linalg.negf ins(%[[L]] : tensor<4x5xf32>)
func.func @reduction(%x: tensor<4x8xf32>, %y: tensor<8x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<4x5xf32>) -> tensor<4x5xf32>
  %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.matmul {assay.compilation_info = #assay.compilation_info<<tiles = [0, 0, 4]>, <workgroup = [64]>>}
         ins(%0, %y : tensor<4x8xf32>, tensor<8x5xf32>) outs(%f : tensor<4x5xf32>) -> tensor<4x5xf32>
  %2 = linalg.negf ins(%1 : tensor<4x5xf32>) outs(%o : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %2 : tensor<4x5xf32>
}

// -----

// A tile of the sum would need all lines of the sort; another reader needs all of the exponents; a neighbour has tiles of its own.
// CHECK-LABEL: @apart
// CHECK: assay.sort dim(1) outs(%{{.*}} : tensor<6x8xf32>)
// CHECK: scf.for
// CHECK-NOT: assay.sort
// CHECK: linalg.add
// CHECK: return
// CHECK-LABEL: @shared
// CHECK: %[[E:.*]] = linalg.exp ins(%{{.*}} : tensor<6x8xf32>)
// CHECK: scf.for
// CHECK: linalg.add
// CHECK-LABEL: @each
// CHECK: scf.for {{.*}} step %c3
// CHECK: linalg.exp
// CHECK: scf.for {{.*}} step %c2
// CHECK: linalg.negf
func.func @apart(%x: tensor<6x8xf32>, %o: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = assay.sort dim(1) outs(%x : tensor<6x8xf32>)
  %1 = linalg.add {assay.lowering_config = #assay.lowering_config<tiles = [0, 4]>} ins(%0, %x : tensor<6x8xf32>, tensor<6x8xf32>) outs(%o : tensor<6x8xf32>) -> tensor<6x8xf32>
  return %1 : tensor<6x8xf32>
}
func.func @shared(%x: tensor<6x8xf32>, %o: tensor<6x8xf32>) -> (tensor<6x8xf32>, tensor<6x8xf32>) {
  %0 = linalg.exp ins(%x : tensor<6x8xf32>) outs(%o : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = linalg.add {assay.lowering_config = #assay.lowering_config<tiles = [0, 4]>} ins(%0, %x : tensor<6x8xf32>, tensor<6x8xf32>) outs(%o : tensor<6x8xf32>) -> tensor<6x8xf32>
  return %0, %1 : tensor<6x8xf32>, tensor<6x8xf32>
}
func.func @each(%x: tensor<6x8xf32>, %o: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = linalg.exp {assay.lowering_config = #assay.lowering_config<tiles = [3, 0]>} ins(%x : tensor<6x8xf32>) outs(%o : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = linalg.negf {assay.lowering_config = #assay.lowering_config<tiles = [2, 0]>} ins(%0 : tensor<6x8xf32>) outs(%o : tensor<6x8xf32>) -> tensor<6x8xf32>
  return %1 : tensor<6x8xf32>
}

// -----

// Nothing is tiled without tiles, nor what has no elements, as its reader's other operand may have none.
// CHECK-LABEL: @whole
// CHECK-NOT: scf.for
// CHECK: linalg.exp
// CHECK: assay.sort
// CHECK-LABEL: @nothing
// CHECK: scf.for
// CHECK: linalg.exp
// CHECK: scf.yield
// CHECK: linalg.matmul
func.func @whole(%x: tensor<6x8xf32>, %e: tensor<6x0xf32>) -> (tensor<6x8xf32>, tensor<6x8xf32>, tensor<6x0xf32>) {
  %0 = linalg.exp {assay.lowering_config = #assay.lowering_config<tiles = [0, 0]>} ins(%x : tensor<6x8xf32>) outs(%x : tensor<6x8xf32>) -> tensor<6x8xf32>
  %1 = assay.sort dim(1) outs(%x : tensor<6x8xf32>)
  %2 = linalg.exp {assay.lowering_config = #assay.lowering_config<tiles = [2, 2]>} ins(%e : tensor<6x0xf32>) outs(%e : tensor<6x0xf32>) -> tensor<6x0xf32>
  return %0, %1, %2 : tensor<6x8xf32>, tensor<6x8xf32>, tensor<6x0xf32>
}
func.func @nothing(%x: tensor<2x3xf32>, %y: tensor<3x0xf32>, %o: tensor<2x0xf32>) -> tensor<2x0xf32> {
  %0 = linalg.exp {assay.lowering_config = #assay.lowering_config<tiles = [1, 0]>} ins(%x : tensor<2x3xf32>) outs(%x : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = linalg.matmul ins(%0, %y : tensor<2x3xf32>, tensor<3x0xf32>) outs(%o : tensor<2x0xf32>) -> tensor<2x0xf32>
  return %1 : tensor<2x0xf32>
}

// -----

// A loop that has no iterations, as only what the operands are made of tells.
// CHECK-LABEL: @empty_slice
// CHECK-NOT: scf.for
func.func @empty_slice(%x: tensor<4x4xi32>, %sums: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %none = tensor.extract_slice %x[0, 0] [%c0, 4] [1, 1] : tensor<4x4xi32> to tensor<?x4xi32>
  %0 = linalg.reduce { arith.addi } ins(%none : tensor<?x4xi32>) outs(%sums : tensor<?xi32>) dimensions = [1] {assay.lowering_config = #assay.lowering_config<tiles = [0, 2]>}
  return %0 : tensor<?xi32>
}

// -----


// Of what is walked downwards the first place of a tile is not the least.
// CHECK-LABEL: @downwards
// CHECK-NOT: scf.for
// CHECK: return
func.func @downwards(%x: tensor<32xf32>) -> tensor<32xf32> {
  %0 = tensor.empty() : tensor<32xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(a) -> (31 - a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%x : tensor<32xf32>) outs(%0 : tensor<32xf32>) attrs = {assay.lowering_config = #assay.lowering_config<tiles = [8]>} {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<32xf32>
  return %1 : tensor<32xf32>
}

// -----

// A reader of lines whose extent is not known is fused into nested loops: they carry a tensor of the extents that they begin with.
// CHECK-LABEL: @lines
// CHECK: scf.for
// CHECK: scf.for
// CHECK: assay.attention
// CHECK: assay.scan
// CHECK: scf.yield
// CHECK: scf.yield
func.func @lines(%x: tensor<?x4x?xf32>, %o: tensor<?x4x?xf32>) -> tensor<?x4x?xf32> {
  %0 = assay.attention scale(1.0) ins(%x, %x, %x : tensor<?x4x?xf32>, tensor<?x4x?xf32>, tensor<?x4x?xf32>) outs(%o : tensor<?x4x?xf32>) {assay.lowering_config = #assay.lowering_config<tiles = [1, 2, 0]>}
  %1 = assay.scan sum dim(2) ins(%0 : tensor<?x4x?xf32>) outs(%o : tensor<?x4x?xf32>)
  return %1 : tensor<?x4x?xf32>
}
