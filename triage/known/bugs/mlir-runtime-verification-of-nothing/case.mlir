// RUN: mlir-opt %s -pass-pipeline='builtin.module(generate-runtime-verification,canonicalize)' | FileCheck %s
// CHECK-NOT: arith.remsi %c0, %c0
func.func @main() {
  %a = memref.alloc() : memref<0x1xf32>
  %b = memref.expand_shape %a [[0], [1, 2]] output_shape [0, 1, 1] : memref<0x1xf32> into memref<0x1x1xf32>
  return
}
