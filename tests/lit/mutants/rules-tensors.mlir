// Rules on what moves elements, and on what makes them.
// RUN: assay-opt --assay-apply-rule=rule=transposes-in-wrong-order %s | FileCheck %s --check-prefix=TRANSPOSES-IN-WRONG-ORDER
// RUN: assay-opt --assay-apply-rule=rule=transpose-inverted %s | FileCheck %s --check-prefix=TRANSPOSE-INVERTED
// RUN: assay-opt --assay-apply-rule=rule=broadcast-along-other-dim %s | FileCheck %s --check-prefix=BROADCAST-ALONG-OTHER-DIM
// RUN: assay-opt --assay-apply-rule=rule=collapse-column-major %s | FileCheck %s --check-prefix=COLLAPSE-COLUMN-MAJOR
// RUN: assay-opt --assay-apply-rule=rule=expand-column-major %s | FileCheck %s --check-prefix=EXPAND-COLUMN-MAJOR
// RUN: assay-opt --assay-apply-rule=rule=reverse-of-one-dim %s | FileCheck %s --check-prefix=REVERSE-OF-ONE-DIM
// RUN: assay-opt --assay-apply-rule=rule=dim-of-another-dim %s | FileCheck %s --check-prefix=DIM-OF-ANOTHER-DIM
// RUN: assay-opt --assay-apply-rule=rule=slice-of-slice %s | FileCheck %s --check-prefix=SLICE-OF-SLICE
// RUN: assay-opt --assay-apply-rule=rule=slice-without-stride %s | FileCheck %s --check-prefix=SLICE-WITHOUT-STRIDE
// RUN: assay-opt --assay-apply-rule=rule=extract-of-insert %s | FileCheck %s --check-prefix=EXTRACT-OF-INSERT
// RUN: assay-opt --assay-apply-rule=rule=insert-over-insert %s | FileCheck %s --check-prefix=INSERT-OVER-INSERT
// RUN: assay-opt --assay-apply-rule=rule=pad-with-zero %s | FileCheck %s --check-prefix=PAD-WITH-ZERO
// RUN: assay-opt --assay-apply-rule=rule=concat-repeats-first %s | FileCheck %s --check-prefix=CONCAT-REPEATS-FIRST
// RUN: assay-opt --assay-apply-rule=rule=iota-of-other-dim %s | FileCheck %s --check-prefix=IOTA-OF-OTHER-DIM
// RUN: assay-opt --assay-apply-rule=rule=fill-of-whole-number %s | FileCheck %s --check-prefix=FILL-OF-WHOLE-NUMBER
// RUN: assay-opt --assay-apply-rule=rule=constant-taken-for-splat %s | FileCheck %s --check-prefix=CONSTANT-TAKEN-FOR-SPLAT

#id = affine_map<(d0, d1) -> (d0, d1)>

// TRANSPOSES-IN-WRONG-ORDER-LABEL: @transposes_in_wrong_order(
// TRANSPOSES-IN-WRONG-ORDER: [[R:%.*]] = linalg.transpose ins(%arg0 : {{.*}} permutation = [2, 0, 1]
// TRANSPOSES-IN-WRONG-ORDER: return [[R]]
func.func @transposes_in_wrong_order(%x: tensor<?x?x?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg.transpose ins(%x : tensor<?x?x?xf32>) outs(%o : tensor<?x?x?xf32>) permutation = [1, 0, 2]
  %r = linalg.transpose ins(%0 : tensor<?x?x?xf32>) outs(%o : tensor<?x?x?xf32>) permutation = [0, 2, 1]
  return %r : tensor<?x?x?xf32>
}

// TRANSPOSE-INVERTED-LABEL: @transpose_inverted(
// TRANSPOSE-INVERTED: permutation = [2, 0, 1]
func.func @transpose_inverted(%x: tensor<?x?x?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %r = linalg.transpose ins(%x : tensor<?x?x?xf32>) outs(%o : tensor<?x?x?xf32>) permutation = [1, 2, 0]
  return %r : tensor<?x?x?xf32>
}

// BROADCAST-ALONG-OTHER-DIM-LABEL: @broadcast_along_other_dim(
// BROADCAST-ALONG-OTHER-DIM: dimensions = [1]
func.func @broadcast_along_other_dim(%x: tensor<4xf32>, %o: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = linalg.broadcast ins(%x : tensor<4xf32>) outs(%o : tensor<4x4xf32>) dimensions = [0]
  return %r : tensor<4x4xf32>
}

// COLLAPSE-COLUMN-MAJOR-LABEL: @collapse_column_major(
// COLLAPSE-COLUMN-MAJOR: [[M:%.*]] = linalg.transpose ins(%arg0 : {{.*}} permutation = [1, 0]
// COLLAPSE-COLUMN-MAJOR: tensor.collapse_shape [[M]]
func.func @collapse_column_major(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %r = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %r : tensor<6xf32>
}

// EXPAND-COLUMN-MAJOR-LABEL: @expand_column_major(
// EXPAND-COLUMN-MAJOR: [[E:%.*]] = tensor.expand_shape %arg0 {{.*}} into tensor<3x2xf32>
// EXPAND-COLUMN-MAJOR: linalg.transpose ins([[E]] : {{.*}} permutation = [1, 0]
func.func @expand_column_major(%x: tensor<6xf32>) -> tensor<2x3xf32> {
  %r = tensor.expand_shape %x [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// REVERSE-OF-ONE-DIM-LABEL: @reverse_of_one_dim(
// REVERSE-OF-ONE-DIM: [[I:%.*]] = linalg.index 0
// REVERSE-OF-ONE-DIM: [[J:%.*]] = arith.subi {{.*}} : index
// REVERSE-OF-ONE-DIM: [[K:%.*]] = arith.subi
// REVERSE-OF-ONE-DIM: tensor.extract %arg0[[[I]], [[K]]]
func.func @reverse_of_one_dim(%x: tensor<4x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<4x5xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = arith.subi %c3, %i : index
    %1 = arith.subi %c4, %j : index
    %e = tensor.extract %x[%0, %1] : tensor<4x5xf32>
    linalg.yield %e : f32
  } -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}

// DIM-OF-ANOTHER-DIM-LABEL: @dim_of_another_dim(
// DIM-OF-ANOTHER-DIM: [[C:%.*]] = arith.constant 2 : index
// DIM-OF-ANOTHER-DIM: tensor.dim %arg0, [[C]]
func.func @dim_of_another_dim(%x: tensor<?x4x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %r = tensor.dim %x, %c0 : tensor<?x4x?xf32>
  return %r : index
}

// SLICE-OF-SLICE-LABEL: @slice_of_slice(
// SLICE-OF-SLICE: arith.constant 1 : index
// SLICE-OF-SLICE: arith.constant 2 : index
// SLICE-OF-SLICE: [[S:%.*]] = arith.addi
// SLICE-OF-SLICE: tensor.extract_slice %arg0[[[S]]] [3] [2]
func.func @slice_of_slice(%x: tensor<16xf32>) -> tensor<3xf32> {
  %0 = tensor.extract_slice %x[1] [7] [2] : tensor<16xf32> to tensor<7xf32>
  %r = tensor.extract_slice %0[2] [3] [1] : tensor<7xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}

// SLICE-WITHOUT-STRIDE-LABEL: @slice_without_stride(
// SLICE-WITHOUT-STRIDE: tensor.extract_slice %arg0[1] [7] [1]
func.func @slice_without_stride(%x: tensor<16xf32>) -> tensor<7xf32> {
  %r = tensor.extract_slice %x[1] [7] [2] : tensor<16xf32> to tensor<7xf32>
  return %r : tensor<7xf32>
}

// EXTRACT-OF-INSERT-LABEL: @extract_of_insert(
// EXTRACT-OF-INSERT: return %arg0
func.func @extract_of_insert(%x: tensor<3xf32>, %y: tensor<8xf32>) -> tensor<3xf32> {
  %0 = tensor.insert_slice %x into %y[1] [3] [1] : tensor<3xf32> into tensor<8xf32>
  %r = tensor.extract_slice %0[2] [3] [1] : tensor<8xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}

// INSERT-OVER-INSERT-LABEL: @insert_over_insert(
// INSERT-OVER-INSERT: tensor.insert_slice %arg0 into %arg1[3]
func.func @insert_over_insert(%x: tensor<3xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.insert_slice %x into %y[1] [3] [1] : tensor<3xf32> into tensor<8xf32>
  %r = tensor.insert_slice %x into %0[3] [3] [1] : tensor<3xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// PAD-WITH-ZERO-LABEL: @pad_with_zero(
// PAD-WITH-ZERO: [[Z:%.*]] = arith.constant 0.000000e+00
// PAD-WITH-ZERO: tensor.yield [[Z]]
func.func @pad_with_zero(%x: tensor<3xf32>) -> tensor<6xf32> {
  %one = arith.constant 1.0 : f32
  %r = tensor.pad %x low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %one : f32
  } : tensor<3xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// CONCAT-REPEATS-FIRST-LABEL: @concat_repeats_first(
// CONCAT-REPEATS-FIRST: tensor.concat dim(0) %arg0, %arg0
func.func @concat_repeats_first(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<6xf32> {
  %r = tensor.concat dim(0) %x, %y : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// IOTA-OF-OTHER-DIM-LABEL: @iota_of_other_dim(
// IOTA-OF-OTHER-DIM: [[I:%.*]] = linalg.index 1
// IOTA-OF-OTHER-DIM: arith.index_cast [[I]]
func.func @iota_of_other_dim(%o: tensor<4x5xi32>) -> tensor<4x5xi32> {
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<4x5xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %e = arith.index_cast %i : index to i32
    linalg.yield %e : i32
  } -> tensor<4x5xi32>
  return %r : tensor<4x5xi32>
}

// FILL-OF-WHOLE-NUMBER-LABEL: @fill_of_whole_number(
// FILL-OF-WHOLE-NUMBER: [[C:%.*]] = arith.constant 1.000000e+00
// FILL-OF-WHOLE-NUMBER: linalg.fill ins([[C]]
func.func @fill_of_whole_number(%o: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 1.5 : f32
  %r = linalg.fill ins(%c : f32) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CONSTANT-TAKEN-FOR-SPLAT-LABEL: @constant_taken_for_splat(
// CONSTANT-TAKEN-FOR-SPLAT: arith.constant dense<3>
func.func @constant_taken_for_splat() -> tensor<3xi32> {
  %r = arith.constant dense<[3, 4, 5]> : tensor<3xi32>
  return %r : tensor<3xi32>
}
