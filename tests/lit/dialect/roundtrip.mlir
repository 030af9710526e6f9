// RUN: assay-opt %s | assay-opt | FileCheck %s
// RUN: assay-opt --mlir-print-op-generic %s | assay-opt | FileCheck %s

// CHECK-LABEL: @topk
func.func @topk(%x: tensor<4x?xf32>, %v: tensor<4x3xf32>, %i: tensor<4x3xi64>) -> tensor<4x3xi64> {
  // CHECK: assay.topk dim(1) ins(%{{.*}} : tensor<4x?xf32>) outs(%{{.*}}, %{{.*}} : tensor<4x3xf32>, tensor<4x3xi64>)
  %0:2 = assay.topk dim(1) ins(%x : tensor<4x?xf32>) outs(%v, %i : tensor<4x3xf32>, tensor<4x3xi64>)
  // CHECK: assay.topk smallest unsorted dim(1) ins({{.*}}) outs({{.*}}) {tag = 1 : i64}
  %1:2 = assay.topk smallest unsorted dim(1) ins(%x : tensor<4x?xf32>)
           outs(%0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi64>) {tag = 1 : i64}
  return %1#1 : tensor<4x3xi64>
}

// CHECK-LABEL: @sort
func.func @sort(%k: tensor<?x2xi8>, %a: tensor<?x2xi1>, %b: tensor<?x2xcomplex<f32>>) -> tensor<?x2xi8> {
  // CHECK: assay.sort dim(0) outs(%{{.*}} : tensor<?x2xi8>)
  %0 = assay.sort dim(0) outs(%k : tensor<?x2xi8>)
  // CHECK: %{{.*}}:3 = assay.sort descending stable dim(1) outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?x2xi8>, tensor<?x2xi1>, tensor<?x2xcomplex<f32>>)
  %1:3 = assay.sort descending stable dim(1)
           outs(%0, %a, %b : tensor<?x2xi8>, tensor<?x2xi1>, tensor<?x2xcomplex<f32>>)
  return %1#0 : tensor<?x2xi8>
}

// CHECK-LABEL: @sort_indices
func.func @sort_indices(%x: tensor<?x4xbf16>, %o: tensor<?x2xi8>) -> tensor<?x2xi8> {
  // CHECK: assay.sort_indices descending stable dim(1) ins(%{{.*}} : tensor<?x4xbf16>) outs(%{{.*}} : tensor<?x2xi8>)
  %0 = assay.sort_indices descending stable dim(1) ins(%x : tensor<?x4xbf16>) outs(%o : tensor<?x2xi8>)
  return %0 : tensor<?x2xi8>
}

// CHECK-LABEL: @scatter
func.func @scatter(%i: tensor<2x?xi32>, %u: tensor<2x?xbf16>, %b: tensor<2x9xbf16>) -> tensor<2x9xbf16> {
  // CHECK: assay.scatter add dim(1) ins(%{{.*}}, %{{.*}} : tensor<2x?xi32>, tensor<2x?xbf16>) outs(%{{.*}} : tensor<2x9xbf16>)
  %0 = assay.scatter add dim(1) ins(%i, %u : tensor<2x?xi32>, tensor<2x?xbf16>) outs(%b : tensor<2x9xbf16>)
  // CHECK: assay.scatter overwrite unique dim(1)
  %1 = assay.scatter overwrite unique dim(1) ins(%i, %u : tensor<2x?xi32>, tensor<2x?xbf16>) outs(%0 : tensor<2x9xbf16>)
  return %1 : tensor<2x9xbf16>
}

// CHECK-LABEL: @scatter_nd
func.func @scatter_nd(%i: tensor<5x2xi64>, %u: tensor<5x4xf32>, %b: tensor<3x?x4xf32>) -> tensor<3x?x4xf32> {
  // CHECK: assay.scatter_nd min unique ins({{.*}} : tensor<5x2xi64>, tensor<5x4xf32>) outs({{.*}} : tensor<3x?x4xf32>)
  %0 = assay.scatter_nd min unique ins(%i, %u : tensor<5x2xi64>, tensor<5x4xf32>) outs(%b : tensor<3x?x4xf32>)
  // CHECK: assay.scatter_nd max ins(
  %1 = assay.scatter_nd max ins(%i, %u : tensor<5x2xi64>, tensor<5x4xf32>) outs(%0 : tensor<3x?x4xf32>)
  return %1 : tensor<3x?x4xf32>
}

// CHECK-LABEL: @gather
func.func @gather(%x: tensor<4x9xi1>, %i: tensor<4x3xi16>, %o: tensor<4x3xi1>) -> tensor<4x3xi1> {
  // CHECK: assay.gather dim(1) ins(%{{.*}}, %{{.*}} : tensor<4x9xi1>, tensor<4x3xi16>) outs(%{{.*}} : tensor<4x3xi1>)
  %0 = assay.gather dim(1) ins(%x, %i : tensor<4x9xi1>, tensor<4x3xi16>) outs(%o : tensor<4x3xi1>)
  return %0 : tensor<4x3xi1>
}

// CHECK-LABEL: @gather_nd
func.func @gather_nd(%x: tensor<3x?x4xf64>, %i: tensor<?x2xi64>, %o: tensor<?x4xf64>) -> tensor<?x4xf64> {
  // CHECK: assay.gather_nd ins(%{{.*}}, %{{.*}} : tensor<3x?x4xf64>, tensor<?x2xi64>) outs(%{{.*}} : tensor<?x4xf64>)
  %0 = assay.gather_nd ins(%x, %i : tensor<3x?x4xf64>, tensor<?x2xi64>) outs(%o : tensor<?x4xf64>)
  return %0 : tensor<?x4xf64>
}

// CHECK-LABEL: @one_hot
func.func @one_hot(%i: tensor<4xi32>, %on: f16, %off: f16, %o: tensor<?x4xf16>) -> tensor<?x4xf16> {
  // CHECK: assay.one_hot dim(0) ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi32>, f16, f16) outs(%{{.*}} : tensor<?x4xf16>)
  %0 = assay.one_hot dim(0) ins(%i, %on, %off : tensor<4xi32>, f16, f16) outs(%o : tensor<?x4xf16>)
  return %0 : tensor<?x4xf16>
}

// CHECK-LABEL: @attention
func.func @attention(%q: tensor<4x?x8xf16>, %k: tensor<2x?x8xf16>, %v: tensor<2x?x16xf16>,
                     %m: tensor<4x?x?xi1>, %o: tensor<4x?x16xf16>) -> tensor<4x?x16xf16> {
  // CHECK: assay.attention causal group(2) scale(5.000000e-01) ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<4x?x8xf16>, tensor<2x?x8xf16>, tensor<2x?x16xf16>, tensor<4x?x?xi1>) outs(%{{.*}} : tensor<4x?x16xf16>)
  %0 = assay.attention causal group(2) scale(5.0e-01)
         ins(%q, %k, %v, %m : tensor<4x?x8xf16>, tensor<2x?x8xf16>, tensor<2x?x16xf16>, tensor<4x?x?xi1>)
         outs(%o : tensor<4x?x16xf16>)
  return %0 : tensor<4x?x16xf16>
}

// CHECK-LABEL: @attention_of_later_rows
func.func @attention_of_later_rows(%q: tensor<2x3xf64>, %m: tensor<2x2xi1>, %row: index) -> tensor<2x3xf64> {
  // CHECK: assay.attention causal from(%{{.*}}) scale(1.000000e+00) ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x2xi1>) outs(
  %0 = assay.attention causal from(%row) scale(1.0) ins(%q, %q, %q, %m : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x2xi1>)
         outs(%q : tensor<2x3xf64>)
  return %0 : tensor<2x3xf64>
}

// CHECK-LABEL: @attention_without_mask
func.func @attention_without_mask(%q: tensor<2x3xf64>, %k: tensor<?x3xf64>, %v: tensor<?x1xf64>,
                                  %o: tensor<2x1xf64>) -> tensor<2x1xf64> {
  // CHECK: assay.attention scale(-1.000000e+00) ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<2x3xf64>, tensor<?x3xf64>, tensor<?x1xf64>) outs(
  %0 = assay.attention scale(-1.0) ins(%q, %k, %v : tensor<2x3xf64>, tensor<?x3xf64>, tensor<?x1xf64>)
         outs(%o : tensor<2x1xf64>)
  return %0 : tensor<2x1xf64>
}

// CHECK-LABEL: @scan
func.func @scan(%x: tensor<?x4xf16>, %s: tensor<4xf32>, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK: assay.scan sum dim(0) ins(%{{.*}} : tensor<?x4xf16>) outs(%{{.*}} : tensor<?x4xf32>)
  %0 = assay.scan sum dim(0) ins(%x : tensor<?x4xf16>) outs(%o : tensor<?x4xf32>)
  // CHECK: assay.scan product exclusive reverse dim(0) ins(%{{.*}} : tensor<?x4xf16>) start(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<?x4xf32>)
  %1 = assay.scan product exclusive reverse dim(0) ins(%x : tensor<?x4xf16>) start(%s : tensor<4xf32>)
         outs(%0 : tensor<?x4xf32>)
  return %1 : tensor<?x4xf32>
}

// CHECK-LABEL: @no_loops
func.func @no_loops(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: assay.sort dim(0) outs(%{{.*}} : tensor<4xf32>) {assay.lowering_config = #assay.lowering_config<tiles = []>}
  %0 = assay.sort dim(0) outs(%x : tensor<4xf32>) {assay.lowering_config = #assay.lowering_config<tiles = []>}
  return %0 : tensor<4xf32>
}
