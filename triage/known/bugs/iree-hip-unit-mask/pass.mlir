func.func @row(%rows: index, %columns: index) -> vector<4xi1> {
  %c1 = arith.constant 1 : index
  %mask = vector.create_mask %c1, %rows, %columns : vector<1x1x4xi1>
  %row = vector.shape_cast %mask : vector<1x1x4xi1> to vector<4xi1>
  return %row : vector<4xi1>
}
