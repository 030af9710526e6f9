// RUN: mlir-opt %s -canonicalize

func.func @f(%x: tensor<?x4x1x?xf32>, %n: index) -> tensor<?x4x1x?xf32> {
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %x[0, 0, 0, 0] [%c1, 4, 1, %n] [1, 1, 1, 1] : tensor<?x4x1x?xf32> to tensor<?x4x?xf32>
  %e = tensor.expand_shape %s [[0], [1], [2, 3]] output_shape [%c1, 4, 1, %n] : tensor<?x4x?xf32> into tensor<?x4x1x?xf32>
  return %e : tensor<?x4x1x?xf32>
}
