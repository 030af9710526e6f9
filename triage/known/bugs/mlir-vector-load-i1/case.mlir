// RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(convert-linalg-to-loops),lower-affine,convert-vector-to-scf,convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-vector-to-llvm,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils | FileCheck %s
// CHECK: ( 1, 1, 1, 1, 1, 1, 1, 1 )
func.func @main() {
  %c0 = arith.constant 0 : index
  %t = arith.constant true
  %f = arith.constant false
  %a = memref.alloc() : memref<8xi1>
  linalg.fill ins(%t : i1) outs(%a : memref<8xi1>)
  %v = vector.load %a[%c0] : memref<8xi1>, vector<8xi1>
  vector.print %v : vector<8xi1>
  return
}
