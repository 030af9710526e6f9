// RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(affine-fold-memref-alias-ops))'
func.func @f(%a: memref<2x3xf32>, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = memref.subview %a[0, 0] [2, %n] [1, 1] : memref<2x3xf32> to memref<2x?xf32, strided<[3, 1]>>
  %e = memref.cast %s : memref<2x?xf32, strided<[3, 1]>> to memref<2x?xf32, strided<[3, 1]>>
  %d = memref.alloc(%n) : memref<2x?xf32>
  %c = memref.collapse_shape %d [[0, 1]] : memref<2x?xf32> into memref<?xf32>
  %r = affine.for %i = 0 to 2 iter_args(%x = %zero) -> (f32) {
    %v = affine.load %c[%i] : memref<?xf32>
    affine.yield %v : f32
  }
  return %r : f32
}
