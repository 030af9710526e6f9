// RUN: assay-opt --assay-choose-configs %s | FileCheck %s
// RUN: assay-opt --assay-choose-configs=rows=256 %s | FileCheck %s --check-prefix=ROWS

// CHECK-LABEL: @large
// CHECK: assay.attention {{.*}} {assay.lowering_config = #assay.lowering_config<tiles = [1, 1, 512, 0]>}
// ROWS: assay.attention {{.*}} {assay.lowering_config = #assay.lowering_config<tiles = [1, 1, 256, 0]>}
func.func @large(%q: tensor<1x8x512x64xf32>, %init: tensor<1x8x512x64xf32>) -> tensor<1x8x512x64xf32> {
  %0 = assay.attention scale(1.0) ins(%q, %q, %q : tensor<1x8x512x64xf32>, tensor<1x8x512x64xf32>, tensor<1x8x512x64xf32>) outs(%init : tensor<1x8x512x64xf32>)
  return %0 : tensor<1x8x512x64xf32>
}

// What is not known may be large.
// CHECK-LABEL: @dynamic
// CHECK: assay.attention {{.*}} {assay.lowering_config = #assay.lowering_config<tiles = [1, 512, 0]>}
func.func @dynamic(%q: tensor<2x?x4xf32>, %k: tensor<2x8x4xf32>) -> tensor<2x?x4xf32> {
  %0 = assay.attention scale(1.0) ins(%q, %k, %k : tensor<2x?x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%q : tensor<2x?x4xf32>)
  return %0 : tensor<2x?x4xf32>
}

// CHECK-LABEL: @small
// CHECK: assay.attention
// CHECK-NOT: assay.lowering_config
// CHECK-LABEL: @chosen
func.func @small(%q: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = assay.attention scale(1.0) ins(%q, %q, %q : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%q : tensor<4x8xf32>)
  return %0 : tensor<4x8xf32>
}

// CHECK: tiles = [8, 0]
func.func @chosen(%q: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = assay.attention scale(1.0) ins(%q, %q, %q : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) outs(%q : tensor<?x8xf32>) {assay.lowering_config = #assay.lowering_config<tiles = [8, 0]>}
  return %0 : tensor<?x8xf32>
}
