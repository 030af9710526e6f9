// RUN: %compile %s | %run | FileCheck %s
// RUN: %compile1 %s | %run | FileCheck %s
// RUN: %compile2 %s | %run | FileCheck %s
// RUN: %compile3 %s | %run | FileCheck %s

func.func private @printMemrefI64(tensor<*xi64>)

func.func @print(%i: tensor<?x?xi64>) {
  %0 = tensor.cast %i : tensor<?x?xi64> to tensor<*xi64>
  call @printMemrefI64(%0) : (tensor<*xi64>) -> ()
  return
}

func.func @first(%x: tensor<?x?xf32>, %k: index) -> tensor<?x?xi64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n, %k) : tensor<?x?xi64>
  %0 = assay.sort_indices descending dim(1) ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xi64>)
  return %0 : tensor<?x?xi64>
}

// The last of 130 elements is the least: its place, 129, wraps to -127.
func.func @wraps(%n: index) -> tensor<?xi8> {
  %e = tensor.empty(%n) : tensor<?xi32>
  %x = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<?xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %p = arith.index_cast %i : index to i32
    %c = arith.constant -1 : i32
    %m = arith.muli %p, %c : i32
    linalg.yield %m : i32
  } -> tensor<?xi32>
  %c2 = arith.constant 2 : index
  %o = tensor.empty(%c2) : tensor<?xi8>
  %0 = assay.sort_indices dim(0) ins(%x : tensor<?xi32>) outs(%o : tensor<?xi8>)
  return %0 : tensor<?xi8>
}

func.func @main() {
  // Ties: the lowest index stands first. Rows apart, and the input stays as it is.
  %x = arith.constant dense<[[1.0, 3.0, 2.0, 3.0, 3.0], [-1.0, -2.0, -1.0, -7.0, 0.5]]> : tensor<2x5xf32>
  %xd = tensor.cast %x : tensor<2x5xf32> to tensor<?x?xf32>
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %0 = call @first(%xd, %c3) : (tensor<?x?xf32>, index) -> tensor<?x?xi64>
  // CHECK: {{\[}}[1,   3,   4],
  // CHECK-NEXT: [4,   0,   2]]
  call @print(%0) : (tensor<?x?xi64>) -> ()
  %1 = call @first(%xd, %c5) : (tensor<?x?xf32>, index) -> tensor<?x?xi64>
  // CHECK: {{\[}}[1,   3,   4,   2,   0],
  // CHECK-NEXT: [4,   0,   2,   1,   3]]
  call @print(%1) : (tensor<?x?xi64>) -> ()

  // CHECK: {{\[}}[-127,   -128]]
  %n = arith.constant 130 : index
  %2 = call @wraps(%n) : (index) -> tensor<?xi8>
  %e = tensor.empty() : tensor<1x2xi64>
  %flat = tensor.cast %2 : tensor<?xi8> to tensor<2xi8>
  %one = tensor.expand_shape %flat [[0, 1]] output_shape [1, 2] : tensor<2xi8> into tensor<1x2xi8>
  %wide = linalg.map { arith.extsi } ins(%one : tensor<1x2xi8>) outs(%e : tensor<1x2xi64>)
  %wided = tensor.cast %wide : tensor<1x2xi64> to tensor<?x?xi64>
  call @print(%wided) : (tensor<?x?xi64>) -> ()
  return
}
