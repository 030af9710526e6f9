// A gather of single elements, as generic vectorization leaves it inside of an attention.
func.func @gather(%source: memref<2xf32>, %indices: vector<2xindex>) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %padding = arith.constant 0.0 : f32
  %0 = iree_vector_ext.transfer_gather %source[%c0] [%indices : vector<2xindex>], %padding <indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]> : memref<2xf32>, vector<2xf32>
  return %0 : vector<2xf32>
}
