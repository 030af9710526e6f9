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
