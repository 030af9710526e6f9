util.func public @main(%mask: !hal.buffer_view, %view: !hal.buffer_view, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = hal.tensor.import %mask : !hal.buffer_view -> tensor<?xi1>{%n}
  %1 = hal.tensor.import %view : !hal.buffer_view -> tensor<?xi32>{%n}
  %2 = arith.select %0, %1, %1 : tensor<?xi1>, tensor<?xi32>
  %3 = tensor.dim %2, %c0 : tensor<?xi32>
  util.return %3 : index
}
