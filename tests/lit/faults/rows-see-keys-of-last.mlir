// RUN: assay-opt --assay-inject=fault=rows-see-keys-of-last %s | FileCheck %s

// CHECK-LABEL: @trigger
func.func @trigger(%q: memref<4x8xf32>, %k: memref<3x8xf32>, %v: memref<3x8xf32>, %r: memref<4x8xf32>) {
  // CHECK: assay.wave_attention scale
  assay.wave_attention causal scale(1.0) ins(%q, %k, %v : memref<4x8xf32>, memref<3x8xf32>, memref<3x8xf32>) outs(%r : memref<4x8xf32>)
  return
}

// More keys than rows, and a number of keys that is not known.
// CHECK-LABEL: @other
func.func @other(%q: memref<4x8xf32>, %k: memref<5x8xf32>, %v: memref<5x8xf32>, %d: memref<?x8xf32>, %r: memref<4x8xf32>) {
  // CHECK-COUNT-2: assay.wave_attention causal
  assay.wave_attention causal scale(1.0) ins(%q, %k, %v : memref<4x8xf32>, memref<5x8xf32>, memref<5x8xf32>) outs(%r : memref<4x8xf32>)
  assay.wave_attention causal scale(1.0) ins(%q, %d, %d : memref<4x8xf32>, memref<?x8xf32>, memref<?x8xf32>) outs(%r : memref<4x8xf32>)
  return
}
