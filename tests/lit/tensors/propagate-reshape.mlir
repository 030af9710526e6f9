// RUN: assay-opt --assay-propagate-reshape --split-input-file %s | FileCheck %s

// A collapse of what is read comes behind: what is sorted along stays one dim, now the third.
// CHECK-LABEL: @topk
// CHECK: %[[V:.*]], %[[I:.*]] = assay.topk dim(2) ins(%arg0 : tensor<2x3x9xf32>) outs(%{{.*}}, %{{.*}} : tensor<2x3x4xf32>, tensor<2x3x4xi64>)
// CHECK-DAG: %[[C:.*]] = tensor.collapse_shape %[[V]] {{\[\[}}0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
// CHECK-DAG: %[[D:.*]] = tensor.collapse_shape %[[I]] {{\[\[}}0, 1], [2]] : tensor<2x3x4xi64> into tensor<6x4xi64>
// CHECK: return %[[C]], %[[D]]
func.func @topk(%x: tensor<2x3x9xf32>) -> (tensor<6x4xf32>, tensor<6x4xi64>) {
  %v = tensor.empty() : tensor<6x4xf32>
  %i = tensor.empty() : tensor<6x4xi64>
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x9xf32> into tensor<6x9xf32>
  %0:2 = assay.topk dim(1) ins(%c : tensor<6x9xf32>) outs(%v, %i : tensor<6x4xf32>, tensor<6x4xi64>)
  return %0#0, %0#1 : tensor<6x4xf32>, tensor<6x4xi64>
}

// -----

// What is carried along is expanded, with the extents of what is not.
// CHECK-LABEL: @sort
// CHECK-DAG: %[[N:.*]] = tensor.dim %arg0, %c1
// CHECK-DAG: %[[M:.*]] = tensor.dim %arg0, %c2
// CHECK: %[[E:.*]] = tensor.expand_shape %arg1 {{\[\[}}0], [1, 2]] output_shape [8, %[[N]], %[[M]]] : tensor<8x?xi32> into tensor<8x?x?xi32>
// CHECK: %[[S:.*]]:2 = assay.sort stable dim(0) outs(%arg0, %[[E]] : tensor<8x?x?xf32>, tensor<8x?x?xi32>)
// CHECK: tensor.collapse_shape %[[S]]#0 {{\[\[}}0], [1, 2]]
// CHECK: tensor.collapse_shape %[[S]]#1 {{\[\[}}0], [1, 2]]
func.func @sort(%x: tensor<8x?x?xf32>, %y: tensor<8x?xi32>) -> (tensor<8x?xf32>, tensor<8x?xi32>) {
  %c = tensor.collapse_shape %x [[0], [1, 2]] : tensor<8x?x?xf32> into tensor<8x?xf32>
  %0:2 = assay.sort stable dim(0) outs(%c, %y : tensor<8x?xf32>, tensor<8x?xi32>)
  return %0#0, %0#1 : tensor<8x?xf32>, tensor<8x?xi32>
}

// -----

// One dim static among unknown ones: what one operand's type says holds of the others.
// CHECK-LABEL: @mixed
// CHECK: %[[X:.*]] = tensor.cast %arg0 : tensor<?x4x9xf32> to tensor<3x4x9xf32>
// CHECK: assay.sort_indices descending dim(2) ins(%[[X]] : tensor<3x4x9xf32>) outs(%{{.*}} : tensor<3x4x5xi32>)
// CHECK-LABEL: @unknown
// CHECK: %[[E:.*]] = tensor.cast %arg1 : tensor<?x9xf32> to tensor<12x9xf32>
// CHECK: tensor.expand_shape %[[E]] {{\[\[}}0, 1], [2]] output_shape [3, 4, 9]
// CHECK: assay.scan sum dim(2) ins(%arg0 : tensor<3x4x9xf32>) outs(%{{.*}} : tensor<3x4x9xf32>)
func.func @mixed(%x: tensor<?x4x9xf32>, %o: tensor<12x5xi32>) -> tensor<12x5xi32> {
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x4x9xf32> into tensor<?x9xf32>
  %0 = assay.sort_indices descending dim(1) ins(%c : tensor<?x9xf32>) outs(%o : tensor<12x5xi32>)
  return %0 : tensor<12x5xi32>
}
func.func @unknown(%x: tensor<3x4x9xf32>, %o: tensor<?x9xf32>) -> tensor<?x9xf32> {
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<3x4x9xf32> into tensor<12x9xf32>
  %0 = assay.scan sum dim(1) ins(%c : tensor<12x9xf32>) outs(%o : tensor<?x9xf32>)
  return %0 : tensor<?x9xf32>
}

// -----

// An expansion of a result goes ahead: also of what a scan starts from, which lacks its dim.
// CHECK-LABEL: @scan
// CHECK-DAG: %[[X:.*]] = tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [4, %arg3, 2] : tensor<4x?xf16> into tensor<4x?x2xf16>
// CHECK-DAG: %[[S:.*]] = tensor.expand_shape %arg1 {{\[\[}}0, 1]] output_shape [%arg3, 2] : tensor<?xf32> into tensor<?x2xf32>
// CHECK: %[[R:.*]] = assay.scan sum exclusive dim(0) ins(%[[X]] : tensor<4x?x2xf16>) start(%[[S]] : tensor<?x2xf32>) outs(%{{.*}} : tensor<4x?x2xf32>)
// CHECK: return %[[R]]
func.func @scan(%x: tensor<4x?xf16>, %s: tensor<?xf32>, %o: tensor<4x?xf32>, %n: index) -> tensor<4x?x2xf32> {
  %0 = assay.scan sum exclusive dim(0) ins(%x : tensor<4x?xf16>) start(%s : tensor<?xf32>) outs(%o : tensor<4x?xf32>)
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [4, %n, 2] : tensor<4x?xf32> into tensor<4x?x2xf32>
  return %1 : tensor<4x?x2xf32>
}

// -----

// Index vectors and slices alike; heads of attention; depths of a one_hot between dims of its indices.
// CHECK-LABEL: @gather_nd
// CHECK: assay.gather_nd ins(%{{.*}}, %{{.*}} : tensor<3x2x4xf32>, tensor<5x6x1xi32>) outs(%{{.*}} : tensor<5x6x2x4xf32>)
// CHECK-LABEL: @attention
// CHECK: assay.attention causal scale(1.000000e+00) ins({{.*}} : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x4xf32>, tensor<2x3x5x7xi1>) outs(%{{.*}} : tensor<2x3x5x4xf32>)
// CHECK-LABEL: @one_hot
// CHECK: assay.one_hot dim(2) ins(%arg0, %arg1, %arg1 : tensor<2x3x4xi32>, f32, f32) outs(%{{.*}} : tensor<2x3x?x4xf32>)
func.func @gather_nd(%x: tensor<3x8xf32>, %i: tensor<5x6x1xi32>) -> tensor<30x2x4xf32> {
  %o = tensor.empty() : tensor<30x8xf32>
  %c = tensor.collapse_shape %i [[0, 1], [2]] : tensor<5x6x1xi32> into tensor<30x1xi32>
  %0 = assay.gather_nd ins(%x, %c : tensor<3x8xf32>, tensor<30x1xi32>) outs(%o : tensor<30x8xf32>)
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [30, 2, 4] : tensor<30x8xf32> into tensor<30x2x4xf32>
  return %1 : tensor<30x2x4xf32>
}
func.func @attention(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<6x7x4xf32>, %m: tensor<6x5x7xi1>, %o: tensor<6x5x4xf32>) -> tensor<6x5x4xf32> {
  %cq = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x3x5x8xf32> into tensor<6x5x8xf32>
  %ck = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<2x3x7x8xf32> into tensor<6x7x8xf32>
  %0 = assay.attention causal scale(1.0) ins(%cq, %ck, %v, %m : tensor<6x5x8xf32>, tensor<6x7x8xf32>, tensor<6x7x4xf32>, tensor<6x5x7xi1>) outs(%o : tensor<6x5x4xf32>)
  return %0 : tensor<6x5x4xf32>
}
func.func @one_hot(%i: tensor<2x3x4xi32>, %e: f32, %o: tensor<6x?x4xf32>) -> tensor<6x?x4xf32> {
  %c = tensor.collapse_shape %i [[0, 1], [2]] : tensor<2x3x4xi32> into tensor<6x4xi32>
  %0 = assay.one_hot dim(1) ins(%c, %e, %e : tensor<6x4xi32>, f32, f32) outs(%o : tensor<6x?x4xf32>)
  return %0 : tensor<6x?x4xf32>
}

// -----

// As many updates as there is room for, or as is read from: then they have one shape in every dim but one.
// CHECK-LABEL: @places
// CHECK: assay.gather dim(2) ins(%arg0, %{{.*}} : tensor<2x3x9xf32>, tensor<2x3x4xi32>)
// CHECK: assay.scatter add dim(2) ins({{.*}} : tensor<2x3x4xi32>, tensor<2x3x4xf32>) outs({{.*}} : tensor<2x3x9xf32>)
// CHECK-NOT: assay
func.func @places(%x: tensor<2x3x9xf32>, %i: tensor<6x4xi32>, %o: tensor<6x4xf32>) -> tensor<6x9xf32> {
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x9xf32> into tensor<6x9xf32>
  %0 = assay.gather dim(1) ins(%c, %i : tensor<6x9xf32>, tensor<6x4xi32>) outs(%o : tensor<6x4xf32>)
  %1 = assay.scatter add dim(1) ins(%i, %0 : tensor<6x4xi32>, tensor<6x4xf32>) outs(%c : tensor<6x9xf32>)
  return %1 : tensor<6x9xf32>
}

// -----

// Past a chain of ops, and from one expansion on up.
// CHECK-LABEL: @chain
// CHECK: %[[S:.*]] = assay.sort dim(0) outs(%{{.*}} : tensor<9x2x3xf32>)
// CHECK: %[[R:.*]] = assay.scan max dim(0) ins(%[[S]] : tensor<9x2x3xf32>)
// CHECK: return %[[R]]
func.func @chain(%x: tensor<9x6xf32>, %o: tensor<9x6xf32>) -> tensor<9x2x3xf32> {
  %0 = assay.sort dim(0) outs(%x : tensor<9x6xf32>)
  %1 = assay.scan max dim(0) ins(%0 : tensor<9x6xf32>) outs(%o : tensor<9x6xf32>)
  %2 = tensor.expand_shape %1 [[0], [1, 2]] output_shape [9, 2, 3] : tensor<9x6xf32> into tensor<9x2x3xf32>
  return %2 : tensor<9x2x3xf32>
}

// -----

// What is sorted along, or named by indices, is one dim; rows of attention; heads in groups; an update for
// fewer lines than there are, or maybe fewer; no elements; two extents that nobody knows; another reader.
// CHECK-LABEL: @stays
// CHECK: assay.sort dim(0) outs(%{{.*}} : tensor<6x9xf32>)
// CHECK: assay.gather dim(0) {{.*}} : tensor<6x9xf32>
// CHECK: assay.attention {{.*}} : tensor<1x6x9xf32>
// CHECK: assay.attention {{.*}} : tensor<6x9x9xf32>
// CHECK: assay.scatter add dim(1) {{.*}} : tensor<6x9xf32>
// CHECK: assay.scatter min dim(1) {{.*}} : tensor<?x9xf32>
// CHECK: assay.sort dim(1) outs(%{{.*}} : tensor<0x9xf32>)
// CHECK: assay.scan sum dim(1) {{.*}} : tensor<?x9xf32>
// CHECK: assay.sort descending dim(1) outs(%{{.*}} : tensor<6x9xf32>)
func.func @stays(%x: tensor<2x3x9xf32>, %y: tensor<1x2x3x9xf32>, %z: tensor<2x3x9x9xf32>, %w: tensor<3x9x9xf32>, %i: tensor<4x9xi32>,
                 %u: tensor<4x9xf32>, %d: tensor<?x9xf32>, %e: tensor<0x3x9xf32>, %q: tensor<?x?x9xf32>, %o: tensor<6x9xf32>, %p: tensor<1x6x9xf32>,
                 %r: tensor<6x9x9xf32>)
    -> (tensor<6x9xf32>, tensor<4x9xf32>, tensor<1x6x9xf32>, tensor<6x9x9xf32>, tensor<6x9xf32>, tensor<?x9xf32>, tensor<0x9xf32>, tensor<6x9xf32>,
        tensor<2x3x9xf32>, tensor<6x9xf32>) {
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x9xf32> into tensor<6x9xf32>
  %0 = assay.sort dim(0) outs(%c : tensor<6x9xf32>)
  %1 = assay.gather dim(0) ins(%c, %i : tensor<6x9xf32>, tensor<4x9xi32>) outs(%u : tensor<4x9xf32>)
  %cy = tensor.collapse_shape %y [[0], [1, 2], [3]] : tensor<1x2x3x9xf32> into tensor<1x6x9xf32>
  %2 = assay.attention scale(1.0) ins(%cy, %p, %p : tensor<1x6x9xf32>, tensor<1x6x9xf32>, tensor<1x6x9xf32>) outs(%p : tensor<1x6x9xf32>)
  %cz = tensor.collapse_shape %z [[0, 1], [2], [3]] : tensor<2x3x9x9xf32> into tensor<6x9x9xf32>
  %3 = assay.attention group(2) scale(1.0) ins(%cz, %w, %w : tensor<6x9x9xf32>, tensor<3x9x9xf32>, tensor<3x9x9xf32>) outs(%r : tensor<6x9x9xf32>)
  %4 = assay.scatter add dim(1) ins(%i, %u : tensor<4x9xi32>, tensor<4x9xf32>) outs(%c : tensor<6x9xf32>)
  %ci = arith.constant dense<1> : tensor<6x9xi32>
  %5 = assay.scatter min dim(1) ins(%ci, %c : tensor<6x9xi32>, tensor<6x9xf32>) outs(%d : tensor<?x9xf32>)
  %ce = tensor.collapse_shape %e [[0, 1], [2]] : tensor<0x3x9xf32> into tensor<0x9xf32>
  %6 = "assay.sort"(%ce) {dim = 1 : i64} : (tensor<0x9xf32>) -> tensor<0x9xf32>
  %cq = tensor.collapse_shape %q [[0, 1], [2]] : tensor<?x?x9xf32> into tensor<?x9xf32>
  %7 = assay.scan sum dim(1) ins(%cq : tensor<?x9xf32>) outs(%o : tensor<6x9xf32>)
  %8 = assay.sort descending dim(1) outs(%o : tensor<6x9xf32>)
  %9 = tensor.expand_shape %8 [[0, 1], [2]] output_shape [2, 3, 9] : tensor<6x9xf32> into tensor<2x3x9xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %9, %8
    : tensor<6x9xf32>, tensor<4x9xf32>, tensor<1x6x9xf32>, tensor<6x9x9xf32>, tensor<6x9xf32>, tensor<?x9xf32>, tensor<0x9xf32>, tensor<6x9xf32>,
      tensor<2x3x9xf32>, tensor<6x9xf32>
}

// -----

// A config is for the loops that there are.
// CHECK-LABEL: @configured
// CHECK: tensor.collapse_shape
// CHECK: assay.sort
// CHECK-SAME: tensor<6x4xf32>
func.func @configured(%x: tensor<2x3x4xf32>) -> tensor<6x4xf32> {
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %1 = assay.sort dim(1) outs(%0 : tensor<6x4xf32>) {assay.lowering_config = #assay.lowering_config<tiles = [2]>}
  return %1 : tensor<6x4xf32>
}
