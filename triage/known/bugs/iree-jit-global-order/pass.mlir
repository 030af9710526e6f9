util.global private @wide : tensor<2xf32>
util.initializer {
  %0 = arith.constant dense<1> : tensor<2xi4>
  %1 = arith.uitofp %0 : tensor<2xi4> to tensor<2xf32>
  util.global.store %1, @wide : tensor<2xf32>
  util.return
}
util.global private @twice : tensor<2xf32>
util.initializer {
  %0 = util.global.load @wide : tensor<2xf32>
  %1 = arith.addf %0, %0 : tensor<2xf32>
  util.global.store %1, @twice : tensor<2xf32>
  util.return
}
util.func public @main() -> tensor<2xf32> {
  %0 = util.global.load @twice : tensor<2xf32>
  util.return %0 : tensor<2xf32>
}
