util.func public @main(%x: tensor<1x?xi64>, %y: tensor<4x?xi64>, %n: index) -> !hal.buffer_view {
  %c9 = arith.constant 9 : index
  %cast = tensor.cast %y : tensor<4x?xi64> to tensor<?x?xi64>
  %0 = tensor.concat dim(0) %cast, %cast : (tensor<?x?xi64>, tensor<?x?xi64>) -> tensor<?x?xi64>
  %concat = tensor.concat dim(0) %x, %0 : (tensor<1x?xi64>, tensor<?x?xi64>) -> tensor<?x?xi64>
  %1 = tensor.cast %concat : tensor<?x?xi64> to tensor<9x?xi64>
  %2 = hal.tensor.export %1 : tensor<9x?xi64>{%n} -> !hal.buffer_view
  util.return %2 : !hal.buffer_view
}
