func.func @gather(%base: memref<1xf32>, %indices: vector<2xindex>, %inside: i1, %padding: f32) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %true = arith.constant dense<true> : vector<2xi1>
  %false = arith.constant dense<false> : vector<2xi1>
  %mask = arith.select %inside, %true, %false : vector<2xi1>
  %0 = iree_vector_ext.transfer_gather %base[%c0] [%indices : vector<2xindex>], %padding, %mask
      <indexing_maps = [affine_map<(i)[s] -> (s)>, affine_map<(i)[s] -> (i)>, affine_map<(i)[s] -> (i)>]>
      : memref<1xf32>, vector<2xf32>, vector<2xi1>
  return %0 : vector<2xf32>
}
