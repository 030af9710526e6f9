func.func @copies(%count: index, %values: memref<?xf32>) {
  %n = util.assume.int %count<umin = 0, umax = 9007199254740991> : index
  %copy = memref.alloca(%n) : memref<?xf32, #gpu.address_space<private>>
  memref.copy %values, %copy : memref<?xf32> to memref<?xf32, #gpu.address_space<private>>
  return
}
