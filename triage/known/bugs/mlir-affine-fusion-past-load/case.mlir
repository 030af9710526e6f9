// RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(affine-loop-fusion{mode=producer}),lower-affine,convert-scf-to-cf,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils | FileCheck %s
// CHECK: data =
// CHECK-NEXT: {{\[}}{{\[}}1, 1]
// CHECK-NEXT: [1, 1]]
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<2x2xf32>
  %b = memref.alloc() : memref<2x2xf32>
  affine.for %i = 0 to 2 { affine.for %j = 0 to 2 {
    affine.store %one, %a[%i, %j] : memref<2x2xf32>
  } }
  affine.for %i = 0 to 2 { affine.for %j = 0 to 2 {
    %0 = memref.load %a[%j, %i] : memref<2x2xf32>
    %1 = affine.load %a[%i, %j] : memref<2x2xf32>
    %2 = arith.mulf %0, %1 : f32
    affine.store %2, %b[%i, %j] : memref<2x2xf32>
  } }
  %u = memref.cast %b : memref<2x2xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
