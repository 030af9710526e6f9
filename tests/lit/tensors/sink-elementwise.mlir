// RUN: assay-opt --assay-sink-elementwise --canonicalize --split-input-file %s | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// Four exponents instead of nine.
// CHECK-LABEL: @gather
// CHECK: %[[G:.*]] = assay.gather dim(0) ins(%arg0, %arg1 : tensor<9xf32>, tensor<4xi32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK: %[[E:.*]] = linalg.generic {{.*}} ins(%[[G]] : tensor<4xf32>) outs(%arg2 : tensor<4xf32>)
// CHECK: math.exp
// CHECK: return %[[E]]
func.func @gather(%x: tensor<9xf32>, %i: tensor<4xi32>, %o: tensor<4xf32>, %e: tensor<9xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<9xf32>) outs(%e : tensor<9xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = math.exp %in : f32
    linalg.yield %1 : f32
  } -> tensor<9xf32>
  %2 = assay.gather dim(0) ins(%0, %i : tensor<9xf32>, tensor<4xi32>) outs(%o : tensor<4xf32>)
  return %2 : tensor<4xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// The order of elements is that of the narrow ones: places stay, elements are extended where they went.
// CHECK-LABEL: @topk
// CHECK: %[[V:.*]], %[[I:.*]] = assay.topk dim(0) ins(%arg0 : tensor<9xf16>) outs(%{{.*}}, %arg2 : tensor<2xf16>, tensor<2xi64>)
// CHECK: %[[E:.*]] = linalg.generic {{.*}} ins(%[[V]] : tensor<2xf16>) outs(%arg1 : tensor<2xf32>)
// CHECK: return %[[E]], %[[I]]
// CHECK-LABEL: @sort
// CHECK: %[[S:.*]]:2 = assay.sort stable dim(0) outs(%arg0, %arg1 : tensor<?xi8>, tensor<?xf32>)
// CHECK: %[[E:.*]] = linalg.generic {{.*}} ins(%[[S]]#0 : tensor<?xi8>) outs(%arg2 : tensor<?xi64>)
// CHECK: return %[[E]], %[[S]]#1
// CHECK-LABEL: @places
// CHECK: assay.sort_indices dim(0) ins(%arg0 : tensor<?xf16>)
// CHECK: assay.scan sum dim(0) ins(%arg0 : tensor<?xf16>) outs(%{{.*}} : tensor<?xf32>)
func.func @topk(%x: tensor<9xf16>, %v: tensor<2xf32>, %i: tensor<2xi64>, %e: tensor<9xf32>) -> (tensor<2xf32>, tensor<2xi64>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<9xf16>) outs(%e : tensor<9xf32>) {
  ^bb0(%in: f16, %out: f32):
    %1 = arith.extf %in : f16 to f32
    linalg.yield %1 : f32
  } -> tensor<9xf32>
  %2:2 = assay.topk dim(0) ins(%0 : tensor<9xf32>) outs(%v, %i : tensor<2xf32>, tensor<2xi64>)
  return %2#0, %2#1 : tensor<2xf32>, tensor<2xi64>
}
func.func @sort(%x: tensor<?xi8>, %y: tensor<?xf32>, %e: tensor<?xi64>) -> (tensor<?xi64>, tensor<?xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<?xi8>) outs(%e : tensor<?xi64>) {
  ^bb0(%in: i8, %out: i64):
    %1 = arith.extsi %in : i8 to i64
    linalg.yield %1 : i64
  } -> tensor<?xi64>
  %2:2 = assay.sort stable dim(0) outs(%0, %y : tensor<?xi64>, tensor<?xf32>)
  return %2#0, %2#1 : tensor<?xi64>, tensor<?xf32>
}
func.func @places(%x: tensor<?xf16>, %i: tensor<?xi64>, %e: tensor<?xf32>) -> (tensor<?xi64>, tensor<?xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<?xf16>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f16, %out: f32):
    %1 = arith.extf %in : f16 to f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<?xf16>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f16, %out: f32):
    %3 = arith.extf %in : f16 to f32
    linalg.yield %3 : f32
  } -> tensor<?xf32>
  %4 = assay.sort_indices dim(0) ins(%0 : tensor<?xf32>) outs(%i : tensor<?xi64>)
  %5 = assay.scan sum dim(0) ins(%2 : tensor<?xf32>) outs(%e : tensor<?xf32>)
  return %4, %5 : tensor<?xi64>, tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// More elements behind it, or an unknown number; what is computed says the order; another reader; the place says the element; unsigned numbers.
// CHECK-LABEL: @stays
// CHECK-COUNT-5: linalg.generic
// CHECK: assay.gather
// CHECK-NOT: linalg.generic
func.func @stays(%x: tensor<9xf32>, %u: tensor<9xi8>, %i: tensor<4xi32>, %j: tensor<12xi32>, %o: tensor<12xf32>, %p: tensor<4xf32>, %e: tensor<9xf32>,
                 %w: tensor<9xi32>) -> (tensor<12xf32>, tensor<9xf32>, tensor<4xf32>, tensor<9xf32>, tensor<4xf32>, tensor<9xi32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<9xf32>) outs(%e : tensor<9xf32>) {
  ^bb0(%in: f32, %out: f32):
    %10 = math.exp %in : f32
    linalg.yield %10 : f32
  } -> tensor<9xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<9xf32>) outs(%e : tensor<9xf32>) {
  ^bb0(%in: f32, %out: f32):
    %10 = arith.negf %in : f32
    linalg.yield %10 : f32
  } -> tensor<9xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<9xf32>) outs(%e : tensor<9xf32>) {
  ^bb0(%in: f32, %out: f32):
    %10 = math.tanh %in : f32
    linalg.yield %10 : f32
  } -> tensor<9xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<9xf32>) outs(%e : tensor<9xf32>) {
  ^bb0(%in: f32, %out: f32):
    %10 = linalg.index 0 : index
    %11 = arith.index_cast %10 : index to i32
    %12 = arith.sitofp %11 : i32 to f32
    %13 = arith.addf %in, %12 : f32
    linalg.yield %13 : f32
  } -> tensor<9xf32>
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%u : tensor<9xi8>) outs(%w : tensor<9xi32>) {
  ^bb0(%in: i8, %out: i32):
    %10 = arith.extui %in : i8 to i32
    linalg.yield %10 : i32
  } -> tensor<9xi32>
  %5 = assay.gather dim(0) ins(%0, %j : tensor<9xf32>, tensor<12xi32>) outs(%o : tensor<12xf32>)
  %6 = assay.sort dim(0) outs(%1 : tensor<9xf32>)
  %7 = assay.gather dim(0) ins(%2, %i : tensor<9xf32>, tensor<4xi32>) outs(%p : tensor<4xf32>)
  %8 = assay.gather dim(0) ins(%3, %i : tensor<9xf32>, tensor<4xi32>) outs(%p : tensor<4xf32>)
  %9 = assay.sort dim(0) outs(%4 : tensor<9xi32>)
  return %5, %6, %7, %2, %8, %9 : tensor<12xf32>, tensor<9xf32>, tensor<4xf32>, tensor<9xf32>, tensor<4xf32>, tensor<9xi32>
}

// -----

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#rows = affine_map<(d0, d1, d2) -> (d2)>
#scalar = affine_map<(d0, d1, d2) -> ()>

// Slices of another rank than what they are taken of; what is broadcast along the dims that index vectors name.
// CHECK-LABEL: @slices
// CHECK: %[[G:.*]] = assay.gather_nd ins(%arg0, %arg1 : tensor<9x4x5xf32>, tensor<2x2xi32>) outs(%{{.*}} : tensor<2x5xf32>)
// CHECK: linalg.generic {indexing_maps = [#map{{[0-9]*}}, #[[R:map[0-9]*]], #{{.*}}, #map{{[0-9]*}}], iterator_types = ["parallel", "parallel"]} ins(%[[G]], %arg2, %arg3 : tensor<2x5xf32>, tensor<5xf32>, f32) outs(%arg4 : tensor<2x5xf32>)
func.func @slices(%x: tensor<9x4x5xf32>, %i: tensor<2x2xi32>, %b: tensor<5xf32>, %s: f32, %o: tensor<2x5xf32>, %e: tensor<9x4x5xf32>) -> tensor<2x5xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #rows, #scalar, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %b, %s : tensor<9x4x5xf32>, tensor<5xf32>, f32) outs(%e : tensor<9x4x5xf32>) {
  ^bb0(%in: f32, %row: f32, %factor: f32, %out: f32):
    %1 = arith.addf %in, %row : f32
    %2 = arith.mulf %1, %factor : f32
    linalg.yield %2 : f32
  } -> tensor<9x4x5xf32>
  %3 = assay.gather_nd ins(%0, %i : tensor<9x4x5xf32>, tensor<2x2xi32>) outs(%o : tensor<2x5xf32>)
  return %3 : tensor<2x5xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// Indices are signed numbers in any type.
// CHECK-LABEL: @indices
// CHECK-NOT: arith.extsi
// CHECK: assay.gather dim(0) ins(%arg0, %arg1 : tensor<9x?xf32>, tensor<4x?xi8>)
// CHECK: assay.scatter add dim(0) ins(%arg1, %{{.*}} : tensor<4x?xi8>, tensor<4x?xf32>)
// CHECK: assay.one_hot dim(2) ins(%arg1, {{.*}} : tensor<4x?xi8>, f32, f32)
func.func @indices(%x: tensor<9x?xf32>, %i: tensor<4x?xi8>, %o: tensor<4x?xf32>, %e: tensor<4x?xi32>, %h: tensor<4x?x3xf32>, %f: f32)
    -> (tensor<9x?xf32>, tensor<4x?x3xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%i : tensor<4x?xi8>) outs(%e : tensor<4x?xi32>) {
  ^bb0(%in: i8, %out: i32):
    %10 = arith.extsi %in : i8 to i32
    linalg.yield %10 : i32
  } -> tensor<4x?xi32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%i : tensor<4x?xi8>) outs(%e : tensor<4x?xi32>) {
  ^bb0(%in: i8, %out: i32):
    %10 = arith.extsi %in : i8 to i32
    linalg.yield %10 : i32
  } -> tensor<4x?xi32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%i : tensor<4x?xi8>) outs(%e : tensor<4x?xi32>) {
  ^bb0(%in: i8, %out: i32):
    %10 = arith.extsi %in : i8 to i32
    linalg.yield %10 : i32
  } -> tensor<4x?xi32>
  %3 = assay.gather dim(0) ins(%x, %0 : tensor<9x?xf32>, tensor<4x?xi32>) outs(%o : tensor<4x?xf32>)
  %4 = assay.scatter add dim(0) ins(%1, %3 : tensor<4x?xi32>, tensor<4x?xf32>) outs(%x : tensor<9x?xf32>)
  %5 = assay.one_hot dim(2) ins(%2, %f, %f : tensor<4x?xi32>, f32, f32) outs(%h : tensor<4x?x3xf32>)
  return %4, %5 : tensor<9x?xf32>, tensor<4x?x3xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// Attention's scale takes the sign of the query's scores; of the values a mean is negated, where there are not more of them.
// CHECK-LABEL: @attention
// CHECK: %[[R:.*]] = assay.attention causal scale(-5.000000e-01) ins(%arg0, %arg1, %arg2 : tensor<3x8xf32>, tensor<9x8xf32>, tensor<9x4xf32>)
// CHECK: %[[N:.*]] = linalg.generic {{.*}} ins(%[[R]] : tensor<3x4xf32>) outs(%arg3 : tensor<3x4xf32>)
// CHECK: arith.negf
// CHECK: return %[[N]]
// CHECK-LABEL: @more_rows
// CHECK: linalg.generic
// CHECK: assay.attention scale(5.000000e-01)
// CHECK-LABEL: @both
// CHECK-NOT: linalg.generic
// CHECK: assay.attention scale(5.000000e-01) ins(%arg0, %arg1, %arg1
func.func @attention(%q: tensor<3x8xf32>, %k: tensor<9x8xf32>, %v: tensor<9x4xf32>, %o: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<3x8xf32>) outs(%q : tensor<3x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %10 = arith.negf %in : f32
    linalg.yield %10 : f32
  } -> tensor<3x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%v : tensor<9x4xf32>) outs(%v : tensor<9x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %10 = arith.negf %in : f32
    linalg.yield %10 : f32
  } -> tensor<9x4xf32>
  %2 = assay.attention causal scale(5.0e-01) ins(%0, %k, %1 : tensor<3x8xf32>, tensor<9x8xf32>, tensor<9x4xf32>) outs(%o : tensor<3x4xf32>)
  return %2 : tensor<3x4xf32>
}
func.func @more_rows(%q: tensor<?x8xf32>, %k: tensor<9x8xf32>, %v: tensor<9x4xf32>, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%v : tensor<9x4xf32>) outs(%v : tensor<9x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %10 = arith.negf %in : f32
    linalg.yield %10 : f32
  } -> tensor<9x4xf32>
  %2 = assay.attention scale(5.0e-01) ins(%q, %k, %1 : tensor<?x8xf32>, tensor<9x8xf32>, tensor<9x4xf32>) outs(%o : tensor<?x4xf32>)
  return %2 : tensor<?x4xf32>
}
func.func @both(%q: tensor<?x8xf16>, %k: tensor<?x8xf16>, %o: tensor<?x8xf16>) -> tensor<?x8xf16> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<?x8xf16>) outs(%q : tensor<?x8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %10 = arith.negf %in : f16
    linalg.yield %10 : f16
  } -> tensor<?x8xf16>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%k : tensor<?x8xf16>) outs(%k : tensor<?x8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %10 = arith.negf %in : f16
    linalg.yield %10 : f16
  } -> tensor<?x8xf16>
  %2 = assay.attention scale(5.0e-01) ins(%0, %1, %k : tensor<?x8xf16>, tensor<?x8xf16>, tensor<?x8xf16>) outs(%o : tensor<?x8xf16>)
  return %2 : tensor<?x8xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#first = affine_map<(d0, d1) -> (d0)>

// No op of the dialect takes elements of i1; what differs along the dim that places name; other dims of which fewer are left; a factor; a loop.
// CHECK-LABEL: @stays
// CHECK: arith.extsi
// CHECK: assay.scan sum dim(1) ins(%{{.*}} : tensor<9x4xi8>)
// CHECK: arith.addf
// CHECK: assay.gather dim(0) {{.*}} outs(%{{.*}} : tensor<2x4xf32>)
// CHECK: arith.addf
// CHECK: assay.gather dim(1) {{.*}} outs(%{{.*}} : tensor<2x4xf32>)
// CHECK: arith.mulf
// CHECK: assay.attention scale(5.000000e-01)
// CHECK: math.exp
// CHECK: scf.for
// CHECK: assay.gather
func.func @stays(%x: tensor<9x4xi1>, %y: tensor<9x4xf32>, %b: tensor<9xf32>, %i: tensor<2x4xi32>, %s: f32, %n: index, %oi: tensor<9x4xi8>, %o: tensor<9x4xf32>, %p: tensor<2x4xf32>)
    -> (tensor<9x4xi8>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<9x4xf32>, tensor<2x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<9x4xi1>) outs(%oi : tensor<9x4xi8>) {
  ^bb0(%in: i1, %out: i8):
    %10 = arith.extsi %in : i1 to i8
    linalg.yield %10 : i8
  } -> tensor<9x4xi8>
  %1 = assay.scan sum dim(1) ins(%0 : tensor<9x4xi8>) outs(%oi : tensor<9x4xi8>)
  %2 = linalg.generic {indexing_maps = [#id, #first, #id], iterator_types = ["parallel", "parallel"]} ins(%y, %b : tensor<9x4xf32>, tensor<9xf32>) outs(%o : tensor<9x4xf32>) {
  ^bb0(%in: f32, %row: f32, %out: f32):
    %10 = arith.addf %in, %row : f32
    linalg.yield %10 : f32
  } -> tensor<9x4xf32>
  %3 = assay.gather dim(0) ins(%2, %i : tensor<9x4xf32>, tensor<2x4xi32>) outs(%p : tensor<2x4xf32>)
  %4 = linalg.generic {indexing_maps = [#id, #first, #id], iterator_types = ["parallel", "parallel"]} ins(%o, %b : tensor<9x4xf32>, tensor<9xf32>) outs(%o : tensor<9x4xf32>) {
  ^bb0(%in: f32, %row: f32, %out: f32):
    %10 = arith.addf %in, %row : f32
    linalg.yield %10 : f32
  } -> tensor<9x4xf32>
  %5 = assay.gather dim(1) ins(%4, %i : tensor<9x4xf32>, tensor<2x4xi32>) outs(%p : tensor<2x4xf32>)
  %6 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<9x4xf32>) outs(%y : tensor<9x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %10 = arith.mulf %in, %s : f32
    linalg.yield %10 : f32
  } -> tensor<9x4xf32>
  %7 = assay.attention scale(5.0e-01) ins(%6, %y, %y : tensor<9x4xf32>, tensor<9x4xf32>, tensor<9x4xf32>) outs(%o : tensor<9x4xf32>)
  %8 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<9x4xf32>) outs(%y : tensor<9x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %10 = math.exp %in : f32
    linalg.yield %10 : f32
  } -> tensor<9x4xf32>
  %9 = scf.for %at = %c0 to %n step %c1 iter_args(%last = %p) -> tensor<2x4xf32> {
    %10 = assay.gather dim(0) ins(%8, %i : tensor<9x4xf32>, tensor<2x4xi32>) outs(%last : tensor<2x4xf32>)
    scf.yield %10 : tensor<2x4xf32>
  }
  return %1, %3, %5, %7, %9 : tensor<9x4xi8>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<9x4xf32>, tensor<2x4xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// What is written over may be read as well, as another operand or another destination.
// CHECK-LABEL: @into_places
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4xi32>
// CHECK: assay.gather dim(0) ins(%arg0, %arg1 : tensor<9xi32>, tensor<4xi32>) outs(%[[E]] : tensor<4xi32>)
// CHECK-LABEL: @into_one
// CHECK: %[[E:.*]] = tensor.empty() : tensor<2xi16>
// CHECK: assay.topk dim(0) ins(%arg0 : tensor<9xi16>) outs(%[[E]], %arg1 : tensor<2xi16>, tensor<2xi32>)
func.func @into_places(%x: tensor<9xi32>, %i: tensor<4xi32>, %e: tensor<9xi32>) -> tensor<4xi32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<9xi32>) outs(%e : tensor<9xi32>) {
  ^bb0(%in: i32, %out: i32):
    %1 = arith.muli %in, %in : i32
    linalg.yield %1 : i32
  } -> tensor<9xi32>
  %2 = assay.gather dim(0) ins(%0, %i : tensor<9xi32>, tensor<4xi32>) outs(%i : tensor<4xi32>)
  return %2 : tensor<4xi32>
}
func.func @into_one(%x: tensor<9xi16>, %i: tensor<2xi32>, %e: tensor<9xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<9xi16>) outs(%e : tensor<9xi32>) {
  ^bb0(%in: i16, %out: i32):
    %1 = arith.extsi %in : i16 to i32
    linalg.yield %1 : i32
  } -> tensor<9xi32>
  %2:2 = assay.topk dim(0) ins(%0 : tensor<9xi32>) outs(%i, %i : tensor<2xi32>, tensor<2xi32>)
  return %2#0, %2#1 : tensor<2xi32>, tensor<2xi32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// What is read ahead of it may be known less well than the op needs, and a config is for where it stands.
// CHECK-LABEL: @unknown_depth
// CHECK: linalg.generic
// CHECK: assay.gather_nd
// CHECK-LABEL: @configured
// CHECK: linalg.generic
// CHECK: assay.gather dim(0)
// CHECK-NOT: linalg.generic
func.func @unknown_depth(%x: tensor<5x4xf32>, %i: tensor<7x?xi8>, %e: tensor<7x1xi32>, %o: tensor<7x4xf32>) -> tensor<7x4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%i : tensor<7x?xi8>) outs(%e : tensor<7x1xi32>) {
  ^bb0(%in: i8, %out: i32):
    %1 = arith.extsi %in : i8 to i32
    linalg.yield %1 : i32
  } -> tensor<7x1xi32>
  %2 = assay.gather_nd ins(%x, %0 : tensor<5x4xf32>, tensor<7x1xi32>) outs(%o : tensor<7x4xf32>)
  return %2 : tensor<7x4xf32>
}
func.func @configured(%x: tensor<9x1xi32>, %i: tensor<4x1xi32>, %e: tensor<9x1xi32>, %o: tensor<4x1xi32>) -> tensor<4x1xi32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<9x1xi32>) outs(%e : tensor<9x1xi32>)
      attrs = {assay.lowering_config = #assay.lowering_config<tiles = [2, 0]>} {
  ^bb0(%in: i32, %out: i32):
    %1 = arith.muli %in, %in : i32
    linalg.yield %1 : i32
  } -> tensor<9x1xi32>
  %2 = assay.gather dim(0) ins(%0, %i : tensor<9x1xi32>, tensor<4x1xi32>) outs(%o : tensor<4x1xi32>)
  return %2 : tensor<4x1xi32>
}
