// RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(affine-super-vectorize{virtual-vector-size=4}))'
func.func @f(%a: memref<2xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %zero, %a[%i] : memref<2xf32>
    }
  }
  return
}
