// RUN: mlir-opt %s -pass-pipeline='builtin.module(fold-memref-alias-ops)'
func.func @f(%a: memref<2x?xf32>) -> memref<2xf32, strided<[?], offset: ?>> {
  %c1 = arith.constant 1 : index
  %s = memref.subview %a[0, %c1] [2, 1] [1, 1] : memref<2x?xf32> to memref<2x1xf32, strided<[?, 1], offset: ?>>
  %t = memref.subview %s[0, 0] [2, 1] [1, 1] : memref<2x1xf32, strided<[?, 1], offset: ?>> to memref<2xf32, strided<[?], offset: ?>>
  return %t : memref<2xf32, strided<[?], offset: ?>>
}
