// Rules on reductions, scans, windows and softmax.
// RUN: assay-opt --assay-apply-rule=rule=int-sum-in-element-type %s | FileCheck %s --check-prefix=INT-SUM-IN-ELEMENT-TYPE
// RUN: assay-opt --assay-apply-rule=rule=float-sum-in-element-type %s | FileCheck %s --check-prefix=FLOAT-SUM-IN-ELEMENT-TYPE
// RUN: assay-opt --assay-apply-rule=rule=max-starts-from-zero %s | FileCheck %s --check-prefix=MAX-STARTS-FROM-ZERO
// RUN: assay-opt --assay-apply-rule=rule=min-starts-from-zero %s | FileCheck %s --check-prefix=MIN-STARTS-FROM-ZERO
// RUN: assay-opt --assay-apply-rule=rule=max-starts-from-finite %s | FileCheck %s --check-prefix=MAX-STARTS-FROM-FINITE
// RUN: assay-opt --assay-apply-rule=rule=and-starts-from-zero %s | FileCheck %s --check-prefix=AND-STARTS-FROM-ZERO
// RUN: assay-opt --assay-apply-rule=rule=product-starts-from-zero %s | FileCheck %s --check-prefix=PRODUCT-STARTS-FROM-ZERO
// RUN: assay-opt --assay-apply-rule=rule=reduce-drops-destination %s | FileCheck %s --check-prefix=REDUCE-DROPS-DESTINATION
// RUN: assay-opt --assay-apply-rule=rule=arg-reduce-takes-last %s | FileCheck %s --check-prefix=ARG-REDUCE-TAKES-LAST
// RUN: assay-opt --assay-apply-rule=rule=scan-inclusive %s | FileCheck %s --check-prefix=SCAN-INCLUSIVE
// RUN: assay-opt --assay-apply-rule=rule=scan-exclusive %s | FileCheck %s --check-prefix=SCAN-EXCLUSIVE
// RUN: assay-opt --assay-apply-rule=rule=scan-forwards %s | FileCheck %s --check-prefix=SCAN-FORWARDS
// RUN: assay-opt --assay-apply-rule=rule=scan-in-element-type %s | FileCheck %s --check-prefix=SCAN-IN-ELEMENT-TYPE
// RUN: assay-opt --assay-apply-rule=rule=window-without-dilation %s | FileCheck %s --check-prefix=WINDOW-WITHOUT-DILATION
// RUN: assay-opt --assay-apply-rule=rule=window-without-stride %s | FileCheck %s --check-prefix=WINDOW-WITHOUT-STRIDE
// RUN: assay-opt --assay-apply-rule=rule=softmax-without-max %s | FileCheck %s --check-prefix=SOFTMAX-WITHOUT-MAX
// RUN: assay-opt --assay-apply-rule=rule=softmax-along-other-dim %s | FileCheck %s --check-prefix=SOFTMAX-ALONG-OTHER-DIM

#row = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
// WINDOW-WITHOUT-DILATION: affine_map<(d0, d1, d2, d3) -> (d0, d1 * 2 + d3, d2)>
// WINDOW-WITHOUT-STRIDE: affine_map<(d0, d1, d2, d3) -> (d0, d1 + d3 * 3, d2)>

// INT-SUM-IN-ELEMENT-TYPE-LABEL: @int_sum_in_element_type(
// INT-SUM-IN-ELEMENT-TYPE: [[S:%.*]] = arith.addi
// INT-SUM-IN-ELEMENT-TYPE: [[N:%.*]] = arith.trunci [[S]] : i32 to i8
// INT-SUM-IN-ELEMENT-TYPE: [[W:%.*]] = arith.extsi [[N]]
// INT-SUM-IN-ELEMENT-TYPE: linalg.yield [[W]]
func.func @int_sum_in_element_type(%x: tensor<4xi8>, %o: tensor<i32>) -> tensor<i32> {
  %c = arith.constant 0 : i32
  %s = linalg.fill ins(%c : i32) outs(%o : tensor<i32>) -> tensor<i32>
  %r = linalg.reduce ins(%x : tensor<4xi8>) outs(%s : tensor<i32>) dimensions = [0] (%in: i8, %acc: i32) {
    %0 = arith.extsi %in : i8 to i32
    %1 = arith.addi %acc, %0 : i32
    linalg.yield %1 : i32
  }
  return %r : tensor<i32>
}

// FLOAT-SUM-IN-ELEMENT-TYPE-LABEL: @float_sum_in_element_type(
// FLOAT-SUM-IN-ELEMENT-TYPE: [[S:%.*]] = arith.addf
// FLOAT-SUM-IN-ELEMENT-TYPE: [[N:%.*]] = arith.truncf [[S]] : f32 to f16
// FLOAT-SUM-IN-ELEMENT-TYPE: [[W:%.*]] = arith.extf [[N]]
// FLOAT-SUM-IN-ELEMENT-TYPE: linalg.yield [[W]]
func.func @float_sum_in_element_type(%x: tensor<4xf16>, %o: tensor<f32>) -> tensor<f32> {
  %c = arith.constant 0.0 : f32
  %s = linalg.fill ins(%c : f32) outs(%o : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce ins(%x : tensor<4xf16>) outs(%s : tensor<f32>) dimensions = [0] (%in: f16, %acc: f32) {
    %0 = arith.extf %in : f16 to f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  }
  return %r : tensor<f32>
}

// MAX-STARTS-FROM-ZERO-LABEL: @max_starts_from_zero(
// MAX-STARTS-FROM-ZERO: [[C:%.*]] = arith.constant 0.000000e+00
// MAX-STARTS-FROM-ZERO: [[S:%.*]] = linalg.fill ins([[C]]
// MAX-STARTS-FROM-ZERO: outs([[S]]
func.func @max_starts_from_zero(%x: tensor<4xf32>, %o: tensor<f32>) -> tensor<f32> {
  %c = arith.constant 0xFF800000 : f32
  %s = linalg.fill ins(%c : f32) outs(%o : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce ins(%x : tensor<4xf32>) outs(%s : tensor<f32>) dimensions = [0] (%in: f32, %acc: f32) {
    %0 = arith.maximumf %in, %acc : f32
    linalg.yield %0 : f32
  }
  return %r : tensor<f32>
}

// MIN-STARTS-FROM-ZERO-LABEL: @min_starts_from_zero(
// MIN-STARTS-FROM-ZERO: [[C:%.*]] = arith.constant 0.000000e+00
// MIN-STARTS-FROM-ZERO: [[S:%.*]] = linalg.fill ins([[C]]
// MIN-STARTS-FROM-ZERO: outs([[S]]
func.func @min_starts_from_zero(%x: tensor<4xf32>, %o: tensor<f32>) -> tensor<f32> {
  %c = arith.constant 0x7F800000 : f32
  %s = linalg.fill ins(%c : f32) outs(%o : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce ins(%x : tensor<4xf32>) outs(%s : tensor<f32>) dimensions = [0] (%in: f32, %acc: f32) {
    %0 = arith.minimumf %in, %acc : f32
    linalg.yield %0 : f32
  }
  return %r : tensor<f32>
}

// MAX-STARTS-FROM-FINITE-LABEL: @max_starts_from_finite(
// MAX-STARTS-FROM-FINITE: [[C:%.*]] = arith.constant -3.40282347E+38
// MAX-STARTS-FROM-FINITE: [[S:%.*]] = linalg.fill ins([[C]]
// MAX-STARTS-FROM-FINITE: outs([[S]]
func.func @max_starts_from_finite(%x: tensor<4xf32>, %o: tensor<f32>) -> tensor<f32> {
  %c = arith.constant 0xFF800000 : f32
  %s = linalg.fill ins(%c : f32) outs(%o : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce ins(%x : tensor<4xf32>) outs(%s : tensor<f32>) dimensions = [0] (%in: f32, %acc: f32) {
    %0 = arith.maximumf %in, %acc : f32
    linalg.yield %0 : f32
  }
  return %r : tensor<f32>
}

// AND-STARTS-FROM-ZERO-LABEL: @and_starts_from_zero(
// AND-STARTS-FROM-ZERO: [[C:%.*]] = arith.constant 0 : i32
// AND-STARTS-FROM-ZERO: [[S:%.*]] = linalg.fill ins([[C]]
// AND-STARTS-FROM-ZERO: outs([[S]]
func.func @and_starts_from_zero(%x: tensor<4xi32>, %o: tensor<i32>) -> tensor<i32> {
  %c = arith.constant -1 : i32
  %s = linalg.fill ins(%c : i32) outs(%o : tensor<i32>) -> tensor<i32>
  %r = linalg.reduce ins(%x : tensor<4xi32>) outs(%s : tensor<i32>) dimensions = [0] (%in: i32, %acc: i32) {
    %0 = arith.andi %acc, %in : i32
    linalg.yield %0 : i32
  }
  return %r : tensor<i32>
}

// PRODUCT-STARTS-FROM-ZERO-LABEL: @product_starts_from_zero(
// PRODUCT-STARTS-FROM-ZERO: [[C:%.*]] = arith.constant 0 : i32
// PRODUCT-STARTS-FROM-ZERO: [[S:%.*]] = linalg.fill ins([[C]]
// PRODUCT-STARTS-FROM-ZERO: outs([[S]]
func.func @product_starts_from_zero(%x: tensor<4xi32>, %o: tensor<i32>) -> tensor<i32> {
  %c = arith.constant 1 : i32
  %s = linalg.fill ins(%c : i32) outs(%o : tensor<i32>) -> tensor<i32>
  %r = linalg.reduce ins(%x : tensor<4xi32>) outs(%s : tensor<i32>) dimensions = [0] (%in: i32, %acc: i32) {
    %0 = arith.muli %acc, %in : i32
    linalg.yield %0 : i32
  }
  return %r : tensor<i32>
}

// REDUCE-DROPS-DESTINATION-LABEL: @reduce_drops_destination(
// REDUCE-DROPS-DESTINATION: [[S:%.*]] = linalg.fill {{.*}} outs(%arg1
// REDUCE-DROPS-DESTINATION: outs([[S]]
func.func @reduce_drops_destination(%x: tensor<4xf32>, %o: tensor<f32>) -> tensor<f32> {
  %r = linalg.reduce ins(%x : tensor<4xf32>) outs(%o : tensor<f32>) dimensions = [0] (%in: f32, %acc: f32) {
    %0 = arith.addf %in, %acc : f32
    linalg.yield %0 : f32
  }
  return %r : tensor<f32>
}

// ARG-REDUCE-TAKES-LAST-LABEL: @arg_reduce_takes_last(
// ARG-REDUCE-TAKES-LAST: arith.cmpi sgt,
func.func @arg_reduce_takes_last(%x: tensor<4xf32>, %v: tensor<f32>, %o: tensor<i64>) -> tensor<i64> {
  %r:2 = linalg.generic {indexing_maps = [#row, #none, #none], iterator_types = ["reduction"]} ins(%x : tensor<4xf32>) outs(%v, %o : tensor<f32>, tensor<i64>) {
  ^bb0(%in: f32, %best: f32, %at: i64):
    %i = linalg.index 0 : index
    %here = arith.index_cast %i : index to i64
    %wins = arith.cmpf ogt, %in, %best : f32
    %ties = arith.cmpf oeq, %in, %best : f32
    %earlier = arith.cmpi slt, %here, %at : i64
    %first = arith.andi %ties, %earlier : i1
    %takes = arith.ori %wins, %first : i1
    %value = arith.select %takes, %in, %best : f32
    %index = arith.select %takes, %here, %at : i64
    linalg.yield %value, %index : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  return %r#1 : tensor<i64>
}

// SCAN-INCLUSIVE-LABEL: @scan_inclusive(
// SCAN-INCLUSIVE: assay.scan sum dim(0)
func.func @scan_inclusive(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = assay.scan sum exclusive dim(0) ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>)
  return %r : tensor<4xf32>
}

// SCAN-EXCLUSIVE-LABEL: @scan_exclusive(
// SCAN-EXCLUSIVE: assay.scan sum exclusive dim(0)
func.func @scan_exclusive(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = assay.scan sum dim(0) ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>)
  return %r : tensor<4xf32>
}

// SCAN-FORWARDS-LABEL: @scan_forwards(
// SCAN-FORWARDS: assay.scan sum dim(0)
func.func @scan_forwards(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = assay.scan sum reverse dim(0) ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>)
  return %r : tensor<4xf32>
}

// SCAN-IN-ELEMENT-TYPE-LABEL: @scan_in_element_type(
// SCAN-IN-ELEMENT-TYPE: [[N:%.*]] = assay.scan sum dim(0) {{.*}} outs({{.*}} : tensor<4xf16>)
// SCAN-IN-ELEMENT-TYPE: [[E:%.*]] = tensor.extract [[N]]
// SCAN-IN-ELEMENT-TYPE: arith.extf [[E]]
func.func @scan_in_element_type(%x: tensor<4xf16>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = assay.scan sum dim(0) ins(%x : tensor<4xf16>) outs(%o : tensor<4xf32>)
  return %r : tensor<4xf32>
}

// WINDOW-WITHOUT-DILATION-LABEL: @window_without_dilation(
// WINDOW-WITHOUT-DILATION: linalg.generic
func.func @window_without_dilation(%x: tensor<1x16x2xf32>, %w: tensor<2xf32>, %o: tensor<1x5x2xf32>) -> tensor<1x5x2xf32> {
  %r = linalg.pooling_nwc_sum {strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%x, %w : tensor<1x16x2xf32>, tensor<2xf32>) outs(%o : tensor<1x5x2xf32>) -> tensor<1x5x2xf32>
  return %r : tensor<1x5x2xf32>
}

// WINDOW-WITHOUT-STRIDE-LABEL: @window_without_stride(
// WINDOW-WITHOUT-STRIDE: linalg.generic
func.func @window_without_stride(%x: tensor<1x16x2xf32>, %w: tensor<2xf32>, %o: tensor<1x5x2xf32>) -> tensor<1x5x2xf32> {
  %r = linalg.pooling_nwc_sum {strides = dense<2> : tensor<1xi64>, dilations = dense<3> : tensor<1xi64>} ins(%x, %w : tensor<1x16x2xf32>, tensor<2xf32>) outs(%o : tensor<1x5x2xf32>) -> tensor<1x5x2xf32>
  return %r : tensor<1x5x2xf32>
}

// SOFTMAX-WITHOUT-MAX-LABEL: @softmax_without_max(
// SOFTMAX-WITHOUT-MAX-NOT: arith.subf
// SOFTMAX-WITHOUT-MAX: math.exp %in
// SOFTMAX-WITHOUT-MAX-NOT: arith.subf
// SOFTMAX-WITHOUT-MAX: arith.divf
func.func @softmax_without_max(%x: tensor<4x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<4x5xf32>) outs(%o : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}

// SOFTMAX-ALONG-OTHER-DIM-LABEL: @softmax_along_other_dim(
// SOFTMAX-ALONG-OTHER-DIM: linalg.softmax dimension(0)
func.func @softmax_along_other_dim(%x: tensor<4x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<4x5xf32>) outs(%o : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
