// RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(affine-loop-invariant-code-motion))'
func.func @f(%n: index, %a: memref<2xf32>) {
  %s = memref.subview %a[0] [%n] [1] : memref<2xf32> to memref<?xf32, strided<[1]>>
  affine.for %i = 0 to %n {
    %base, %offset, %size, %stride = memref.extract_strided_metadata %s : memref<?xf32, strided<[1]>> -> memref<f32>, index, index, index
    %0:2 = affine.delinearize_index %i into (1, %size) : index, index
    %1 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%0#1]
  }
  return
}
