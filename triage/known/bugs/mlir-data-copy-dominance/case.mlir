// RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(affine-data-copy-generate{generate-dma=0 fast-mem-space=0}))'
func.func @f(%a: memref<2xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %d0 = arith.constant 0 : index
  %1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%c0)
  affine.store %x, %a[%1] : memref<2xf32>
  %b = memref.alloc() : memref<2xf32>
  %2 = affine.apply affine_map<(d0) -> (d0 + 1)>(%d0)
  %y = affine.load %b[%2] : memref<2xf32>
  return %y : f32
}
