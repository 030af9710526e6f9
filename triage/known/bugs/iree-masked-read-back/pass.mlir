func.func @read_back(%n: index, %size: index, %x: vector<8xf32>, %out: tensor<?xf32>) -> (tensor<?xf32>, vector<8xf32>) {
  %c0 = arith.constant 0 : index
  %poison = ub.poison : f32
  %slice = tensor.extract_slice %out[0] [%size] [1] : tensor<?xf32> to tensor<?xf32>
  %written_lanes = vector.create_mask %n : vector<8xi1>
  %written = vector.transfer_write %x, %slice[%c0], %written_lanes {in_bounds = [true]} : vector<8xf32>, tensor<?xf32>
  %read_lanes = vector.create_mask %size : vector<8xi1>
  %read = vector.transfer_read %written[%c0], %poison, %read_lanes {in_bounds = [true]} : tensor<?xf32>, vector<8xf32>
  %inserted = tensor.insert_slice %written into %out[0] [%size] [1] : tensor<?xf32> into tensor<?xf32>
  return %inserted, %read : tensor<?xf32>, vector<8xf32>
}
