func.func @slice(%x: tensor<1x1x1x2xi8>) -> tensor<1x1x2xi8> {
  %0 = tensor.extract_slice %x[0, 0, 0, 0] [1, 1, 1, 2] [1, 2, 1, 1] : tensor<1x1x1x2xi8> to tensor<1x1x2xi8>
  return %0 : tensor<1x1x2xi8>
}
