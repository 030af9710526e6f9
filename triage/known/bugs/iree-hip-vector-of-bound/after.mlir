#map = affine_map<(d0)[s0] -> (s0)>
#map1 = affine_map<(d0)[s0] -> (d0)>
module {
  func.func @main(%arg0: tensor<1xf32>, %arg1: tensor<?x1xi64>, %arg2: index) -> tensor<?xf32> {
    %0 = ub.poison : f32
    %1 = ub.poison : i64
    %c0 = arith.constant 0 : index
    %2 = util.assume.int %arg2<umin = 0, umax = 9007199254740991> : index
    %3 = tensor.empty(%2) : tensor<?xf32>
    %4 = vector.create_mask %2 : vector<9007199254740991xi1>
    %5 = vector.transfer_read %arg1[%c0, %c0], %1, %4 : tensor<?x1xi64>, vector<9007199254740991xi64>
    %6 = arith.index_cast %5 : vector<9007199254740991xi64> to vector<9007199254740991xindex>
    %7 = vector.create_mask %2 : vector<9007199254740991xi1>
    %8 = iree_vector_ext.transfer_gather %arg0[%c0] [%6 : vector<9007199254740991xindex>], %0, %7 <indexing_maps = [#map, #map1, #map1]> : tensor<1xf32>, vector<9007199254740991xf32>, vector<9007199254740991xi1>
    %9 = vector.transfer_write %8, %3[%c0], %7 : vector<9007199254740991xf32>, tensor<?xf32>
    return %9 : tensor<?xf32>
  }
}

