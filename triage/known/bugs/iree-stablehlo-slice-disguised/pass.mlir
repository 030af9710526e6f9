func.func @main(%x: tensor<?x?xf32>) -> tensor<?x3xf32> {
  %0 = stablehlo.slice %x [1:3, 0:3] : (tensor<?x?xf32>) -> tensor<?x3xf32>
  %1 = stablehlo.exponential %0 : tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}
