// mlir-opt --finalize-memref-to-llvm pass.mlir
func.func @f(%a: memref<1xf32, 3>, %s: memref<0xindex>) -> f32 {
  %r = memref.reshape %a(%s) : (memref<1xf32, 3>, memref<0xindex>) -> memref<f32, 7>
  %v = memref.load %r[] : memref<f32, 7>
  return %v : f32
}
