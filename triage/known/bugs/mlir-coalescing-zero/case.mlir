// RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(affine-loop-coalescing,affine-simplify-min-max),lower-affine)'
func.func @f(%a: memref<1x2x0xf32>, %x: f32) {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 2 {
      affine.for %k = 0 to 0 {
        affine.store %x, %a[%i, %j, %k] : memref<1x2x0xf32>
      }
    }
  }
  return
}
