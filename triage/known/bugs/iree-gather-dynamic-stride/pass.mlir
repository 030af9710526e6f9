func.func @gather(%base: memref<3x?xf64>, %indices: vector<2xindex>) -> vector<2xf64> {
  %c0 = arith.constant 0 : index
  %mask = arith.constant dense<true> : vector<2xi1>
  %none = arith.constant dense<0.0> : vector<2xf64>
  %column = memref.subview %base[0, 1] [2, 1] [2, 1] : memref<3x?xf64> to memref<2xf64, strided<[?], offset: 1>>
  %0 = vector.gather %column[%c0] [%indices], %mask, %none : memref<2xf64, strided<[?], offset: 1>>, vector<2xindex>, vector<2xi1>, vector<2xf64> into vector<2xf64>
  return %0 : vector<2xf64>
}
