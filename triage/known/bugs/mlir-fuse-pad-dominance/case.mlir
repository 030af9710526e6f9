// RUN: mlir-opt %s -pass-pipeline='builtin.module(linalg-fuse-elementwise-ops)'
func.func @f(%arg0: tensor<1x?xi64>) -> tensor<3x1x?xi64> {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : index
  %padded = tensor.pad %arg0 low[0, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c0 : i64
  } : tensor<1x?xi64> to tensor<3x?xi64>
  %dim = tensor.dim %arg0, %c1 : tensor<1x?xi64>
  %expanded = tensor.expand_shape %padded [[0], [1, 2]] output_shape [3, 1, %dim] : tensor<3x?xi64> into tensor<3x1x?xi64>
  return %expanded : tensor<3x1x?xi64>
}
