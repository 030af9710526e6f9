// RUN: assay-opt --assay-bubble-slices --canonicalize --split-input-file %s | FileCheck %s
// RUN: assay-opt --assay-bubble-slices --assay-bubble-slices --assay-bubble-slices --canonicalize --split-input-file %s | FileCheck %s

// Of the lines along dim 1, two are sorted; of these, three elements are taken.
// CHECK-LABEL: @sort
// CHECK: %[[X:.*]] = tensor.extract_slice %arg0[1, 0] [2, %{{.*}}] [1, 1] : tensor<8x?xf32> to tensor<2x?xf32>
// CHECK: %[[S:.*]] = assay.sort dim(1) outs(%[[X]] : tensor<2x?xf32>)
// CHECK: %[[R:.*]] = tensor.extract_slice %[[S]][0, %arg1] [2, 3] [1, 1] : tensor<2x?xf32> to tensor<2x3xf32>
// CHECK: return %[[R]]
func.func @sort(%x: tensor<8x?xf32>, %o: index) -> tensor<2x3xf32> {
  %0 = assay.sort dim(1) outs(%x : tensor<8x?xf32>)
  %1 = tensor.extract_slice %0[1, %o] [2, 3] [1, 1] : tensor<8x?xf32> to tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----

// One line of a scan that starts from a tensor, without its dim; extents are unknown.
// CHECK-LABEL: @scan
// CHECK-DAG: %[[X:.*]] = tensor.extract_slice %arg0[0, %arg3] [4, 1] [1, 1] : tensor<4x?xf16> to tensor<4x1xf16>
// CHECK-DAG: %[[S:.*]] = tensor.extract_slice %arg1[%arg3] [1] [1] : tensor<?xf32> to tensor<1xf32>
// CHECK: %[[R:.*]] = assay.scan sum dim(0) ins(%[[X]] : tensor<4x1xf16>) start(%[[S]] : tensor<1xf32>) outs(%{{.*}} : tensor<4x1xf32>)
// CHECK: tensor.extract_slice %[[R]][0, 0] [4, 1] [1, 1] : tensor<4x1xf32> to tensor<4xf32>
func.func @scan(%x: tensor<4x?xf16>, %s: tensor<?xf32>, %e: tensor<4x?xf32>, %o: index) -> tensor<4xf32> {
  %0 = assay.scan sum dim(0) ins(%x : tensor<4x?xf16>) start(%s : tensor<?xf32>) outs(%e : tensor<4x?xf32>)
  %1 = tensor.extract_slice %0[0, %o] [4, 1] [1, 1] : tensor<4x?xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// The indices of a topk, whose input is longer than they are, for an unknown number of lines.
// CHECK-LABEL: @topk
// CHECK: %[[X:.*]] = tensor.extract_slice %arg0[0, 2] [9, %arg3] [1, 1] : tensor<9x8xf32> to tensor<9x?xf32>
// CHECK: %{{.*}}, %[[I:.*]] = assay.topk dim(0) ins(%[[X]] : tensor<9x?xf32>) outs({{.*}} : tensor<3x?xf32>, tensor<3x?xi32>)
func.func @topk(%x: tensor<9x8xf32>, %v: tensor<3x8xf32>, %i: tensor<3x8xi32>, %n: index) -> tensor<3x?xi32> {
  %0:2 = assay.topk dim(0) ins(%x : tensor<9x8xf32>) outs(%v, %i : tensor<3x8xf32>, tensor<3x8xi32>)
  %1 = tensor.extract_slice %0#1[0, 2] [3, %n] [1, 1] : tensor<3x8xi32> to tensor<3x?xi32>
  return %1 : tensor<3x?xi32>
}

// -----

// Upstream's verifier rejects slices that are seen to be empty.
// CHECK-LABEL: @empty
// CHECK-COUNT-2: assay.topk
func.func @empty(%x: tensor<8x0xf32>, %y: tensor<8x?xf32>, %v: tensor<8x?xf32>, %i: tensor<8x?xi32>, %n: index)
    -> (tensor<2x?xi32>, tensor<2x0xi32>) {
  %0:2 = assay.topk dim(1) ins(%x : tensor<8x0xf32>) outs(%v, %i : tensor<8x?xf32>, tensor<8x?xi32>)
  %1:2 = assay.topk dim(1) ins(%y : tensor<8x?xf32>) outs(%v, %i : tensor<8x?xf32>, tensor<8x?xi32>)
  %2 = tensor.extract_slice %0#1[0, 0] [2, %n] [1, 1] : tensor<8x?xi32> to tensor<2x?xi32>
  %3 = tensor.extract_slice %1#1[0, 0] [2, 0] [1, 1] : tensor<8x?xi32> to tensor<2x0xi32>
  return %2, %3 : tensor<2x?xi32>, tensor<2x0xi32>
}

// -----

// The input's type says that it has no such lines, the result's does not.
// CHECK-LABEL: @out_of_bounds
// CHECK-COUNT-2: assay.sort_indices
func.func @out_of_bounds(%x: tensor<8x9x4xf32>, %o: tensor<?x9x4xi32>, %n: index) -> (tensor<?x3x2xi32>, tensor<3x3x4xi32>) {
  %0 = assay.sort_indices dim(1) ins(%x : tensor<8x9x4xf32>) outs(%o : tensor<?x9x4xi32>)
  %1 = assay.sort_indices descending dim(1) ins(%x : tensor<8x9x4xf32>) outs(%o : tensor<?x9x4xi32>)
  %2 = tensor.extract_slice %0[8, 0, 0] [%n, 3, 2] [1, 1, 1] : tensor<?x9x4xi32> to tensor<?x3x2xi32>
  %3 = tensor.extract_slice %1[6, 0, 0] [3, 3, 4] [1, 1, 1] : tensor<?x9x4xi32> to tensor<3x3x4xi32>
  return %2, %3 : tensor<?x3x2xi32>, tensor<3x3x4xi32>
}

// -----

// All lines; another result that is read; another reader; steps; dims that are dropped among unknown ones.
// CHECK-LABEL: @stays
// CHECK-NOT: tensor.extract_slice
// CHECK-COUNT-4: assay.sort
// CHECK-COUNT-5: tensor.extract_slice
func.func @stays(%x: tensor<8x?xf32>, %i: tensor<8x?xi32>, %n: index)
    -> (tensor<8x3xf32>, tensor<2x3xf32>, tensor<8x?xi32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<?xf32>) {
  %a = assay.sort dim(1) outs(%x : tensor<8x?xf32>)
  %b:2 = assay.sort descending dim(1) outs(%x, %i : tensor<8x?xf32>, tensor<8x?xi32>)
  %c = assay.sort stable dim(1) outs(%x : tensor<8x?xf32>)
  %d = assay.sort descending stable dim(1) outs(%x : tensor<8x?xf32>)
  %0 = tensor.extract_slice %a[0, 0] [8, 3] [1, 1] : tensor<8x?xf32> to tensor<8x3xf32>
  %1 = tensor.extract_slice %b#0[0, 0] [2, 3] [1, 1] : tensor<8x?xf32> to tensor<2x3xf32>
  %2 = tensor.extract_slice %c[0, 0] [2, 3] [1, 1] : tensor<8x?xf32> to tensor<2x3xf32>
  %3 = tensor.extract_slice %c[0, 0] [2, 3] [2, 1] : tensor<8x?xf32> to tensor<2x3xf32>
  %4 = tensor.extract_slice %d[0, 0] [1, %n] [1, 1] : tensor<8x?xf32> to tensor<?xf32>
  return %0, %1, %b#1, %2, %3, %4 : tensor<8x3xf32>, tensor<2x3xf32>, tensor<8x?xi32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<?xf32>
}

// -----

// A slice in a loop: there the op would run each time.
// CHECK-LABEL: @loop
// CHECK: assay.sort
// CHECK: scf.for
// CHECK: tensor.extract_slice
func.func @loop(%x: tensor<8x4xf32>, %r: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = assay.sort dim(1) outs(%x : tensor<8x4xf32>)
  %1 = scf.for %i = %c0 to %c8 step %c1 iter_args(%last = %r) -> tensor<8x4xf32> {
    %2 = tensor.extract_slice %0[%i, 0] [1, 1] [1, 1] : tensor<8x4xf32> to tensor<1x1xf32>
    %3 = tensor.insert_slice %2 into %last[%i, 0] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<8x4xf32>
    scf.yield %3 : tensor<8x4xf32>
  }
  return %1 : tensor<8x4xf32>
}

// -----

// One of two heads of the only group: there is nothing less that attention could be done for.
// CHECK-LABEL: @headOfGroup
// CHECK: assay.attention
// CHECK-NOT: assay.attention
// CHECK: tensor.extract_slice %{{.*}}[1, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<2x2x8xf32> to tensor<1x2x8xf32>
func.func @headOfGroup(%q: tensor<2x2x8xf32>, %k: tensor<1x?x8xf32>, %o: tensor<2x2x8xf32>) -> tensor<1x2x8xf32> {
  %0 = assay.attention group(2) scale(1.0) ins(%q, %k, %k : tensor<2x2x8xf32>, tensor<1x?x8xf32>, tensor<1x?x8xf32>) outs(%o : tensor<2x2x8xf32>)
  %1 = tensor.extract_slice %0[1, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<2x2x8xf32> to tensor<1x2x8xf32>
  return %1 : tensor<1x2x8xf32>
}

// -----

// Two rows of one head of causal attention: of its group, whole, and counted from where they were.
// CHECK-LABEL: @attention
// CHECK-DAG: %[[Q:.*]] = tensor.extract_slice %arg0[2, 5, 0] [2, 2, 8] [1, 1, 1]
// CHECK-DAG: %[[K:.*]] = tensor.extract_slice %arg1[1, 0, 0] [1, %{{.*}}, 8] [1, 1, 1]
// CHECK-DAG: %[[C:.*]] = arith.constant 5 : index
// CHECK: %[[R:.*]] = assay.attention causal from(%[[C]]) group(2) scale(1.000000e+00) ins(%[[Q]], %[[K]], %{{.*}} : {{.*}}) outs(%{{.*}} : tensor<2x2x8xf32>)
// CHECK: tensor.extract_slice %[[R]][1, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<2x2x8xf32> to tensor<1x2x8xf32>
func.func @attention(%q: tensor<4x9x8xf32>, %k: tensor<2x?x8xf32>, %o: tensor<4x9x8xf32>) -> tensor<1x2x8xf32> {
  %0 = assay.attention causal group(2) scale(1.0) ins(%q, %k, %k : tensor<4x9x8xf32>, tensor<2x?x8xf32>, tensor<2x?x8xf32>) outs(%o : tensor<4x9x8xf32>)
  %1 = tensor.extract_slice %0[3, 5, 0] [1, 2, 8] [1, 1, 1] : tensor<4x9x8xf32> to tensor<1x2x8xf32>
  return %1 : tensor<1x2x8xf32>
}

// -----

// Rows of a gather; and of a scatter that has no updates there, which stays: upstream's verifier rejects slices that are seen to be empty.
// CHECK-LABEL: @places
// CHECK-DAG: tensor.extract_slice %arg0[1, 0] [2, %{{.*}}] [1, 1]
// CHECK-DAG: tensor.extract_slice %arg1[1, 0] [2, 3] [1, 1]
// CHECK: assay.gather dim(1) {{.*}} outs(%{{.*}} : tensor<2x3xf32>)
// CHECK: assay.scatter add dim(1) {{.*}} outs(%{{.*}} : tensor<9x?xf32>)
func.func @places(%x: tensor<9x?xf32>, %i: tensor<4x3xi32>, %o: tensor<4x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = assay.gather dim(1) ins(%x, %i : tensor<9x?xf32>, tensor<4x3xi32>) outs(%o : tensor<4x3xf32>)
  %1 = tensor.extract_slice %0[1, 0] [2, 3] [1, 1] : tensor<4x3xf32> to tensor<2x3xf32>
  %2 = assay.scatter add dim(1) ins(%i, %o : tensor<4x3xi32>, tensor<4x3xf32>) outs(%x : tensor<9x?xf32>)
  %3 = tensor.extract_slice %2[5, 0] [2, 3] [1, 1] : tensor<9x?xf32> to tensor<2x3xf32>
  return %1, %3 : tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// The first along the dim: fewer are looked for. A scan reads no more than it needs.
// CHECK-LABEL: @first
// CHECK: assay.topk dim(1) ins(%arg0 : tensor<4x9xf32>) outs(%{{.*}}, %{{.*}} : tensor<4x2xf32>, tensor<4x2xi32>)
// CHECK: assay.sort_indices dim(1) ins(%arg0 : tensor<4x9xf32>) outs(%{{.*}} : tensor<4x?xi32>)
// CHECK: %[[X:.*]] = tensor.extract_slice %arg0[0, 0] [4, 3] [1, 1] : tensor<4x9xf32> to tensor<4x3xf32>
// CHECK: assay.scan sum exclusive dim(1) ins(%[[Y:.*]] : tensor<4x3xf32>) start(%{{.*}} : tensor<4xf32>) outs(%[[X]] : tensor<4x3xf32>)
// CHECK: assay.one_hot dim(0) ins(%{{.*}} : tensor<4xi32>, f32, f32) outs(%{{.*}} : tensor<2x4xf32>)
// CHECK-NOT: tensor.extract_slice
// CHECK: return
func.func @first(%x: tensor<4x9xf32>, %v: tensor<4x5xf32>, %i: tensor<4x5xi32>, %s: tensor<4xf32>, %j: tensor<4xi32>, %e: f32, %h: tensor<6x4xf32>, %n: index)
    -> (tensor<4x2xf32>, tensor<4x?xi32>, tensor<4x3xf32>, tensor<2x4xf32>) {
  %0:2 = assay.topk dim(1) ins(%x : tensor<4x9xf32>) outs(%v, %i : tensor<4x5xf32>, tensor<4x5xi32>)
  %1 = tensor.extract_slice %0#0[0, 0] [4, 2] [1, 1] : tensor<4x5xf32> to tensor<4x2xf32>
  %2 = assay.sort_indices dim(1) ins(%x : tensor<4x9xf32>) outs(%i : tensor<4x5xi32>)
  %3 = tensor.extract_slice %2[0, 0] [4, %n] [1, 1] : tensor<4x5xi32> to tensor<4x?xi32>
  %4 = assay.scan sum exclusive dim(1) ins(%x : tensor<4x9xf32>) start(%s : tensor<4xf32>) outs(%x : tensor<4x9xf32>)
  %5 = tensor.extract_slice %4[0, 0] [4, 3] [1, 1] : tensor<4x9xf32> to tensor<4x3xf32>
  %6 = assay.one_hot dim(0) ins(%j, %e, %e : tensor<4xi32>, f32, f32) outs(%h : tensor<6x4xf32>)
  %7 = tensor.extract_slice %6[0, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x4xf32>
  return %1, %3, %5, %7 : tensor<4x2xf32>, tensor<4x?xi32>, tensor<4x3xf32>, tensor<2x4xf32>
}

// -----

// As many as there are of an unknown number of lines; one operand that is read from and written to alike.
// CHECK-LABEL: @unknown
// CHECK: %[[D:.*]] = tensor.extract_slice %arg0[0, 0] [%{{.*}}, 2] [1, 1] : tensor<?x9xf32> to tensor<?x2xf32>
// CHECK: assay.topk dim(1) ins(%arg0 : tensor<?x9xf32>) outs(%[[D]], %{{.*}} : tensor<?x2xf32>, tensor<?x2xi32>)
func.func @unknown(%x: tensor<?x9xf32>, %i: tensor<?x9xi32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x9xf32>
  %0:2 = assay.topk dim(1) ins(%x : tensor<?x9xf32>) outs(%x, %i : tensor<?x9xf32>, tensor<?x9xi32>)
  %1 = tensor.extract_slice %0#0[0, 0] [%n, 2] [1, 1] : tensor<?x9xf32> to tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}

// -----

// Not the first; in no order; from the end; all of it; nothing; a sort, which would lose what it moves up; dims that are dropped.
// CHECK-LABEL: @last
// CHECK-NOT: tensor.extract_slice
// CHECK: assay.topk dim(1)
// CHECK: assay.topk unsorted dim(1)
// CHECK: assay.scan sum reverse dim(1)
// CHECK: assay.sort dim(1)
// CHECK-COUNT-2: assay.scan
// CHECK-COUNT-6: tensor.extract_slice
func.func @last(%x: tensor<4x9xf32>, %v: tensor<4x5xf32>, %i: tensor<4x5xi32>)
    -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x0xf32>, tensor<4xf32>) {
  %0:2 = assay.topk dim(1) ins(%x : tensor<4x9xf32>) outs(%v, %i : tensor<4x5xf32>, tensor<4x5xi32>)
  %2:2 = assay.topk unsorted dim(1) ins(%x : tensor<4x9xf32>) outs(%v, %i : tensor<4x5xf32>, tensor<4x5xi32>)
  %4 = assay.scan sum reverse dim(1) ins(%x : tensor<4x9xf32>) outs(%x : tensor<4x9xf32>)
  %6 = assay.sort dim(1) outs(%x : tensor<4x9xf32>)
  %8 = assay.scan max dim(1) ins(%x : tensor<4x9xf32>) outs(%x : tensor<4x9xf32>)
  %10 = assay.scan min dim(1) ins(%x : tensor<4x9xf32>) outs(%x : tensor<4x9xf32>)
  %1 = tensor.extract_slice %0#0[0, 1] [4, 2] [1, 1] : tensor<4x5xf32> to tensor<4x2xf32>
  %3 = tensor.extract_slice %2#0[0, 0] [4, 2] [1, 1] : tensor<4x5xf32> to tensor<4x2xf32>
  %5 = tensor.extract_slice %4[0, 0] [4, 2] [1, 1] : tensor<4x9xf32> to tensor<4x2xf32>
  %7 = tensor.extract_slice %6[0, 0] [4, 2] [1, 1] : tensor<4x9xf32> to tensor<4x2xf32>
  %9 = tensor.extract_slice %8[0, 0] [4, 0] [1, 1] : tensor<4x9xf32> to tensor<4x0xf32>
  %11 = tensor.extract_slice %10[0, 0] [4, 1] [1, 1] : tensor<4x9xf32> to tensor<4xf32>
  return %1, %3, %5, %7, %9, %11 : tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x0xf32>, tensor<4xf32>
}

// Rows that are cut, and the first of each.
// CHECK-LABEL: @rows_and_first
// CHECK: assay.sort_indices {{.*}}outs({{.*}}tensor<2x3xi64>)
func.func @rows_and_first(%x: tensor<5x7xf32>) -> tensor<2x3xi64> {
  %e = tensor.empty() : tensor<5x7xi64>
  %i = assay.sort_indices descending dim(1) ins(%x : tensor<5x7xf32>) outs(%e : tensor<5x7xi64>)
  %s = tensor.extract_slice %i[1, 0] [2, 3] [1, 1] : tensor<5x7xi64> to tensor<2x3xi64>
  return %s : tensor<2x3xi64>
}

// -----

// What is whole is not cut again, by another run: an unknown number of rows, of heads that are of both groups.
// CHECK-LABEL: @heads_of_two_groups
// CHECK-COUNT-1: assay.attention
// CHECK-NOT: assay.attention
// CHECK: tensor.extract_slice %{{.*}}[2, 0, 0] [3, %{{.*}}, 4] [1, 1, 1] : tensor<6x?x4xf32> to tensor<3x?x4xf32>
func.func @heads_of_two_groups(%q: tensor<6x?x8xf32>, %k: tensor<2x?x8xf32>, %v: tensor<2x?x4xf32>, %o: tensor<6x?x4xf32>, %n: index) -> tensor<3x?x4xf32> {
  %0 = assay.attention causal group(3) scale(5.0e-01) ins(%q, %k, %v : tensor<6x?x8xf32>, tensor<2x?x8xf32>, tensor<2x?x4xf32>) outs(%o : tensor<6x?x4xf32>)
  %1 = tensor.extract_slice %0[2, 0, 0] [3, %n, 4] [1, 1, 1] : tensor<6x?x4xf32> to tensor<3x?x4xf32>
  return %1 : tensor<3x?x4xf32>
}

// -----

// Of a head that is not known, only as long as it has fewer groups than there are.
// CHECK-LABEL: @unknown_head
// CHECK: tensor.extract_slice %arg1[%{{.*}}, 0, 0] [%{{.*}}, %{{.*}}, 8] [1, 1, 1] : tensor<2x?x8xf32> to tensor<?x?x8xf32>
// CHECK: assay.attention group(3)
// CHECK-NOT: assay.attention
// CHECK: return
func.func @unknown_head(%q: tensor<6x5x8xf32>, %k: tensor<2x?x8xf32>, %o: tensor<6x5x8xf32>, %head: index) -> tensor<1x5x8xf32> {
  %0 = assay.attention group(3) scale(5.0e-01) ins(%q, %k, %k : tensor<6x5x8xf32>, tensor<2x?x8xf32>, tensor<2x?x8xf32>) outs(%o : tensor<6x5x8xf32>)
  %1 = tensor.extract_slice %0[%head, 0, 0] [1, 5, 8] [1, 1, 1] : tensor<6x5x8xf32> to tensor<1x5x8xf32>
  return %1 : tensor<1x5x8xf32>
}

// -----

// As many as there are, which only the program knows: nothing is cut.
// CHECK-LABEL: @all_of_unknown
// CHECK: assay.sort_indices dim(1) ins(%arg0 : tensor<?x7xf32>) outs(%{{.*}} : tensor<?x?xi64>)
// CHECK-NOT: assay.sort_indices
// CHECK: return
func.func @all_of_unknown(%x: tensor<?x7xf32>, %n: index, %k: index) -> tensor<?x?xi64> {
  %e = tensor.empty(%n, %k) : tensor<?x?xi64>
  %0 = assay.sort_indices dim(1) ins(%x : tensor<?x7xf32>) outs(%e : tensor<?x?xi64>)
  %1 = tensor.extract_slice %0[0, 0] [%n, %k] [1, 1] : tensor<?x?xi64> to tensor<?x?xi64>
  return %1 : tensor<?x?xi64>
}

// -----

// A line whose dim is dropped, and its first elements: both at once.
// CHECK-LABEL: @first_of_line
// CHECK: assay.topk dim(1) ins(%{{.*}} : tensor<1x9xbf16>) outs(%{{.*}}, %{{.*}} : tensor<1x2xbf16>, tensor<1x2xi16>)
// CHECK-NEXT: tensor.extract_slice %{{.*}}[0, 0] [1, 2] [1, 1] : tensor<1x2xi16> to tensor<2xi16>
// CHECK-NEXT: return
func.func @first_of_line(%x: tensor<4x9xbf16>, %v: tensor<4x6xbf16>, %i: tensor<4x6xi16>) -> tensor<2xi16> {
  %0:2 = assay.topk dim(1) ins(%x : tensor<4x9xbf16>) outs(%v, %i : tensor<4x6xbf16>, tensor<4x6xi16>)
  %1 = tensor.extract_slice %0#1[3, 0] [1, 2] [1, 1] : tensor<4x6xi16> to tensor<2xi16>
  return %1 : tensor<2xi16>
}
