// Rules on what sorts, and on what reads and writes at indices.
// RUN: assay-opt --assay-apply-rule=rule=topk-takes-largest %s | FileCheck %s --check-prefix=TOPK-TAKES-LARGEST
// RUN: assay-opt --assay-apply-rule=rule=topk-negates %s | FileCheck %s --check-prefix=TOPK-NEGATES
// RUN: assay-opt --assay-apply-rule=rule=topk-takes-last-of-equals %s | FileCheck %s --check-prefix=TOPK-TAKES-LAST-OF-EQUALS
// RUN: assay-opt --assay-apply-rule=rule=sort-ascends %s | FileCheck %s --check-prefix=SORT-ASCENDS
// RUN: assay-opt --assay-apply-rule=rule=sort-by-last-operand %s | FileCheck %s --check-prefix=SORT-BY-LAST-OPERAND
// RUN: assay-opt --assay-apply-rule=rule=sort-along-other-dim %s | FileCheck %s --check-prefix=SORT-ALONG-OTHER-DIM
// RUN: assay-opt --assay-apply-rule=rule=sort-reverses-ties %s | FileCheck %s --check-prefix=SORT-REVERSES-TIES
// RUN: assay-opt --assay-apply-rule=rule=scatter-overwrites %s | FileCheck %s --check-prefix=SCATTER-OVERWRITES
// RUN: assay-opt --assay-apply-rule=rule=scatter-adds %s | FileCheck %s --check-prefix=SCATTER-ADDS
// RUN: assay-opt --assay-apply-rule=rule=scatter-nd-overwrites %s | FileCheck %s --check-prefix=SCATTER-ND-OVERWRITES
// RUN: assay-opt --assay-apply-rule=rule=scatter-drops-base %s | FileCheck %s --check-prefix=SCATTER-DROPS-BASE
// RUN: assay-opt --assay-apply-rule=rule=gather-as-index-select %s | FileCheck %s --check-prefix=GATHER-AS-INDEX-SELECT
// RUN: assay-opt --assay-apply-rule=rule=gather-nd-reverses-index %s | FileCheck %s --check-prefix=GATHER-ND-REVERSES-INDEX
// RUN: assay-opt --assay-apply-rule=rule=one-hot-swapped %s | FileCheck %s --check-prefix=ONE-HOT-SWAPPED
// RUN: assay-opt --assay-apply-rule=rule=one-hot-off-is-zero %s | FileCheck %s --check-prefix=ONE-HOT-OFF-IS-ZERO


// TOPK-TAKES-LARGEST-LABEL: @topk_takes_largest(
// TOPK-TAKES-LARGEST: assay.topk dim(1)
func.func @topk_takes_largest(%x: tensor<4x5xi32>, %v: tensor<4x2xi32>, %i: tensor<4x2xi64>) -> tensor<4x2xi64> {
  %r:2 = assay.topk smallest dim(1) ins(%x : tensor<4x5xi32>) outs(%v, %i : tensor<4x2xi32>, tensor<4x2xi64>)
  return %r#1 : tensor<4x2xi64>
}

// TOPK-NEGATES-LABEL: @topk_negates(
// TOPK-NEGATES: [[N:%.*]] = linalg.generic
// TOPK-NEGATES: arith.subi
// TOPK-NEGATES: [[V:%.*]], {{.*}} = assay.topk dim(1) ins([[N]]
// TOPK-NEGATES: tensor.extract [[V]]
// TOPK-NEGATES: arith.subi
func.func @topk_negates(%x: tensor<4x5xi32>, %v: tensor<4x2xi32>, %i: tensor<4x2xi64>) -> tensor<4x2xi64> {
  %r:2 = assay.topk smallest dim(1) ins(%x : tensor<4x5xi32>) outs(%v, %i : tensor<4x2xi32>, tensor<4x2xi64>)
  return %r#1 : tensor<4x2xi64>
}

// TOPK-TAKES-LAST-OF-EQUALS-LABEL: @topk_takes_last_of_equals(
// TOPK-TAKES-LAST-OF-EQUALS: [[M:%.*]] = linalg.generic
// TOPK-TAKES-LAST-OF-EQUALS: [[V:%.*]], [[I:%.*]] = assay.topk dim(1) ins([[M]]
// TOPK-TAKES-LAST-OF-EQUALS: tensor.extract [[I]]
// TOPK-TAKES-LAST-OF-EQUALS: arith.subi
func.func @topk_takes_last_of_equals(%x: tensor<4x5xi32>, %v: tensor<4x2xi32>, %i: tensor<4x2xi64>) -> tensor<4x2xi64> {
  %r:2 = assay.topk dim(1) ins(%x : tensor<4x5xi32>) outs(%v, %i : tensor<4x2xi32>, tensor<4x2xi64>)
  return %r#1 : tensor<4x2xi64>
}

// SORT-ASCENDS-LABEL: @sort_ascends(
// SORT-ASCENDS: assay.sort dim(1)
func.func @sort_ascends(%x: tensor<4x5xf32>, %y: tensor<4x5xi32>) -> tensor<4x5xi32> {
  %r:2 = assay.sort descending dim(1) outs(%x, %y : tensor<4x5xf32>, tensor<4x5xi32>)
  return %r#1 : tensor<4x5xi32>
}

// SORT-BY-LAST-OPERAND-LABEL: @sort_by_last_operand(
// SORT-BY-LAST-OPERAND: [[S:%.*]]:2 = assay.sort dim(1) outs(%arg1, %arg0
// SORT-BY-LAST-OPERAND: return [[S]]#0
func.func @sort_by_last_operand(%x: tensor<4x5xf32>, %y: tensor<4x5xi32>) -> tensor<4x5xi32> {
  %r:2 = assay.sort dim(1) outs(%x, %y : tensor<4x5xf32>, tensor<4x5xi32>)
  return %r#1 : tensor<4x5xi32>
}

// SORT-ALONG-OTHER-DIM-LABEL: @sort_along_other_dim(
// SORT-ALONG-OTHER-DIM: assay.sort dim(0)
func.func @sort_along_other_dim(%x: tensor<4x5xf32>, %y: tensor<4x5xi32>) -> tensor<4x5xi32> {
  %r:2 = assay.sort dim(1) outs(%x, %y : tensor<4x5xf32>, tensor<4x5xi32>)
  return %r#1 : tensor<4x5xi32>
}

// SORT-REVERSES-TIES-LABEL: @sort_reverses_ties(
// SORT-REVERSES-TIES: [[X:%.*]] = linalg.generic
// SORT-REVERSES-TIES: tensor.extract %arg0
// SORT-REVERSES-TIES: [[Y:%.*]] = linalg.generic
// SORT-REVERSES-TIES: tensor.extract %arg1
// SORT-REVERSES-TIES: assay.sort stable dim(1) outs([[X]], [[Y]]
func.func @sort_reverses_ties(%x: tensor<4x5xf32>, %y: tensor<4x5xi32>) -> tensor<4x5xi32> {
  %r:2 = assay.sort stable dim(1) outs(%x, %y : tensor<4x5xf32>, tensor<4x5xi32>)
  return %r#1 : tensor<4x5xi32>
}

// SCATTER-OVERWRITES-LABEL: @scatter_overwrites(
// SCATTER-OVERWRITES: assay.scatter overwrite dim(0)
func.func @scatter_overwrites(%i: tensor<3xi32>, %u: tensor<3xf32>, %b: tensor<9xf32>) -> tensor<9xf32> {
  %r = assay.scatter add dim(0) ins(%i, %u : tensor<3xi32>, tensor<3xf32>) outs(%b : tensor<9xf32>)
  return %r : tensor<9xf32>
}

// SCATTER-ADDS-LABEL: @scatter_adds(
// SCATTER-ADDS: assay.scatter add dim(0)
func.func @scatter_adds(%i: tensor<3xi32>, %u: tensor<3xf32>, %b: tensor<9xf32>) -> tensor<9xf32> {
  %r = assay.scatter overwrite dim(0) ins(%i, %u : tensor<3xi32>, tensor<3xf32>) outs(%b : tensor<9xf32>)
  return %r : tensor<9xf32>
}

// SCATTER-ND-OVERWRITES-LABEL: @scatter_nd_overwrites(
// SCATTER-ND-OVERWRITES: assay.scatter_nd overwrite
func.func @scatter_nd_overwrites(%i: tensor<3x1xi32>, %u: tensor<3xf32>, %b: tensor<9xf32>) -> tensor<9xf32> {
  %r = assay.scatter_nd add ins(%i, %u : tensor<3x1xi32>, tensor<3xf32>) outs(%b : tensor<9xf32>)
  return %r : tensor<9xf32>
}

// SCATTER-DROPS-BASE-LABEL: @scatter_drops_base(
// SCATTER-DROPS-BASE: [[Z:%.*]] = linalg.fill
// SCATTER-DROPS-BASE: assay.scatter add {{.*}} outs([[Z]]
func.func @scatter_drops_base(%i: tensor<3xi32>, %u: tensor<3xf32>, %b: tensor<9xf32>) -> tensor<9xf32> {
  %r = assay.scatter add dim(0) ins(%i, %u : tensor<3xi32>, tensor<3xf32>) outs(%b : tensor<9xf32>)
  return %r : tensor<9xf32>
}

// GATHER-AS-INDEX-SELECT-LABEL: @gather_as_index_select(
// GATHER-AS-INDEX-SELECT: [[Z:%.*]] = arith.constant 0 : index
// GATHER-AS-INDEX-SELECT: [[N:%.*]] = linalg.generic
// GATHER-AS-INDEX-SELECT: [[I:%.*]] = linalg.index 0
// GATHER-AS-INDEX-SELECT: tensor.extract %arg1[[[I]], [[Z]]]
// GATHER-AS-INDEX-SELECT: assay.gather dim(0) ins(%arg0, [[N]]
func.func @gather_as_index_select(%x: tensor<9x4xf32>, %i: tensor<3x4xi32>, %o: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %r = assay.gather dim(0) ins(%x, %i : tensor<9x4xf32>, tensor<3x4xi32>) outs(%o : tensor<3x4xf32>)
  return %r : tensor<3x4xf32>
}

// GATHER-ND-REVERSES-INDEX-LABEL: @gather_nd_reverses_index(
// GATHER-ND-REVERSES-INDEX: [[N:%.*]] = linalg.generic
// GATHER-ND-REVERSES-INDEX: tensor.extract %arg1
// GATHER-ND-REVERSES-INDEX: assay.gather_nd ins(%arg0, [[N]]
func.func @gather_nd_reverses_index(%x: tensor<4x4xf32>, %i: tensor<3x2xi32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %r = assay.gather_nd ins(%x, %i : tensor<4x4xf32>, tensor<3x2xi32>) outs(%o : tensor<3xf32>)
  return %r : tensor<3xf32>
}

// ONE-HOT-SWAPPED-LABEL: @one_hot_swapped(
// ONE-HOT-SWAPPED: ins(%arg0, %arg2, %arg1
func.func @one_hot_swapped(%i: tensor<4xi32>, %a: f32, %b: f32, %o: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %r = assay.one_hot dim(1) ins(%i, %a, %b : tensor<4xi32>, f32, f32) outs(%o : tensor<4x3xf32>)
  return %r : tensor<4x3xf32>
}

// ONE-HOT-OFF-IS-ZERO-LABEL: @one_hot_off_is_zero(
// ONE-HOT-OFF-IS-ZERO: [[Z:%.*]] = arith.constant 0.000000e+00
// ONE-HOT-OFF-IS-ZERO: ins(%arg0, %arg1, [[Z]]
func.func @one_hot_off_is_zero(%i: tensor<4xi32>, %a: f32, %b: f32, %o: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %r = assay.one_hot dim(1) ins(%i, %a, %b : tensor<4xi32>, f32, f32) outs(%o : tensor<4x3xf32>)
  return %r : tensor<4x3xf32>
}
