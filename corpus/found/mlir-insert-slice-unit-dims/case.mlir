// RUN: mlir-opt %s -pass-pipeline='builtin.module(canonicalize)'
func.func @f(%s: tensor<?x2xi32>, %d: tensor<?x2x1xi32>) -> tensor<?x2x1xi32> {
  %c1 = arith.constant 1 : index
  %r = tensor.insert_slice %s into %d[0, 0, 0] [%c1, 2, 1] [1, 1, 1] : tensor<?x2xi32> into tensor<?x2x1xi32>
  return %r : tensor<?x2x1xi32>
}
