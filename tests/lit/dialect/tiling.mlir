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
