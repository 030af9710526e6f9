// Rules on contractions, convolutions and attention.
// RUN: assay-opt --assay-apply-rule=rule=contraction-drops-destination %s | FileCheck %s --check-prefix=CONTRACTION-DROPS-DESTINATION
// RUN: assay-opt --assay-apply-rule=rule=conv-mirrors-kernel %s | FileCheck %s --check-prefix=CONV-MIRRORS-KERNEL
// RUN: assay-opt --assay-apply-rule=rule=conv-without-stride %s | FileCheck %s --check-prefix=CONV-WITHOUT-STRIDE
// RUN: assay-opt --assay-apply-rule=rule=conv-without-dilation %s | FileCheck %s --check-prefix=CONV-WITHOUT-DILATION
// RUN: assay-opt --assay-apply-rule=rule=attention-unscaled %s | FileCheck %s --check-prefix=ATTENTION-UNSCALED
// RUN: assay-opt --assay-apply-rule=rule=attention-not-causal %s | FileCheck %s --check-prefix=ATTENTION-NOT-CAUSAL
// RUN: assay-opt --assay-apply-rule=rule=attention-causal-before-diagonal %s | FileCheck %s --check-prefix=ATTENTION-CAUSAL-BEFORE-DIAGONAL
// RUN: assay-opt --assay-apply-rule=rule=attention-scales-mask %s | FileCheck %s --check-prefix=ATTENTION-SCALES-MASK
// RUN: assay-opt --assay-apply-rule=rule=attention-mask-removes-true %s | FileCheck %s --check-prefix=ATTENTION-MASK-REMOVES-TRUE
// RUN: assay-opt --assay-apply-rule=rule=attention-mask-by-finite %s | FileCheck %s --check-prefix=ATTENTION-MASK-BY-FINITE
// RUN: assay-opt --assay-apply-rule=rule=attention-interleaves-heads %s | FileCheck %s --check-prefix=ATTENTION-INTERLEAVES-HEADS
// RUN: assay-opt --assay-apply-rule=rule=attention-mask-adds %s | FileCheck %s --check-prefix=ATTENTION-MASK-ADDS

// CONV-WITHOUT-STRIDE: affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2 + d4 * 3)>
// CONV-WITHOUT-DILATION: affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2 * 2 + d4)>

// CONTRACTION-DROPS-DESTINATION-LABEL: @contraction_drops_destination(
// CONTRACTION-DROPS-DESTINATION: [[S:%.*]] = linalg.fill {{.*}} outs(%arg2
// CONTRACTION-DROPS-DESTINATION: linalg.generic {{.*}} outs([[S]]
func.func @contraction_drops_destination(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %o: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = linalg.matmul ins(%x, %y : tensor<2x3xf32>, tensor<3x4xf32>) outs(%o : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// CONV-MIRRORS-KERNEL-LABEL: @conv_mirrors_kernel(
// CONV-MIRRORS-KERNEL: [[K:%.*]] = linalg.generic
// CONV-MIRRORS-KERNEL: [[L:%.*]] = arith.subi
// CONV-MIRRORS-KERNEL: [[I:%.*]] = arith.subi [[L]]
// CONV-MIRRORS-KERNEL: tensor.extract %arg1[{{.*}}, {{.*}}, [[I]]]
// CONV-MIRRORS-KERNEL: linalg.generic {{.*}} ins(%arg0, [[K]]
func.func @conv_mirrors_kernel(%x: tensor<1x2x16xf32>, %k: tensor<3x2x2xf32>, %o: tensor<1x3x5xf32>) -> tensor<1x3x5xf32> {
  %r = linalg.conv_1d_ncw_fcw {strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%x, %k : tensor<1x2x16xf32>, tensor<3x2x2xf32>) outs(%o : tensor<1x3x5xf32>) -> tensor<1x3x5xf32>
  return %r : tensor<1x3x5xf32>
}

// CONV-WITHOUT-STRIDE-LABEL: @conv_without_stride(
// CONV-WITHOUT-STRIDE: linalg.generic
func.func @conv_without_stride(%x: tensor<1x2x16xf32>, %k: tensor<3x2x2xf32>, %o: tensor<1x3x5xf32>) -> tensor<1x3x5xf32> {
  %r = linalg.conv_1d_ncw_fcw {strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%x, %k : tensor<1x2x16xf32>, tensor<3x2x2xf32>) outs(%o : tensor<1x3x5xf32>) -> tensor<1x3x5xf32>
  return %r : tensor<1x3x5xf32>
}

// CONV-WITHOUT-DILATION-LABEL: @conv_without_dilation(
// CONV-WITHOUT-DILATION: linalg.generic
func.func @conv_without_dilation(%x: tensor<1x2x16xf32>, %k: tensor<3x2x2xf32>, %o: tensor<1x3x5xf32>) -> tensor<1x3x5xf32> {
  %r = linalg.conv_1d_ncw_fcw {strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%x, %k : tensor<1x2x16xf32>, tensor<3x2x2xf32>) outs(%o : tensor<1x3x5xf32>) -> tensor<1x3x5xf32>
  return %r : tensor<1x3x5xf32>
}

// ATTENTION-UNSCALED-LABEL: @attention_unscaled(
// ATTENTION-UNSCALED: scale(1.0
func.func @attention_unscaled(%q: tensor<2x4xf32>, %k: tensor<3x4xf32>, %v: tensor<3x5xf32>, %o: tensor<2x5xf32>) -> tensor<2x5xf32> {
  %r = assay.attention scale(5.0e-01) ins(%q, %k, %v : tensor<2x4xf32>, tensor<3x4xf32>, tensor<3x5xf32>) outs(%o : tensor<2x5xf32>)
  return %r : tensor<2x5xf32>
}

// ATTENTION-NOT-CAUSAL-LABEL: @attention_not_causal(
// ATTENTION-NOT-CAUSAL: assay.attention scale(
func.func @attention_not_causal(%q: tensor<2x4xf32>, %k: tensor<3x4xf32>, %v: tensor<3x5xf32>, %o: tensor<2x5xf32>) -> tensor<2x5xf32> {
  %r = assay.attention causal scale(5.0e-01) ins(%q, %k, %v : tensor<2x4xf32>, tensor<3x4xf32>, tensor<3x5xf32>) outs(%o : tensor<2x5xf32>)
  return %r : tensor<2x5xf32>
}

// ATTENTION-CAUSAL-BEFORE-DIAGONAL-LABEL: @attention_causal_before_diagonal(
// ATTENTION-CAUSAL-BEFORE-DIAGONAL: arith.cmpi slt
// ATTENTION-CAUSAL-BEFORE-DIAGONAL: arith.cmpi eq
// ATTENTION-CAUSAL-BEFORE-DIAGONAL: arith.ori
// ATTENTION-CAUSAL-BEFORE-DIAGONAL: assay.attention causal
// ATTENTION-CAUSAL-BEFORE-DIAGONAL: xi1>
func.func @attention_causal_before_diagonal(%q: tensor<2x4xf32>, %k: tensor<3x4xf32>, %v: tensor<3x5xf32>, %o: tensor<2x5xf32>) -> tensor<2x5xf32> {
  %r = assay.attention causal scale(5.0e-01) ins(%q, %k, %v : tensor<2x4xf32>, tensor<3x4xf32>, tensor<3x5xf32>) outs(%o : tensor<2x5xf32>)
  return %r : tensor<2x5xf32>
}

// ATTENTION-SCALES-MASK-LABEL: @attention_scales_mask(
// ATTENTION-SCALES-MASK: [[S:%.*]] = arith.constant 5.000000e-01
// ATTENTION-SCALES-MASK: [[X:%.*]] = tensor.extract %arg4
// ATTENTION-SCALES-MASK: arith.mulf [[X]], [[S]]
// ATTENTION-SCALES-MASK: assay.attention
func.func @attention_scales_mask(%q: tensor<2x4xf32>, %k: tensor<3x4xf32>, %v: tensor<3x5xf32>, %o: tensor<2x5xf32>, %m: tensor<2x3xf32>) -> tensor<2x5xf32> {
  %r = assay.attention scale(5.0e-01) ins(%q, %k, %v, %m : tensor<2x4xf32>, tensor<3x4xf32>, tensor<3x5xf32>, tensor<2x3xf32>) outs(%o : tensor<2x5xf32>)
  return %r : tensor<2x5xf32>
}

// ATTENTION-MASK-REMOVES-TRUE-LABEL: @attention_mask_removes_true(
// ATTENTION-MASK-REMOVES-TRUE: [[X:%.*]] = tensor.extract %arg4
// ATTENTION-MASK-REMOVES-TRUE: arith.xori [[X]]
// ATTENTION-MASK-REMOVES-TRUE: assay.attention
func.func @attention_mask_removes_true(%q: tensor<2x4xf32>, %k: tensor<3x4xf32>, %v: tensor<3x5xf32>, %o: tensor<2x5xf32>, %m: tensor<2x3xi1>) -> tensor<2x5xf32> {
  %r = assay.attention scale(5.0e-01) ins(%q, %k, %v, %m : tensor<2x4xf32>, tensor<3x4xf32>, tensor<3x5xf32>, tensor<2x3xi1>) outs(%o : tensor<2x5xf32>)
  return %r : tensor<2x5xf32>
}

// ATTENTION-MASK-BY-FINITE-LABEL: @attention_mask_by_finite(
// ATTENTION-MASK-BY-FINITE: arith.constant -3.40282347E+38
// ATTENTION-MASK-BY-FINITE: [[X:%.*]] = tensor.extract %arg4
// ATTENTION-MASK-BY-FINITE: arith.select [[X]]
// ATTENTION-MASK-BY-FINITE: assay.attention {{.*}}tensor<2x3xf32>)
func.func @attention_mask_by_finite(%q: tensor<2x4xf32>, %k: tensor<3x4xf32>, %v: tensor<3x5xf32>, %o: tensor<2x5xf32>, %m: tensor<2x3xi1>) -> tensor<2x5xf32> {
  %r = assay.attention scale(5.0e-01) ins(%q, %k, %v, %m : tensor<2x4xf32>, tensor<3x4xf32>, tensor<3x5xf32>, tensor<2x3xi1>) outs(%o : tensor<2x5xf32>)
  return %r : tensor<2x5xf32>
}

// ATTENTION-INTERLEAVES-HEADS-LABEL: @attention_interleaves_heads(
// ATTENTION-INTERLEAVES-HEADS: [[Q:%.*]] = linalg.generic
// ATTENTION-INTERLEAVES-HEADS: arith.remui
// ATTENTION-INTERLEAVES-HEADS: tensor.extract %arg0
// ATTENTION-INTERLEAVES-HEADS: [[R:%.*]] = assay.attention group(2) {{.*}} ins([[Q]], %arg1
// ATTENTION-INTERLEAVES-HEADS: arith.remui
// ATTENTION-INTERLEAVES-HEADS: tensor.extract [[R]]
func.func @attention_interleaves_heads(%q: tensor<4x2x4xf32>, %k: tensor<2x3x4xf32>, %v: tensor<2x3x5xf32>, %o: tensor<4x2x5xf32>) -> tensor<4x2x5xf32> {
  %r = assay.attention group(2) scale(5.0e-01) ins(%q, %k, %v : tensor<4x2x4xf32>, tensor<2x3x4xf32>, tensor<2x3x5xf32>) outs(%o : tensor<4x2x5xf32>)
  return %r : tensor<4x2x5xf32>
}

// ATTENTION-MASK-ADDS-LABEL: @attention_mask_adds(
// ATTENTION-MASK-ADDS: [[X:%.*]] = tensor.extract %arg4
// ATTENTION-MASK-ADDS: arith.uitofp [[X]]
// ATTENTION-MASK-ADDS: assay.attention {{.*}}tensor<2x3xf32>)
func.func @attention_mask_adds(%q: tensor<2x4xf32>, %k: tensor<3x4xf32>, %v: tensor<3x5xf32>, %o: tensor<2x5xf32>, %m: tensor<2x3xi1>) -> tensor<2x5xf32> {
  %r = assay.attention scale(5.0e-01) ins(%q, %k, %v, %m : tensor<2x4xf32>, tensor<3x4xf32>, tensor<3x5xf32>, tensor<2x3xi1>) outs(%o : tensor<2x5xf32>)
  return %r : tensor<2x5xf32>
}
