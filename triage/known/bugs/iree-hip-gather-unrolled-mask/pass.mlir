func.func @gather(%x: memref<2x2xf32>, %rows: vector<2xindex>, %inside: vector<2xi1>, %padding: f32) -> vector<2x2xf32> {
  %c0 = arith.constant 0 : index
  %0 = iree_vector_ext.transfer_gather %x[%c0, %c0] [%rows : vector<2xindex>], %padding, %inside
      <indexing_maps = [affine_map<(i, j)[s] -> (s, j)>, affine_map<(i, j)[s] -> (i)>, affine_map<(i, j)[s] -> (i)>]>
      : memref<2x2xf32>, vector<2x2xf32>, vector<2xi1>
  return %0 : vector<2x2xf32>
}
