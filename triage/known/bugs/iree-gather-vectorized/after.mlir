#map = affine_map<(d0)[s0] -> (s0)>
#map1 = affine_map<(d0)[s0] -> (d0)>
module {
  func.func @main(%arg0: tensor<2xi32>, %arg1: tensor<2x1xi64>) -> tensor<2xi32> {
    %0 = ub.poison : i32
    %1 = ub.poison : i64
    %c0 = arith.constant 0 : index
    %2 = tensor.empty() : tensor<2xi32>
    %3 = vector.transfer_read %arg1[%c0, %c0], %1 : tensor<2x1xi64>, vector<2xi64>
    %4 = arith.index_cast %3 : vector<2xi64> to vector<2xindex>
    %5 = iree_vector_ext.transfer_gather %arg0[%c0] [%4 : vector<2xindex>], %0 <indexing_maps = [#map, #map1]> : tensor<2xi32>, vector<2xi32>
    %6 = vector.transfer_write %5, %2[%c0] {in_bounds = [true]} : vector<2xi32>, tensor<2xi32>
    return %6 : tensor<2xi32>
  }
}

