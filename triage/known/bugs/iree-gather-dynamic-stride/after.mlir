module {
  func.func @gather(%arg0: memref<3x?xf64>, %arg1: vector<2xindex>) -> vector<2xf64> {
    %true = arith.constant true
    %c1 = arith.constant 1 : index
    %cst = arith.constant dense<-9223372036854775808> : vector<2xindex>
    %cst_0 = arith.constant dense<0.000000e+00> : vector<2xf64>
    %collapse_shape = memref.collapse_shape %arg0 [[0, 1]] : memref<3x?xf64> into memref<?xf64>
    %0 = arith.muli %arg1, %cst : vector<2xindex>
    %1 = vector.extract %0[0] : index from vector<2xindex>
    %2 = arith.addi %1, %c1 : index
    %3 = scf.if %true -> (vector<2xf64>) {
      %7 = vector.load %collapse_shape[%2] : memref<?xf64>, vector<1xf64>
      %8 = vector.extract %7[0] : f64 from vector<1xf64>
      %9 = vector.insert %8, %cst_0 [0] : f64 into vector<2xf64>
      scf.yield %9 : vector<2xf64>
    } else {
      scf.yield %cst_0 : vector<2xf64>
    }
    %4 = vector.extract %0[1] : index from vector<2xindex>
    %5 = arith.addi %4, %c1 : index
    %6 = scf.if %true -> (vector<2xf64>) {
      %7 = vector.load %collapse_shape[%5] : memref<?xf64>, vector<1xf64>
      %8 = vector.extract %7[0] : f64 from vector<1xf64>
      %9 = vector.insert %8, %3 [1] : f64 into vector<2xf64>
      scf.yield %9 : vector<2xf64>
    } else {
      scf.yield %3 : vector<2xf64>
    }
    return %6 : vector<2xf64>
  }
}

