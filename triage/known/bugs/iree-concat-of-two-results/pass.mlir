#same = affine_map<(i, j) -> (i, j)>
#swapped = affine_map<(i, j) -> (j, i)>
util.func public @main(%x: tensor<2x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>) {
  %empty = tensor.empty() : tensor<2x2xi32>
  %0:2 = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x2xi32>) outs(%empty, %empty : tensor<2x2xi32>, tensor<2x2xi32>) {
  ^bb0(%in: i32, %a: i32, %b: i32):
    %twice = arith.addi %in, %in : i32
    %thrice = arith.addi %in, %twice : i32
    linalg.yield %twice, %thrice : i32, i32
  } -> (tensor<2x2xi32>, tensor<2x2xi32>)
  %transposed = linalg.transpose ins(%0#0 : tensor<2x2xi32>) outs(%empty : tensor<2x2xi32>) permutation = [1, 0]
  util.return %transposed, %0#1 : tensor<2x2xi32>, tensor<2x2xi32>
}
