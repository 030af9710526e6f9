func.func @alloca() {
  %0 = memref.alloca() : memref<1xindex>
  return
}
