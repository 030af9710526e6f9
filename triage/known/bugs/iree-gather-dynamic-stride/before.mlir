module {
  func.func @gather(%arg0: memref<3x?xf64>, %arg1: vector<2xindex>) -> vector<2xf64> {
    %c0 = arith.constant 0 : index
    %cst = arith.constant dense<true> : vector<2xi1>
    %cst_0 = arith.constant dense<0.000000e+00> : vector<2xf64>
    %subview = memref.subview %arg0[0, 1] [2, 1] [2, 1] : memref<3x?xf64> to memref<2xf64, strided<[?], offset: 1>>
    %0 = vector.gather %subview[%c0] [%arg1], %cst, %cst_0 : memref<2xf64, strided<[?], offset: 1>>, vector<2xindex>, vector<2xi1>, vector<2xf64> into vector<2xf64>
    return %0 : vector<2xf64>
  }
}

