module {
  func.func @copies(%arg0: index, %arg1: memref<?xf32>) {
    %0 = util.assume.int %arg0<umin = 0, umax = 9007199254740991> : index
    %alloca = memref.alloca(%0) : memref<?xf32, #gpu.address_space<private>>
    memref.copy %arg1, %alloca : memref<?xf32> to memref<?xf32, #gpu.address_space<private>>
    return
  }
}

