// RUN: assay-opt --assay-propagate-transpose --split-input-file %s | FileCheck %s

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d1)>
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>

// Through an elementwise op of several operands, of which two are transposed, one is not and one is broadcast, into the
// left side of a GEMM.
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[COL:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[AT:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-LABEL: @gemm_left
// CHECK-NOT: linalg.transpose
// CHECK: %[[SUM:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ID]], #[[SWAP]], #[[COL]], #[[ID]]]
// CHECK-SAME: ins(%arg0, %arg1, %arg2, %arg3 : tensor<?x4xf32>, tensor<?x4xf32>, tensor<4x?xf32>, tensor<?xf32>) outs(%{{.*}} : tensor<?x4xf32>)
// CHECK: linalg.generic {indexing_maps = [#[[AT]], {{.*}} ins(%[[SUM]], %arg4 :
// CHECK-NOT: linalg.transpose
func.func @gemm_left(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>, %z: tensor<4x?xf32>, %r: tensor<?xf32>, %w: tensor<?x8xf32>,
                     %e: tensor<4x?xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %xt = linalg.transpose ins(%x : tensor<?x4xf32>) outs(%e : tensor<4x?xf32>) permutation = [1, 0]
  %yt = linalg.transpose ins(%y : tensor<?x4xf32>) outs(%e : tensor<4x?xf32>) permutation = [1, 0]
  %s = linalg.generic {indexing_maps = [#id2, #id2, #id2, #row, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%xt, %yt, %z, %r : tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>, tensor<?xf32>) outs(%e : tensor<4x?xf32>) {
  ^bb0(%p: f32, %q: f32, %u: f32, %v: f32, %out: f32):
    %1 = arith.addf %p, %q : f32
    %2 = arith.mulf %u, %v : f32
    %3 = arith.addf %1, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<4x?xf32>
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s, %w : tensor<4x?xf32>, tensor<?x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %1 = arith.mulf %p, %q : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>

// Into the right side, and out of the result, which starts from a fill.
// CHECK-DAG: #[[BT:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[CT:.*]] = affine_map<(d0, d1, d2) -> (d1, d0)>
// CHECK-LABEL: @gemm_right_and_result
// CHECK-NOT: linalg.transpose
// CHECK: %[[FILL:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%arg4 : tensor<8x4xf32>)
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #[[BT]], #[[CT]]]{{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%[[FILL]] : tensor<8x4xf32>)
// CHECK: return %[[R]]
func.func @gemm_right_and_result(%x: tensor<4x?xf32>, %w: tensor<8x?xf32>, %wt: tensor<?x8xf32>, %o: tensor<4x8xf32>, %ot: tensor<8x4xf32>)
    -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %t = linalg.transpose ins(%w : tensor<8x?xf32>) outs(%wt : tensor<?x8xf32>) permutation = [1, 0]
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %t : tensor<4x?xf32>, tensor<?x8xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %1 = arith.mulf %p, %q : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  %r = linalg.transpose ins(%0 : tensor<4x8xf32>) outs(%ot : tensor<8x4xf32>) permutation = [1, 0]
  return %r : tensor<8x4xf32>
}

// What it starts from would have to be transposed instead.
// CHECK-LABEL: @result_of_more
// CHECK: linalg.generic
// CHECK: linalg.transpose
func.func @result_of_more(%x: tensor<4x?xf32>, %w: tensor<?x8xf32>, %o: tensor<4x8xf32>, %ot: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<4x?xf32>, tensor<?x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %1 = arith.mulf %p, %q : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  %r = linalg.transpose ins(%0 : tensor<4x8xf32>) outs(%ot : tensor<8x4xf32>) permutation = [1, 0]
  return %r : tensor<8x4xf32>
}

// A reduction of no elements, whose result is what it starts from, though its body does not read it.
// CHECK-LABEL: @result_of_nothing
// CHECK: linalg.generic
// CHECK: linalg.transpose
func.func @result_of_nothing(%x: tensor<4x8x?xf32>, %o: tensor<4x8xf32>, %ot: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<4x8x?xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%p: f32, %out: f32):
    linalg.yield %p : f32
  } -> tensor<4x8xf32>
  %r = linalg.transpose ins(%0 : tensor<4x8xf32>) outs(%ot : tensor<8x4xf32>) permutation = [1, 0]
  return %r : tensor<8x4xf32>
}

// Starts from what has no contents yet.
// CHECK-LABEL: @result_in_empty
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} outs(%arg1 : tensor<8x4xf32>)
// CHECK-NOT: linalg.transpose
func.func @result_in_empty(%x: tensor<4x8x?xf32>, %ot: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %o = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<4x8x?xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%p: f32, %out: f32):
    linalg.yield %p : f32
  } -> tensor<4x8xf32>
  %r = linalg.transpose ins(%0 : tensor<4x8xf32>) outs(%ot : tensor<8x4xf32>) permutation = [1, 0]
  return %r : tensor<8x4xf32>
}

// A reduction that reads memory, which changes before the transpose; and one outside of the transpose's loop.
// CHECK-LABEL: @result_stays
// CHECK: linalg.generic
// CHECK: memref.store
// CHECK: linalg.transpose
// CHECK: linalg.generic
// CHECK: scf.for
// CHECK: linalg.transpose
func.func @result_stays(%x: tensor<4x?xf32>, %w: tensor<?x8xf32>, %z: f32, %o: tensor<4x8xf32>, %ot: tensor<8x4xf32>, %m: memref<f32>,
                        %n: index) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#a, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<4x?xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%p: f32, %out: f32):
    %q = memref.load %m[] : memref<f32>
    %1 = arith.mulf %p, %q : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  memref.store %z, %m[] : memref<f32>
  %r = linalg.transpose ins(%0 : tensor<4x8xf32>) outs(%ot : tensor<8x4xf32>) permutation = [1, 0]
  %3 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<4x?xf32>, tensor<?x8xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %1 = arith.mulf %p, %q : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%last = %ot) -> tensor<8x4xf32> {
    %t = linalg.transpose ins(%3 : tensor<4x8xf32>) outs(%last : tensor<8x4xf32>) permutation = [1, 0]
    scf.yield %t : tensor<8x4xf32>
  }
  return %r, %s : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// The body's indices are those of other loops then.
// CHECK-LABEL: @index
// CHECK: %[[G:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<2x?x5xi64>) outs(%{{.*}} : tensor<2x?x5xi64>)
// CHECK-DAG: %[[I0:.*]] = linalg.index 2
// CHECK-DAG: %[[I1:.*]] = linalg.index 0
// CHECK-DAG: %[[I2:.*]] = linalg.index 1
// CHECK: arith.muli %[[I0]], %[[I1]]
// CHECK: arith.subi %{{.*}}, %[[I2]]
// CHECK: %[[C:.*]] = tensor.cast %[[G]] : tensor<2x?x5xi64> to tensor<2x3x5xi64>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[C]] : tensor<2x3x5xi64>) outs(%{{.*}} : tensor<5x2x3xi64>) permutation = [2, 0, 1]
// CHECK: return %[[T]]
func.func @index(%x: tensor<2x?x5xi64>, %e: tensor<5x2x?xi64>) -> tensor<5x2x3xi64> {
  %t = linalg.transpose ins(%x : tensor<2x?x5xi64>) outs(%e : tensor<5x2x?xi64>) permutation = [2, 0, 1]
  %0 = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t : tensor<5x2x?xi64>) outs(%e : tensor<5x2x?xi64>) {
  ^bb0(%p: i64, %out: i64):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %m = arith.muli %i0, %i1 : index
    %s = arith.subi %m, %i2 : index
    %c = arith.index_cast %s : index to i64
    %a = arith.addi %p, %c : i64
    linalg.yield %a : i64
  } -> tensor<5x2x?xi64>
  %1 = tensor.cast %0 : tensor<5x2x?xi64> to tensor<5x2x3xi64>
  return %1 : tensor<5x2x3xi64>
}

// Those of an op in the body are of its own loops.
// CHECK-LABEL: @index_of_inner
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<4x8xi64>)
// CHECK: linalg.generic {{.*}} outs(%arg1 : tensor<3x5xi64>)
// CHECK: linalg.index 0
// CHECK: tensor.extract
// CHECK: linalg.index 1
func.func @index_of_inner(%x: tensor<4x8xi64>, %y: tensor<3x5xi64>, %e: tensor<8x4xi64>, %o: index) -> tensor<32xi64> {
  %t = linalg.transpose ins(%x : tensor<4x8xi64>) outs(%e : tensor<8x4xi64>) permutation = [1, 0]
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<8x4xi64>) outs(%e : tensor<8x4xi64>) {
  ^bb0(%p: i64, %out: i64):
    %inner = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
        outs(%y : tensor<3x5xi64>) {
    ^bb0(%q: i64):
      %j = linalg.index 0 : index
      %k = arith.index_cast %j : index to i64
      linalg.yield %k : i64
    } -> tensor<3x5xi64>
    %r = tensor.extract %inner[%o, %o] : tensor<3x5xi64>
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i64
    %s = arith.muli %r, %c : i64
    %a = arith.addi %p, %s : i64
    linalg.yield %a : i64
  } -> tensor<8x4xi64>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<8x4xi64> into tensor<32xi64>
  return %1 : tensor<32xi64>
}

// -----

#id2 = affine_map<(d0, d1) -> (d0, d1)>

// Nothing below would take the transpose: the map absorbs it. An accumulation stays in its order as well.
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: @absorbed
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = [#[[SWAP]], #[[ID]]]
// CHECK: linalg.generic {indexing_maps = [#[[SWAP]], #[[ID]]]{{.*}} outs(%arg2
// CHECK-NOT: linalg.transpose
func.func @absorbed(%x: tensor<?x4xf32>, %e: tensor<4x?xf32>, %acc: tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<?xf32>) {
  %t = linalg.transpose ins(%x : tensor<?x4xf32>) outs(%e : tensor<4x?xf32>) permutation = [1, 0]
  %0 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) {
  ^bb0(%p: f32, %out: f32):
    %2 = math.absf %p : f32
    linalg.yield %2 : f32
  } -> tensor<4x?xf32>
  %1 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x?xf32>) outs(%acc : tensor<4x?xf32>) {
  ^bb0(%p: f32, %out: f32):
    %2 = arith.addf %p, %out : f32
    linalg.yield %2 : f32
  } -> tensor<4x?xf32>
  %c = tensor.collapse_shape %1 [[0, 1]] : tensor<4x?xf32> into tensor<?xf32>
  return %0, %c : tensor<4x?xf32>, tensor<?xf32>
}

// Two results, of which one is reshaped.
// CHECK-LABEL: @two_results
// CHECK-NOT: linalg.transpose
// CHECK: %[[G:.*]]:2 = linalg.generic {indexing_maps = [#[[SWAP]], #[[ID]], #[[ID]]]
// CHECK: tensor.collapse_shape %[[G]]#0
func.func @two_results(%x: tensor<?x4xf32>, %e: tensor<4x?xf32>) -> (tensor<?xf32>, tensor<4x?xf32>) {
  %t = linalg.transpose ins(%x : tensor<?x4xf32>) outs(%e : tensor<4x?xf32>) permutation = [1, 0]
  %0:2 = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x?xf32>) outs(%e, %e : tensor<4x?xf32>, tensor<4x?xf32>) {
  ^bb0(%p: f32, %out: f32, %out2: f32):
    %2 = math.absf %p : f32
    linalg.yield %2, %p : f32, f32
  } -> (tensor<4x?xf32>, tensor<4x?xf32>)
  %c = tensor.collapse_shape %0#0 [[0, 1]] : tensor<4x?xf32> into tensor<?xf32>
  return %c, %0#1 : tensor<?xf32>, tensor<4x?xf32>
}

// -----

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>

// Each of two transposes would move behind the op if the other had.
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: @crossed
// CHECK: %[[G:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[SWAP]], #[[ID]]]{{.*}} ins(%arg0, %arg1 :
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[G]] : tensor<2x4xi32>) outs(%arg2 : tensor<4x2xi32>) permutation = [1, 0]
// CHECK: tensor.collapse_shape %[[T]]
func.func @crossed(%x: tensor<2x4xi32>, %y: tensor<4x2xi32>, %e: tensor<4x2xi32>, %f: tensor<2x4xi32>) -> tensor<8xi32> {
  %0 = linalg.transpose ins(%x : tensor<2x4xi32>) outs(%e : tensor<4x2xi32>) permutation = [1, 0]
  %1 = linalg.transpose ins(%y : tensor<4x2xi32>) outs(%f : tensor<2x4xi32>) permutation = [1, 0]
  %2 = linalg.generic {indexing_maps = [#id2, #swap, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<4x2xi32>, tensor<2x4xi32>) outs(%e : tensor<4x2xi32>) {
  ^bb0(%p: i32, %q: i32, %out: i32):
    %4 = arith.addi %p, %q : i32
    linalg.yield %4 : i32
  } -> tensor<4x2xi32>
  %3 = tensor.collapse_shape %2 [[0, 1]] : tensor<4x2xi32> into tensor<8xi32>
  return %3 : tensor<8xi32>
}

// A transpose that changes nothing.
// CHECK-LABEL: @no_transpose
// CHECK: %[[G:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<2x4xi32>)
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[G]] : {{.*}} permutation = [1, 0]
// CHECK: return %[[T]]
func.func @no_transpose(%x: tensor<2x4xi32>, %e: tensor<2x4xi32>, %f: tensor<4x2xi32>) -> tensor<4x2xi32> {
  %0 = linalg.transpose ins(%x : tensor<2x4xi32>) outs(%e : tensor<2x4xi32>) permutation = [0, 1]
  %1 = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<2x4xi32>) outs(%e : tensor<2x4xi32>) {
  ^bb0(%p: i32, %out: i32):
    %3 = arith.addi %p, %p : i32
    linalg.yield %3 : i32
  } -> tensor<2x4xi32>
  %2 = linalg.transpose ins(%1 : tensor<2x4xi32>) outs(%f : tensor<4x2xi32>) permutation = [1, 0]
  return %2 : tensor<4x2xi32>
}

// -----

// A generic that moves elements is a transpose, and two of them are one or none.
// CHECK-LABEL: @merged
// CHECK: %[[T:.*]] = linalg.transpose ins(%arg0 : tensor<2x?x4xf32>) outs(%arg2 : tensor<4x2x?xf32>) permutation = [2, 0, 1]
// CHECK: return %[[T]], %arg0
func.func @merged(%x: tensor<2x?x4xf32>, %e: tensor<?x4x2xf32>, %f: tensor<4x2x?xf32>, %g: tensor<2x?x4xf32>)
    -> (tensor<4x2x?xf32>, tensor<2x?x4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d0, d1)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x?x4xf32>) outs(%e : tensor<?x4x2xf32>) {
  ^bb0(%p: f32, %out: f32):
    linalg.yield %p : f32
  } -> tensor<?x4x2xf32>
  %1 = linalg.transpose ins(%0 : tensor<?x4x2xf32>) outs(%f : tensor<4x2x?xf32>) permutation = [1, 2, 0]
  %2 = linalg.transpose ins(%1 : tensor<4x2x?xf32>) outs(%g : tensor<2x?x4xf32>) permutation = [1, 2, 0]
  return %1, %2 : tensor<4x2x?xf32>, tensor<2x?x4xf32>
}

// One side knows an extent that the other does not: not named, and right as it is.
// CHECK-LABEL: @not_named
// CHECK: linalg.generic
func.func @not_named(%x: tensor<?x4xf32>, %e: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x4xf32>) outs(%e : tensor<4x3xf32>) {
  ^bb0(%p: f32, %out: f32):
    linalg.yield %p : f32
  } -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// A column of ones in another tensor is no fill.
// CHECK-LABEL: @column
// CHECK: linalg.generic
// CHECK: linalg.transpose
func.func @column(%x: tensor<4x4xf32>, %e: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %one = arith.constant 1.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, 0)>], iterator_types = ["parallel"]} outs(%x : tensor<4x4xf32>) {
  ^bb0(%out: f32):
    linalg.yield %one : f32
  } -> tensor<4x4xf32>
  %1 = linalg.transpose ins(%0 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  return %1 : tensor<4x4xf32>
}

// Between buffers this is a copy.
// CHECK-LABEL: @copied
// CHECK: linalg.transpose ins(%arg0 : memref<4x5xf32>) outs(%arg1 : memref<4x5xf32>) permutation = [0, 1]
func.func @copied(%a: memref<4x5xf32>, %b: memref<4x5xf32>) {
  linalg.transpose ins(%a : memref<4x5xf32>) outs(%b : memref<4x5xf32>) permutation = [0, 1]
  return
}

// -----

// What ops say of themselves stays: of an elementwise op that a transpose moves behind, of a generic that is a transpose, of
// the second of two, and of a reduction.
// CHECK-LABEL: @attributes
// CHECK: linalg.generic {doc = "mine", {{.*}} library_call = "lib"} ins(%arg0 : {{.*}} attrs = {tag = 1 : i64}
// CHECK: linalg.transpose ins(%arg0 : tensor<4x8xf32>) {{.*}} permutation = [1, 0] {tag = 2 : i64}
// CHECK: linalg.transpose ins(%arg2 : tensor<2x4x8xf32>) {{.*}} permutation = [2, 1, 0] {tag = 3 : i64}
// CHECK: linalg.generic {doc = "sum", {{.*}} ins(%arg2 : tensor<2x4x8xf32>) outs(%arg1 : tensor<8x4xf32>) attrs = {tag = 4 : i64}
func.func @attributes(%x: tensor<4x8xf32>, %e: tensor<8x4xf32>, %y: tensor<2x4x8xf32>, %f: tensor<4x8x2xf32>, %g: tensor<8x4x2xf32>)
    -> (tensor<32xf32>, tensor<8x4xf32>, tensor<8x4x2xf32>, tensor<8x4xf32>) {
  %t = linalg.transpose ins(%x : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"], doc = "mine", library_call = "lib"}
      ins(%t : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) attrs = {tag = 1} {
  ^bb0(%p: f32, %out: f32):
    %8 = arith.addf %p, %p : f32
    linalg.yield %8 : f32
  } -> tensor<8x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<8x4xf32> into tensor<32xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) attrs = {tag = 2} {
  ^bb0(%p: f32, %out: f32):
    linalg.yield %p : f32
  } -> tensor<8x4xf32>
  %3 = linalg.transpose ins(%y : tensor<2x4x8xf32>) outs(%f : tensor<4x8x2xf32>) permutation = [1, 2, 0]
  %4 = linalg.transpose ins(%3 : tensor<4x8x2xf32>) outs(%g : tensor<8x4x2xf32>) permutation = [1, 0, 2] {tag = 3}
  %5 = tensor.empty() : tensor<4x8xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel", "reduction"], doc = "sum"}
      ins(%y : tensor<2x4x8xf32>) outs(%5 : tensor<4x8xf32>) attrs = {tag = 4} {
  ^bb0(%p: f32, %out: f32):
    linalg.yield %p : f32
  } -> tensor<4x8xf32>
  %7 = linalg.transpose ins(%6 : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
  return %1, %2, %4, %7 : tensor<32xf32>, tensor<8x4xf32>, tensor<8x4x2xf32>, tensor<8x4xf32>
}

// -----


// Tiles are for the loops that there are: these read in another order instead.
// CHECK-LABEL: @configured
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4x8xf32>
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]] : tensor<4x8xf32>) outs(%{{[a-z0-9]+}} : tensor<8x4xf32>) attrs = {assay.lowering_config = #assay.lowering_config<tiles = [8, 1]>}
// CHECK: linalg.matmul
func.func @configured(%x: tensor<4x8xf32>, %y: tensor<4x16xf32>, %z: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = tensor.empty() : tensor<8x4xf32>
  %1 = linalg.transpose ins(%x : tensor<4x8xf32>) outs(%0 : tensor<8x4xf32>) permutation = [1, 0]
  %2 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<8x4xf32>) outs(%0 : tensor<8x4xf32>) attrs = {assay.lowering_config = #assay.lowering_config<tiles = [8, 1]>} {
  ^bb0(%in: f32, %out: f32):
    %4 = arith.negf %in : f32
    linalg.yield %4 : f32
  } -> tensor<8x4xf32>
  %3 = linalg.matmul ins(%2, %y : tensor<8x4xf32>, tensor<4x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %3 : tensor<8x16xf32>
}

// CHECK-LABEL: @configured_transpose
// CHECK-NOT: linalg.transpose
func.func @configured_transpose(%x: tensor<16x4xf32>) -> tensor<4x16xf32> {
  %0 = tensor.empty() : tensor<4x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b, a)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<16x4xf32>) outs(%0 : tensor<4x16xf32>) attrs = {assay.lowering_config = #assay.lowering_config<tiles = [8, 1]>} {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}

// What writes memory is no transpose alone.
// CHECK-LABEL: @mover_that_writes
// CHECK: memref.store
func.func @mover_that_writes(%x: tensor<2x3xf32>, %m: memref<f32>) -> tensor<3x2xf32> {
  %e = tensor.empty() : tensor<3x2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%p: f32, %out: f32):
    memref.store %p, %m[] : memref<f32>
    linalg.yield %p : f32
  } -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// An elementwise op in a loop reads what is transposed once in its order; no transpose gets behind it, to be done each time.
// CHECK-LABEL: @not_into_loop
// CHECK-NOT: linalg.transpose
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} ins(%arg1 : tensor<4x8xf32>) outs(%arg2 : tensor<8x4xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @not_into_loop(%n: index, %x: tensor<4x8xf32>, %e: tensor<8x4xf32>, %first: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = linalg.transpose ins(%x : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%last = %first) -> tensor<32xf32> {
    %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
    ^bb0(%a: f32, %out: f32):
      %5 = arith.negf %a : f32
      linalg.yield %5 : f32
    } -> tensor<8x4xf32>
    %3 = tensor.collapse_shape %2 [[0, 1]] : tensor<8x4xf32> into tensor<32xf32>
    %4 = linalg.add ins(%3, %last : tensor<32xf32>, tensor<32xf32>) outs(%last : tensor<32xf32>) -> tensor<32xf32>
    scf.yield %4 : tensor<32xf32>
  }
  return %1 : tensor<32xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>

// What an encoding says is said of the dims in their order.
// CHECK-LABEL: @encoded
// CHECK: %[[T:.*]] = linalg.transpose ins(%arg0
// CHECK: linalg.generic {{.*}} ins(%[[T]] :
// CHECK: linalg.transpose ins(%arg0
// CHECK: linalg.transpose
// CHECK: linalg.fill
// CHECK: linalg.transpose
// CHECK: linalg.generic
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @encoded(%x: tensor<4x8xf32, "dense">, %e: tensor<8x4xf32, "dense">, %f: tensor<8x4xf32, "other">, %g: tensor<4x8xf32, "third">, %z: f32)
    -> (tensor<3x4xf32, "dense">, tensor<4x8xf32, "third">, tensor<8x4xf32, "dense">, tensor<8x4xf32, "dense">) {
  %0 = linalg.transpose ins(%x : tensor<4x8xf32, "dense">) outs(%e : tensor<8x4xf32, "dense">) permutation = [1, 0]
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<8x4xf32, "dense">) outs(%e : tensor<8x4xf32, "dense">) {
  ^bb0(%a: f32, %out: f32):
    %9 = arith.negf %a : f32
    linalg.yield %9 : f32
  } -> tensor<8x4xf32, "dense">
  %2 = tensor.extract_slice %1[1, 0] [3, 4] [1, 1] : tensor<8x4xf32, "dense"> to tensor<3x4xf32, "dense">
  %3 = linalg.transpose ins(%x : tensor<4x8xf32, "dense">) outs(%f : tensor<8x4xf32, "other">) permutation = [1, 0]
  %4 = linalg.transpose ins(%3 : tensor<8x4xf32, "other">) outs(%g : tensor<4x8xf32, "third">) permutation = [1, 0]
  %5 = linalg.fill ins(%z : f32) outs(%x : tensor<4x8xf32, "dense">) -> tensor<4x8xf32, "dense">
  %6 = linalg.transpose ins(%5 : tensor<4x8xf32, "dense">) outs(%e : tensor<8x4xf32, "dense">) permutation = [1, 0]
  %7 = linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32, "dense">) outs(%e : tensor<8x4xf32, "dense">) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<8x4xf32, "dense">
  return %2, %4, %6, %7 : tensor<3x4xf32, "dense">, tensor<4x8xf32, "third">, tensor<8x4xf32, "dense">, tensor<8x4xf32, "dense">
}
