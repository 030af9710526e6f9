func.func @main(%a: memref<4xf64, strided<[3], offset: ?>>, %i: vector<4xindex>, %m: vector<4xi1>, %v: vector<4xf64>) {
  %c0 = arith.constant 0 : index
  vector.scatter %a[%c0] [%i], %m, %v : memref<4xf64, strided<[3], offset: ?>>, vector<4xindex>, vector<4xi1>, vector<4xf64>
  return
}
