// RUN: assay-opt --transform-interpreter --canonicalize --cse --split-input-file %s | FileCheck %s

// Lines along dim 1 are whole in each tile; the other dims are loops.
// CHECK-LABEL: @topk
// CHECK: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c4
// CHECK: scf.for %[[J:.*]] = %c0 to %c7 step %c3
// CHECK: %[[N:.*]] = affine.min
// CHECK: %[[X:.*]] = tensor.extract_slice %arg0[%[[I]], 0, %[[J]]] [%[[N]], 9, %[[M:.*]]] [1, 1, 1]
// CHECK: %[[V:.*]], %[[P:.*]] = assay.topk dim(1) ins(%[[X]] : tensor<?x9x?xf32>) outs({{.*}} : tensor<?x?x?xf32>, tensor<?x?x?xi32>)
// CHECK: tensor.insert_slice %[[V]] into %{{.*}}[%[[I]], 0, %[[J]]] [%[[N]], %{{.*}}, %[[M]]] [1, 1, 1]
// CHECK: tensor.insert_slice %[[P]]
func.func @topk(%x: tensor<?x9x7xf32>, %v: tensor<?x?x7xf32>, %i: tensor<?x?x7xi32>) -> (tensor<?x?x7xf32>, tensor<?x?x7xi32>) {
  %0:2 = assay.topk dim(1) ins(%x : tensor<?x9x7xf32>) outs(%v, %i : tensor<?x?x7xf32>, tensor<?x?x7xi32>)
  return %0#0, %0#1 : tensor<?x?x7xf32>, tensor<?x?x7xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["assay.topk"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What a scan starts from has an element for each line.
// CHECK-LABEL: @scan
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c4
// CHECK: %[[X:.*]] = tensor.extract_slice %arg0[0, %[[I]]] [%{{.*}}, 4] [1, 1] : tensor<?x8xf16> to tensor<?x4xf16>
// CHECK: %[[S:.*]] = tensor.extract_slice %arg1[%[[I]]] [4] [1] : tensor<8xf32> to tensor<4xf32>
// CHECK: assay.scan sum exclusive dim(0) ins(%[[X]] : tensor<?x4xf16>) start(%[[S]] : tensor<4xf32>)
func.func @scan(%x: tensor<?x8xf16>, %s: tensor<8xf32>, %o: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = assay.scan sum exclusive dim(0) ins(%x : tensor<?x8xf16>) start(%s : tensor<8xf32>) outs(%o : tensor<?x8xf32>)
  return %0 : tensor<?x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["assay.scan"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// Fused into a consumer that is tiled along the lines, a sort sorts whole ones.
// CHECK-LABEL: @fused
// CHECK: scf.for %[[I:.*]] = %c0 to %c6 step %c2
// CHECK: scf.for %[[J:.*]] = %c0 to %c8 step %c4
// CHECK: %[[X:.*]] = tensor.extract_slice %arg0[%[[I]], 0] [2, 8] [1, 1]
// CHECK: %[[S:.*]] = assay.sort dim(1) outs(%[[X]] : tensor<2x8xf32>)
// CHECK: %[[P:.*]] = tensor.extract_slice %[[S]][0, %[[J]]] [2, 4] [1, 1]
// CHECK: linalg.generic {{.*}} ins(%[[P]] : tensor<2x4xf32>)
func.func @fused(%x: tensor<6x8xf32>, %o: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = assay.sort dim(1) outs(%x : tensor<6x8xf32>)
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<6x8xf32>) outs(%o : tensor<6x8xf32>) {
  ^bb0(%p: f32, %out: f32):
    %2 = arith.negf %p : f32
    linalg.yield %2 : f32
  } -> tensor<6x8xf32>
  return %1 : tensor<6x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %fused, %loops:2 = transform.structured.fuse %op tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What indices name is whole in each tile; all other dims are loops.
// CHECK-LABEL: @gather
// CHECK: scf.for %[[I:.*]] = %c0 to %c4 step %c2
// CHECK: scf.for %[[J:.*]] = %c0 to %{{.*}} step %c3
// CHECK-DAG: %[[X:.*]] = tensor.extract_slice %arg0[%[[I]], 0] [2, %{{.*}}] [1, 1] : tensor<4x?xf32> to tensor<2x?xf32>
// CHECK-DAG: %[[P:.*]] = tensor.extract_slice %arg1[%[[I]], %[[J]]] [2, %[[N:.*]]] [1, 1]
// CHECK: assay.gather dim(1) ins(%[[X]], %[[P]] : tensor<2x?xf32>, tensor<2x?xi32>)
func.func @gather(%x: tensor<4x?xf32>, %i: tensor<4x?xi32>, %o: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = assay.gather dim(1) ins(%x, %i : tensor<4x?xf32>, tensor<4x?xi32>) outs(%o : tensor<4x?xf32>)
  return %0 : tensor<4x?xf32>
}

// CHECK-LABEL: @gather_nd
// CHECK: scf.for %[[I:.*]] = %c0 to %c6 step %c2
// CHECK: scf.for %[[J:.*]] = %c0 to %c4 step %c2
// CHECK-DAG: %[[X:.*]] = tensor.extract_slice %arg0[0, 0, %[[J]]] [3, %{{.*}}, 2] [1, 1, 1]
// CHECK-DAG: %[[P:.*]] = tensor.extract_slice %arg1[%[[I]], 0] [2, 2] [1, 1]
// CHECK: assay.gather_nd ins(%[[X]], %[[P]] : tensor<3x?x2xf32>, tensor<2x2xi64>) outs(%{{.*}} : tensor<2x2xf32>)
func.func @gather_nd(%x: tensor<3x?x4xf32>, %i: tensor<6x2xi64>, %o: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = assay.gather_nd ins(%x, %i : tensor<3x?x4xf32>, tensor<6x2xi64>) outs(%o : tensor<6x4xf32>)
  return %0 : tensor<6x4xf32>
}

// Updates meet in what index vectors name alone.
// CHECK-LABEL: @scatter_nd
// CHECK: scf.for %[[J:.*]] = %c0 to %c4 step %c2
// CHECK-NOT: tensor.extract_slice %arg0
// CHECK-DAG: %[[U:.*]] = tensor.extract_slice %arg1[0, %[[J]]] [6, 2] [1, 1]
// CHECK-DAG: %[[B:.*]] = tensor.extract_slice %{{.*}}[0, %[[J]]] [3, 2] [1, 1]
// CHECK: assay.scatter_nd add ins(%arg0, %[[U]] : tensor<6x1xi32>, tensor<6x2xf32>) outs(%[[B]] : tensor<3x2xf32>)
func.func @scatter_nd(%i: tensor<6x1xi32>, %u: tensor<6x4xf32>, %b: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = assay.scatter_nd add ins(%i, %u : tensor<6x1xi32>, tensor<6x4xf32>) outs(%b : tensor<3x4xf32>)
  return %0 : tensor<3x4xf32>
}

// Updates that end before the destination does: the rest of it stays.
// CHECK-LABEL: @scatter
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c4
// CHECK-DAG: %[[O:.*]] = affine.min #{{.*}}(%[[I]])
// CHECK-DAG: %[[E:.*]] = affine.min #{{.*}}(%[[I]])
// CHECK-DAG: %[[N:.*]] = affine.apply #{{.*}}(%[[O]], %[[E]])
// CHECK-DAG: %[[P:.*]] = tensor.extract_slice %arg0[0, %[[O]]] [3, %[[N]]] [1, 1]
// CHECK-DAG: %[[U:.*]] = tensor.extract_slice %arg1[0, %[[O]]] [3, %[[N]]] [1, 1]
// CHECK-DAG: %[[B:.*]] = tensor.extract_slice %{{.*}}[0, %[[I]]] [9, 4] [1, 1]
// CHECK: assay.scatter max dim(0) ins(%[[P]], %[[U]] : {{.*}}) outs(%[[B]] : tensor<9x4xf32>)
func.func @scatter(%i: tensor<3x6xi32>, %u: tensor<3x6xf32>, %b: tensor<9x8xf32>) -> tensor<9x8xf32> {
  %0 = assay.scatter max dim(0) ins(%i, %u : tensor<3x6xi32>, tensor<3x6xf32>) outs(%b : tensor<9x8xf32>)
  return %0 : tensor<9x8xf32>
}

// CHECK-LABEL: @one_hot
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c4
// CHECK-DAG: %[[P:.*]] = tensor.extract_slice %arg0[%[[I]]] [4] [1]
// CHECK: assay.one_hot dim(0) ins(%[[P]], %arg1, %arg2 : tensor<4xi32>, f32, f32) outs(%{{.*}} : tensor<?x4xf32>)
func.func @one_hot(%i: tensor<8xi32>, %on: f32, %off: f32, %o: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = assay.one_hot dim(0) ins(%i, %on, %off : tensor<8xi32>, f32, f32) outs(%o : tensor<?x8xf32>)
  return %0 : tensor<?x8xf32>
}

// A head of the key goes with all heads of the query that read it, and rows are counted from the first.
// CHECK-LABEL: @attention
// CHECK: scf.for %[[H:.*]] = %c0 to %c2 step %c1
// CHECK: scf.for %[[R:.*]] = %c0 to %{{.*}} step %c32
// CHECK: scf.for %[[D:.*]] = %c0 to %c16 step %c8
// CHECK: %[[N:.*]] = affine.min
// CHECK: %[[G:.*]] = affine.apply #{{.*}}(%[[H]])
// CHECK-DAG: %[[Q:.*]] = tensor.extract_slice %arg0[%[[G]], %[[R]], 0] [2, %[[N]], 8] [1, 1, 1]
// CHECK-DAG: %[[K:.*]] = tensor.extract_slice %arg1[%[[H]], 0, 0] [1, %{{.*}}, 8] [1, 1, 1]
// CHECK-DAG: %[[V:.*]] = tensor.extract_slice %arg2[%[[H]], 0, %[[D]]] [1, %{{.*}}, 8] [1, 1, 1]
// CHECK-DAG: %[[M:.*]] = tensor.extract_slice %arg3[%[[G]], %[[R]], 0] [2, %[[N]], %{{.*}}] [1, 1, 1]
// CHECK: assay.attention causal from(%[[R]]) group(2) scale(5.000000e-01) ins(%[[Q]], %[[K]], %[[V]], %[[M]] :
func.func @attention(%q: tensor<4x?x8xf16>, %k: tensor<2x?x8xf16>, %v: tensor<2x?x16xf16>, %m: tensor<4x?x?xi1>,
                     %o: tensor<4x?x16xf16>) -> tensor<4x?x16xf16> {
  %0 = assay.attention causal group(2) scale(5.0e-01)
         ins(%q, %k, %v, %m : tensor<4x?x8xf16>, tensor<2x?x8xf16>, tensor<2x?x16xf16>, tensor<4x?x?xi1>)
         outs(%o : tensor<4x?x16xf16>)
  return %0 : tensor<4x?x16xf16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["assay.gather"]} in %root : (!transform.any_op) -> !transform.any_op
    %0, %1:2 = transform.structured.tile_using_for %g tile_sizes [2, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %n = transform.structured.match ops{["assay.gather_nd"]} in %root : (!transform.any_op) -> !transform.any_op
    %2, %3:2 = transform.structured.tile_using_for %n tile_sizes [2, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %s = transform.structured.match ops{["assay.scatter_nd"]} in %root : (!transform.any_op) -> !transform.any_op
    %4, %5 = transform.structured.tile_using_for %s tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %u = transform.structured.match ops{["assay.scatter", "assay.one_hot"]} in %root : (!transform.any_op) -> !transform.any_op
    %6, %7 = transform.structured.tile_using_for %u tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %a = transform.structured.match ops{["assay.attention"]} in %root : (!transform.any_op) -> !transform.any_op
    %8, %9:3 = transform.structured.tile_using_for %a tile_sizes [1, 32, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Fused into a consumer, a group of heads is computed whole for one of its heads.
// CHECK-LABEL: @heads
// CHECK: scf.for %[[I:.*]] = %c0 to %c4 step %c1
// CHECK: %[[H:.*]] = affine.apply #{{.*}}(%[[I]])
// CHECK: %[[A:.*]] = assay.attention group(2) {{.*}} outs(%{{.*}} : tensor<?x2x8xf32>)
// CHECK: %[[W:.*]] = affine.apply #{{.*}}(%[[I]])
// CHECK: tensor.extract_slice %[[A]][%[[W]], 0, 0] [1, 2, 8] [1, 1, 1] : tensor<?x2x8xf32> to tensor<1x2x8xf32>
func.func @heads(%q: tensor<4x2x8xf32>, %k: tensor<2x3x8xf32>, %v: tensor<2x3x8xf32>, %o: tensor<4x2x8xf32>) -> tensor<4x2x8xf32> {
  %0 = assay.attention group(2) scale(1.0) ins(%q, %k, %v : tensor<4x2x8xf32>, tensor<2x3x8xf32>, tensor<2x3x8xf32>) outs(%o : tensor<4x2x8xf32>)
  %1 = linalg.negf ins(%0 : tensor<4x2x8xf32>) outs(%o : tensor<4x2x8xf32>) -> tensor<4x2x8xf32>
  return %1 : tensor<4x2x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
    %fused, %loop = transform.structured.fuse %op tile_sizes [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
