// RUN: mlir-opt %s -expand-strided-metadata
func.func @f(%a: memref<?xf32>, %m: index, %n: index) -> memref<?x?xf32> {
  %0 = memref.expand_shape %a [[0, 1]] output_shape [%m, %n] : memref<?xf32> into memref<?x?xf32>
  return %0 : memref<?x?xf32>
}
