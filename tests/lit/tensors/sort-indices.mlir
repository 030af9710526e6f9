// RUN: assay-opt --assay-sort-indices --canonicalize %s | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// Only the indices are read. What the op says of itself stays, here as below.
// CHECK-LABEL: @indices
// CHECK: %[[I:.*]] = assay.sort_indices descending dim(1) ins(%arg0 : tensor<4x?xf32>) outs(%arg2 : tensor<4x3xi32>) {tag = 1 : i64}
// CHECK: return %[[I]]
func.func @indices(%x: tensor<4x?xf32>, %v: tensor<4x3xf32>, %i: tensor<4x3xi32>) -> tensor<4x3xi32> {
  %0:2 = assay.topk dim(1) ins(%x : tensor<4x?xf32>) outs(%v, %i : tensor<4x3xf32>, tensor<4x3xi32>) {tag = 1}
  return %0#1 : tensor<4x3xi32>
}

// CHECK-LABEL: @smallest_indices
// CHECK: assay.sort_indices dim(0)
func.func @smallest_indices(%x: tensor<?xi8>, %v: tensor<?xi8>, %i: tensor<?xi64>) -> tensor<?xi64> {
  %0:2 = assay.topk smallest unsorted dim(0) ins(%x : tensor<?xi8>) outs(%v, %i : tensor<?xi8>, tensor<?xi64>)
  return %0#1 : tensor<?xi64>
}

// Only the values are read.
// CHECK-LABEL: @values
// CHECK-DAG: %[[K:.*]] = tensor.dim %arg1, %c1
// CHECK-DAG: %[[S:.*]] = assay.sort descending dim(1) outs(%arg0 : tensor<4x?xf32>) {tag = 2 : i64}
// CHECK: %[[V:.*]] = tensor.extract_slice %[[S]][0, 0] [4, %[[K]]] [1, 1] : tensor<4x?xf32> to tensor<4x?xf32>
// CHECK: return %[[V]]
func.func @values(%x: tensor<4x?xf32>, %v: tensor<4x?xf32>, %i: tensor<4x?xi64>) -> tensor<4x?xf32> {
  %0:2 = assay.topk dim(1) ins(%x : tensor<4x?xf32>) outs(%v, %i : tensor<4x?xf32>, tensor<4x?xi64>) {tag = 2}
  return %0#0 : tensor<4x?xf32>
}

// Both are read.
// CHECK-LABEL: @both
// CHECK: assay.topk
func.func @both(%x: tensor<4xf32>, %v: tensor<3xf32>, %i: tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %0:2 = assay.topk dim(0) ins(%x : tensor<4xf32>) outs(%v, %i : tensor<3xf32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}

// A sort that moves its places along, of which only these are read. They wrap at last.
// CHECK-LABEL: @places
// CHECK: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<4x?xi8>
// CHECK: %[[I:.*]] = assay.sort_indices descending stable dim(1) ins(%arg0 : tensor<4x?xf32>) outs(%[[E]] : tensor<4x?xi8>) {tag = 3 : i64}
// CHECK: return %[[I]]
func.func @places(%x: tensor<4x?xf32>, %e: tensor<4x?xi8>) -> tensor<4x?xi8> {
  %p = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x?xi8>) {
  ^bb0(%o: i8):
    %i = linalg.index 1 : index
    %w = arith.index_cast %i : index to i64
    %n = arith.trunci %w : i64 to i8
    linalg.yield %n : i8
  } -> tensor<4x?xi8>
  %0:2 = assay.sort descending stable dim(1) outs(%x, %p : tensor<4x?xf32>, tensor<4x?xi8>) {tag = 3}
  return %0#1 : tensor<4x?xi8>
}

// Places along another dim are not those of the order.
// CHECK-LABEL: @other_dim
// CHECK: assay.sort dim(1)
func.func @other_dim(%x: tensor<4x?xf32>, %e: tensor<4x?xi32>) -> tensor<4x?xi32> {
  %p = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x?xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    linalg.yield %n : i32
  } -> tensor<4x?xi32>
  %0:2 = assay.sort dim(1) outs(%x, %p : tensor<4x?xf32>, tensor<4x?xi32>)
  return %0#1 : tensor<4x?xi32>
}

// A type that places of a sort_indices cannot be of.
// CHECK-LABEL: @odd_width
// CHECK: assay.sort dim(1)
func.func @odd_width(%x: tensor<4x?xf32>, %e: tensor<4x?xi24>) -> tensor<4x?xi24> {
  %p = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x?xi24>) {
  ^bb0(%o: i24):
    %i = linalg.index 1 : index
    %n = arith.index_cast %i : index to i24
    linalg.yield %n : i24
  } -> tensor<4x?xi24>
  %0:2 = assay.sort dim(1) outs(%x, %p : tensor<4x?xf32>, tensor<4x?xi24>)
  return %0#1 : tensor<4x?xi24>
}

// Elements that are no places, and keys that are read.
// CHECK-LABEL: @no_places
// CHECK-COUNT-2: assay.sort dim(0)
func.func @no_places(%x: tensor<?xf32>, %p: tensor<?xi32>, %e: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xf32>, tensor<?xi32>) {
  %0:2 = assay.sort dim(0) outs(%x, %p : tensor<?xf32>, tensor<?xi32>)
  %q = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<?xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    linalg.yield %n : i32
  } -> tensor<?xi32>
  %1:2 = assay.sort dim(0) outs(%x, %q : tensor<?xf32>, tensor<?xi32>)
  return %0#1, %1#0, %1#1 : tensor<?xi32>, tensor<?xf32>, tensor<?xi32>
}

// The places are those of a loop around: all of a row's are the row's number.
// CHECK-LABEL: @places_of_another_loop
// CHECK-NOT: assay.sort_indices
// CHECK: return
func.func @places_of_another_loop(%x: tensor<2x5xf32>) -> tensor<2xi64> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<2xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %row = tensor.extract_slice %x[%i, 0] [1, 5] [1, 1] : tensor<2x5xf32> to tensor<5xf32>
    %f = tensor.empty() : tensor<5xi64>
    %p = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%f : tensor<5xi64>) {
    ^bb0(%oo: i64):
      linalg.yield %n : i64
    } -> tensor<5xi64>
    %s:2 = assay.sort dim(0) outs(%row, %p : tensor<5xf32>, tensor<5xi64>)
    %v = tensor.extract %s#1[%c0] : tensor<5xi64>
    linalg.yield %v : i64
  } -> tensor<2xi64>
  return %r : tensor<2xi64>
}
