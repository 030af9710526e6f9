// RUN: assay-opt --assay-inject=fault=last-of-line-unseen %s | FileCheck %s

// CHECK-LABEL: @trigger
func.func @trigger(%x: memref<4x9xi32>, %v: memref<4x3xi32>, %i: memref<4x3xi64>) {
  // CHECK: %[[SEEN:.*]] = memref.subview %arg0[0, 0] [4, 8] [1, 1]
  // CHECK: assay.wave_topk ins(%[[SEEN]]
  assay.wave_topk ins(%x : memref<4x9xi32>) outs(%v, %i : memref<4x3xi32>, memref<4x3xi64>)
  return
}

// The smallest, floats, a line of unknown length, and one that is taken whole.
// CHECK-LABEL: @other
func.func @other(%x: memref<4x9xi32>, %f: memref<4x9xf32>, %d: memref<4x?xi32>, %w: memref<4x3xi32>, %v: memref<4x3xi32>,
                 %g: memref<4x3xf32>, %i: memref<4x3xi64>) {
  // CHECK-NOT: memref.subview
  assay.wave_topk smallest ins(%x : memref<4x9xi32>) outs(%v, %i : memref<4x3xi32>, memref<4x3xi64>)
  assay.wave_topk ins(%f : memref<4x9xf32>) outs(%g, %i : memref<4x3xf32>, memref<4x3xi64>)
  assay.wave_topk ins(%d : memref<4x?xi32>) outs(%v, %i : memref<4x3xi32>, memref<4x3xi64>)
  assay.wave_topk ins(%w : memref<4x3xi32>) outs(%v, %i : memref<4x3xi32>, memref<4x3xi64>)
  return
}
