// RUN: mlir-opt %s -pass-pipeline='builtin.module(expand-strided-metadata)'
func.func @f(%a: memref<1x2xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %s = memref.subview %a[0, 0] [1, 1] [3, 1] : memref<1x2xf32> to memref<1xf32, strided<[6]>>
  memref.store %x, %s[%c0] : memref<1xf32, strided<[6]>>
  return
}
