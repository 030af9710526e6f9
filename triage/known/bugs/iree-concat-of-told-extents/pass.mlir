util.func public @main(%x: tensor<1xf32>) -> !hal.buffer_view {
  %c2 = arith.constant 2 : index
  %cast = tensor.cast %x : tensor<1xf32> to tensor<?xf32>
  %concat = tensor.concat dim(0) %cast, %cast : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %0 = hal.tensor.export %concat : tensor<?xf32>{%c2} -> !hal.buffer_view
  util.return %0 : !hal.buffer_view
}
