// RUN: mlir-opt %s -canonicalize
func.func @f(%n: index) -> memref<?xf32, strided<[1], offset: 0>> {
  %c0 = arith.constant 0 : index
  %0 = memref.alloc(%c0) : memref<?xf32>
  %1 = memref.subview %0[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 0>>
  return %1 : memref<?xf32, strided<[1], offset: 0>>
}
