func.func @fill(%out: memref<1x2x?xf32>, %value: f32, %n: index) {
  %slice = memref.subview %out[0, 0, 0] [1, 2, %n] [1, 1, 1] : memref<1x2x?xf32> to memref<2x?xf32, strided<[?, 1]>>
  %part = memref.subview %slice[%n, 0] [1, 1] [1, 1] : memref<2x?xf32, strided<[?, 1]>> to memref<1x1xf32, strided<[?, 1], offset: ?>>
  linalg.fill ins(%value : f32) outs(%part : memref<1x1xf32, strided<[?, 1], offset: ?>>)
  return
}
