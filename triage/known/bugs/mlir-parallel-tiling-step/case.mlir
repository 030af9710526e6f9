// RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=3 no-min-max-bounds=1},convert-linalg-to-loops),lower-affine,convert-vector-to-scf,convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-vector-to-llvm,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils | FileCheck %s
// CHECK: data =
// CHECK-NEXT: {{\[}}1,  0,  0,  1,  0,  0]
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %a = memref.alloc() : memref<6xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<6xf32>)
  scf.parallel (%i) = (%c0) to (%c6) step (%c3) {
    memref.store %one, %a[%i] : memref<6xf32>
    scf.reduce
  }
  %u = memref.cast %a : memref<6xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
