// RUN: assay-opt %s | assay-opt | FileCheck %s
// RUN: assay-opt --mlir-print-op-generic %s | assay-opt | FileCheck %s

// The ops that are on tensors or in memory.
// CHECK-LABEL: @wave_topk
func.func @wave_topk(%x: tensor<?x9xf16>, %v: tensor<?x3xf16>, %i: tensor<?x3xi8>, %m: memref<9xi32, strided<[2], offset: ?>>, %w: memref<1xi32>, %j: memref<1xi64>)
    -> tensor<?x3xf16> {
  // CHECK: assay.wave_topk smallest ins(%{{.*}} : tensor<?x9xf16>) outs(%{{.*}}, %{{.*}} : tensor<?x3xf16>, tensor<?x3xi8>) -> tensor<?x3xf16>, tensor<?x3xi8>
  %0:2 = assay.wave_topk smallest ins(%x : tensor<?x9xf16>) outs(%v, %i : tensor<?x3xf16>, tensor<?x3xi8>) -> tensor<?x3xf16>, tensor<?x3xi8>
  // CHECK: assay.wave_topk ins(%{{.*}} : memref<9xi32, strided<[2], offset: ?>>) outs(%{{.*}}, %{{.*}} : memref<1xi32>, memref<1xi64>){{$}}
  assay.wave_topk ins(%m : memref<9xi32, strided<[2], offset: ?>>) outs(%w, %j : memref<1xi32>, memref<1xi64>)
  return %0#0 : tensor<?x3xf16>
}

// CHECK-LABEL: @wave_attention
func.func @wave_attention(%q: tensor<?x3x2xf16>, %m: tensor<?x3x3xf16>, %x: memref<3x2xf32, strided<[?, 2], offset: ?>>, %r: memref<3x2xf32>, %i: index)
    -> tensor<?x3x2xf16> {
  // CHECK: assay.wave_attention scale(2.500000e-01) ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x3x2xf16>, tensor<?x3x2xf16>, tensor<?x3x2xf16>, tensor<?x3x3xf16>) outs(%{{.*}} : tensor<?x3x2xf16>) -> tensor<?x3x2xf16>
  %0 = assay.wave_attention scale(0.25) ins(%q, %q, %q, %m : tensor<?x3x2xf16>, tensor<?x3x2xf16>, tensor<?x3x2xf16>, tensor<?x3x3xf16>)
         outs(%q : tensor<?x3x2xf16>) -> tensor<?x3x2xf16>
  // CHECK: assay.wave_attention causal from(%{{.*}}) scale(1.000000e+00) ins(%{{.*}} : memref<3x2xf32, strided<[?, 2], offset: ?>>, {{.*}}) outs(%{{.*}} : memref<3x2xf32>){{$}}
  assay.wave_attention causal from(%i) scale(1.0)
    ins(%x, %x, %x : memref<3x2xf32, strided<[?, 2], offset: ?>>, memref<3x2xf32, strided<[?, 2], offset: ?>>, memref<3x2xf32, strided<[?, 2], offset: ?>>)
    outs(%r : memref<3x2xf32>)
  return %0 : tensor<?x3x2xf16>
}
