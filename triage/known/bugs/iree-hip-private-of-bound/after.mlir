module {
  func.func @copies(%arg0: index, %arg1: memref<?xf32>) {
    %0 = util.assume.int %arg0<umin = 0, umax = 9007199254740991> : index
    %alloca = memref.alloca() : memref<9007199254740991xf32, #gpu.address_space<private>>
    %subview = memref.subview %alloca[0] [%0] [1] : memref<9007199254740991xf32, #gpu.address_space<private>> to memref<?xf32, strided<[1]>, #gpu.address_space<private>>
    memref.copy %arg1, %subview : memref<?xf32> to memref<?xf32, strided<[1]>, #gpu.address_space<private>>
    return
  }
}

