// RUN: mlir-opt %s -fold-memref-alias-ops
func.func @f(%a: memref<0x1xf32>, %i: index) -> f32 {
  %0 = memref.collapse_shape %a [[0, 1]] : memref<0x1xf32> into memref<0xf32>
  %1 = memref.load %0[%i] : memref<0xf32>
  return %1 : f32
}
