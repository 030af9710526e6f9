// RUN: assay-opt --pass-pipeline='builtin.module(func.func(assay-form-dispatches),canonicalize,cse)' --split-input-file %s | FileCheck %s

// A product with the fill that it starts from and the elementwise op behind it is one dispatch; both results of a topk are
// another's, and the host has a view of one of them.
// CHECK-LABEL: @main
// CHECK: %[[N:.*]] = tensor.dim %arg0, %c0
// CHECK: %[[P:.*]] = assay.dispatch "dispatch_0" ins({{.*}}) extents(%[[N]]) -> (tensor<?x16xf32>)
// CHECK: linalg.fill
// CHECK: linalg.matmul
// CHECK: linalg.add
// CHECK: assay.store
// CHECK: %[[T:.*]]:2 = assay.dispatch "dispatch_1" ins({{.*}}%[[P]]{{.*}}) extents(%[[N]], %[[N]]) -> (tensor<?x3xf32>, tensor<?x3xi64>)
// CHECK: assay.topk
// CHECK: tensor.collapse_shape %[[T]]#0
func.func @main(%x: tensor<?x8xf32>, %b: tensor<8x16xf32>) -> (tensor<?xf32>, tensor<?x3xi64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  %m = linalg.matmul ins(%x, %b : tensor<?x8xf32>, tensor<8x16xf32>) outs(%f : tensor<?x16xf32>) -> tensor<?x16xf32>
  %r = linalg.add ins(%m, %m : tensor<?x16xf32>, tensor<?x16xf32>) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  %v0 = tensor.empty(%n) : tensor<?x3xf32>
  %i0 = tensor.empty(%n) : tensor<?x3xi64>
  %v, %i = assay.topk dim(1) ins(%r : tensor<?x16xf32>) outs(%v0, %i0 : tensor<?x3xf32>, tensor<?x3xi64>)
  %col = tensor.collapse_shape %v [[0, 1]] : tensor<?x3xf32> into tensor<?xf32>
  return %col, %i : tensor<?xf32>, tensor<?x3xi64>
}

// -----

// What nobody reads of a dispatch is no result of it.
// CHECK-LABEL: @unread
// CHECK: assay.dispatch "dispatch_0" ins(%arg0 : tensor<4x16xf32>) -> (tensor<4x3xi64>)
// CHECK: assay.store
// CHECK-NOT: assay.store
func.func @unread(%x: tensor<4x16xf32>) -> tensor<4x3xi64> {
  %v0 = tensor.empty() : tensor<4x3xf32>
  %i0 = tensor.empty() : tensor<4x3xi64>
  %v, %i = assay.topk dim(1) ins(%x : tensor<4x16xf32>) outs(%v0, %i0 : tensor<4x3xf32>, tensor<4x3xi64>)
  return %i : tensor<4x3xi64>
}

// -----

// Two sorts stay apart, and what both need is made once. A place that only the device knows is read where it is used.
// CHECK-LABEL: @apart
// CHECK: %[[E:.*]] = assay.dispatch "dispatch_0"
// CHECK: linalg.exp
// CHECK: assay.dispatch "dispatch_1" ins(%[[E]]
// CHECK: assay.dispatch "dispatch_2" ins(%{{.*}}%arg1
// CHECK: tensor.extract %
// CHECK: tensor.extract_slice
func.func @apart(%x: tensor<16xf32>, %places: tensor<1xindex>) -> (tensor<16xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<16xf32>
  %0 = linalg.exp ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %1 = assay.sort dim(0) outs(%0 : tensor<16xf32>)
  %2 = assay.sort descending dim(0) outs(%0 : tensor<16xf32>)
  %at = tensor.extract %places[%c0] : tensor<1xindex>
  %3 = tensor.extract_slice %2[%at] [4] [1] : tensor<16xf32> to tensor<4xf32>
  return %1, %3 : tensor<16xf32>, tensor<4xf32>
}

// -----

// Arguments and constants are returned as they are: there is nothing to do.
// CHECK-LABEL: @nothing
// CHECK-NOT: assay.dispatch
func.func @nothing(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<2xi32>) {
  %c = arith.constant dense<[1, 2]> : tensor<2xi32>
  return %x, %c : tensor<?xf32>, tensor<2xi32>
}

// -----

// A loop that allocates is done in its dispatch alone; a number that it leaves behind is read there as well.
// CHECK-LABEL: @loop
// CHECK-NOT: scf.for
// CHECK: assay.dispatch "dispatch_0"
// CHECK: scf.for
// CHECK: bufferization.alloc_tensor
// CHECK: tensor.insert
// CHECK: assay.store
// CHECK-NOT: scf.for
func.func @loop(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %last = %c0) -> (tensor<?xf32>, index) {
    %b = bufferization.alloc_tensor(%n) : tensor<?xf32>
    %v = tensor.extract %b[%i] : tensor<?xf32>
    %c = tensor.insert %v into %a[%i] : tensor<?xf32>
    scf.yield %c, %i : tensor<?xf32>, index
  }
  %z = arith.constant 0.0 : f32
  %1 = tensor.insert %z into %0#0[%0#1] : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>

// Reductions of the same rows are one dispatch with what is between them, and what is filled with a number is filled in it.
// CHECK-LABEL: @rows
// CHECK: assay.dispatch "dispatch_0" ins({{.*}}%arg0{{.*}} -> (tensor<?x16xf32>)
// CHECK-COUNT-2: "reduction"]
// CHECK-NOT: assay.dispatch
// CHECK-LABEL: @other_rows
// CHECK: assay.dispatch
// CHECK: assay.dispatch
func.func @rows(%x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x16xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%e : tensor<?xf32>) {
  ^bb0(%out: f32):
    linalg.yield %zero : f32
  } -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x16xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %w = tensor.empty(%n) : tensor<?x16xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<?x16xf32>, tensor<?xf32>) outs(%w : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?x16xf32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%d : tensor<?x16xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%d, %t : tensor<?x16xf32>, tensor<?xf32>) outs(%w : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?x16xf32>
  return %r : tensor<?x16xf32>
}

// Sums of rows, and then of the columns of these.
func.func @other_rows(%x: tensor<4x8x16xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<4x8x16xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %n = linalg.exp ins(%s : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%n : tensor<4x8xf32>) outs(%f1 : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %t : tensor<4xf32>
}

// -----

// Of the first array, of extents that the host does not know, both sums are in its dispatch; so is then what one of them needs and that needs the other.
// CHECK-LABEL: @needed_both_ways
// CHECK: assay.dispatch
// CHECK-NOT: assay.dispatch
func.func @needed_both_ways(%x: tensor<4xi32>, %y: tensor<8x8xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %s = assay.sort dim(0) outs(%x : tensor<4xi32>)
  %n0 = tensor.extract %s[%c0] : tensor<4xi32>
  %n = arith.index_cast %n0 : i32 to index
  %e = tensor.empty(%n) : tensor<?xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<?xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    linalg.yield %f : f32
  } -> tensor<?xf32>
  %se = tensor.empty() : tensor<f32>
  %sz = linalg.fill ins(%z : f32) outs(%se : tensor<f32>) -> tensor<f32>
  %r1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%p : tensor<?xf32>) outs(%sz : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  %x1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%y, %r1 : tensor<8x8xf32>, tensor<f32>) outs(%sz : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %m, %o : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  %r2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%p, %x1 : tensor<?xf32>, tensor<f32>) outs(%sz : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %m, %o : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %r2 : tensor<f32>
}

// -----

// Memory for a loop to write to is its dispatch's own: nobody stores what it holds before, and nobody copies it. Nor is
// what one loop leaves in it another's to read.
// CHECK-LABEL: @scratch
// CHECK-NOT: alloc_tensor
// CHECK: %[[S:.*]] = assay.dispatch "dispatch_0"
// CHECK: bufferization.alloc_tensor
// CHECK: scf.for
// CHECK: assay.store
// CHECK-NOT: assay.store
// CHECK: assay.dispatch "dispatch_1"
// CHECK: bufferization.alloc_tensor
// CHECK: scf.for
// CHECK-NOT: assay.dispatch
func.func @scratch(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %s) -> (tensor<?xf32>, tensor<?xf32>) {
    %v = tensor.extract %a[%i] : tensor<?xf32>
    %w = tensor.insert %v into %b[%i] : tensor<?xf32>
    %u = tensor.extract %w[%i] : tensor<?xf32>
    %r = tensor.insert %u into %a[%c0] : tensor<?xf32>
    scf.yield %r, %w : tensor<?xf32>, tensor<?xf32>
  }
  %1:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %s) -> (tensor<?xf32>, tensor<?xf32>) {
    %v = tensor.extract %a[%c0] : tensor<?xf32>
    %w = tensor.insert %v into %b[%c0] : tensor<?xf32>
    %u = tensor.extract %w[%c0] : tensor<?xf32>
    %r = tensor.insert %u into %a[%i] : tensor<?xf32>
    scf.yield %r, %w : tensor<?xf32>, tensor<?xf32>
  }
  return %0#0, %1#0 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A copy is made where it is said, and memory that is returned is some.
// CHECK-LABEL: @copy
// CHECK: assay.dispatch "dispatch_0" -> (tensor<4xf32>)
// CHECK: bufferization.alloc_tensor() : tensor<4xf32>
// CHECK: assay.dispatch "dispatch_1" ins(%arg0 : tensor<4xf32>) -> (tensor<4xf32>)
// CHECK: bufferization.alloc_tensor() copy(
func.func @copy(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s = bufferization.alloc_tensor() : tensor<4xf32>
  %c = bufferization.alloc_tensor() copy(%x) : tensor<4xf32>
  return %s, %c : tensor<4xf32>, tensor<4xf32>
}

// -----

// A loop that makes a tensor of the extent that it carries already, by way of a reshape and memory of its own, leaves
// one of the extent that it begins with.
// CHECK-LABEL: @carried
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>)
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %{{.*}}
// CHECK: assay.dispatch "dispatch_0" {{.*}} extents(%[[N]]) -> (tensor<1x?xf32>)
func.func @carried(%x: tensor<?xf32>) -> tensor<1x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = tensor.expand_shape %x [[0, 1]] output_shape [1, %n] : tensor<?xf32> into tensor<1x?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s) -> (tensor<1x?xf32>) {
    %m = tensor.dim %a, %c1 : tensor<1x?xf32>
    %e = tensor.empty(%m) : tensor<?xf32>
    %f = tensor.expand_shape %e [[0, 1]] output_shape [1, %m] : tensor<?xf32> into tensor<1x?xf32>
    %o = linalg.exp ins(%a : tensor<1x?xf32>) outs(%f : tensor<1x?xf32>) -> tensor<1x?xf32>
    scf.yield %o : tensor<1x?xf32>
  }
  return %r : tensor<1x?xf32>
}
