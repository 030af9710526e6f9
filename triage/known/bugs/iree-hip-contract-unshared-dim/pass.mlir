func.func @main(%x: vector<1x2x2xf32>, %y: vector<1x2xf32>, %sum: vector<1xf32>) -> vector<1xf32> {
  %0 = vector.contract {
      indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i)>],
      iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>
    } %x, %y, %sum : vector<1x2x2xf32>, vector<1x2xf32> into vector<1xf32>
  return %0 : vector<1xf32>
}
