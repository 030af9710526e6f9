// RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(scf-for-loop-range-folding,convert-linalg-to-loops),lower-affine,convert-vector-to-scf,convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-vector-to-llvm,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils | FileCheck %s
// CHECK: data =
// CHECK-NEXT: {{\[}}1,  1,  1,  1]
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %m1 = arith.constant -1 : index
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<4xf32>)
  scf.for %i = %c0 to %c4 step %c1 {
    %j = arith.muli %i, %m1 : index
    %k = arith.addi %j, %c3 : index
    memref.store %one, %a[%k] : memref<4xf32>
  }
  %u = memref.cast %a : memref<4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
