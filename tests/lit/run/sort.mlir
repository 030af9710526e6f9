// RUN: %compile %s | %run | FileCheck %s
// RUN: %compile1 %s | %run | FileCheck %s
// RUN: %compile2 %s | %run | FileCheck %s
// RUN: %compile3 %s | %run | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printMemrefI64(tensor<*xi64>)

// bf16 keys of dynamic extent along the first dim; equal keys keep their order.
func.func @stable(%k: tensor<?x2xbf16>, %c: tensor<?x2xi64>) -> (tensor<?x2xf32>, tensor<?x2xi64>) {
  %0:2 = assay.sort stable dim(0) outs(%k, %c : tensor<?x2xbf16>, tensor<?x2xi64>)
  %c0 = arith.constant 0 : index
  %n = tensor.dim %k, %c0 : tensor<?x2xbf16>
  %e = tensor.empty(%n) : tensor<?x2xf32>
  %f = linalg.map { arith.extf } ins(%0#0 : tensor<?x2xbf16>) outs(%e : tensor<?x2xf32>)
  return %f, %0#1 : tensor<?x2xf32>, tensor<?x2xi64>
}

func.func @descending(%k: tensor<5xi64>) -> tensor<5xi64> {
  %0 = assay.sort descending dim(0) outs(%k : tensor<5xi64>)
  return %0 : tensor<5xi64>
}

// Along the dim in the middle, with another type that moves along.
func.func @middle(%k: tensor<2x?x2xi8>, %c: tensor<2x?x2xf32>) -> tensor<2x?x2xf32> {
  %0:2 = assay.sort descending stable dim(1) outs(%k, %c : tensor<2x?x2xi8>, tensor<2x?x2xf32>)
  return %0#1 : tensor<2x?x2xf32>
}

func.func @alike(%k: tensor<3xi64>, %c: tensor<3xi64>) -> (tensor<3xi64>, tensor<3xi64>) {
  %0:2 = assay.sort dim(0) outs(%k, %c : tensor<3xi64>, tensor<3xi64>)
  return %0#0, %0#1 : tensor<3xi64>, tensor<3xi64>
}

func.func @places(%k: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %k, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xi64>
  %p = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
         outs(%e : tensor<?xi64>) {
  ^bb0(%out: i64):
    %i = linalg.index 0 : index
    %i64 = arith.index_cast %i : index to i64
    linalg.yield %i64 : i64
  } -> tensor<?xi64>
  %0:2 = assay.sort stable dim(0) outs(%k, %p : tensor<?xf32>, tensor<?xi64>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi64>
}

func.func @printPlaces(%k: tensor<?xf32>) {
  %s, %p = call @places(%k) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi64>)
  %su = tensor.cast %s : tensor<?xf32> to tensor<*xf32>
  %pu = tensor.cast %p : tensor<?xi64> to tensor<*xi64>
  call @printMemrefF32(%su) : (tensor<*xf32>) -> ()
  call @printMemrefI64(%pu) : (tensor<*xi64>) -> ()
  return
}

func.func @main() {
  %k = arith.constant dense<[[2.0, 1.0], [1.0, 1.0], [2.0, -3.0], [-1.0, 1.0]]> : tensor<4x2xbf16>
  %c = arith.constant dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>
  %kd = tensor.cast %k : tensor<4x2xbf16> to tensor<?x2xbf16>
  %cd = tensor.cast %c : tensor<4x2xi64> to tensor<?x2xi64>
  %s, %m = call @stable(%kd, %cd) : (tensor<?x2xbf16>, tensor<?x2xi64>) -> (tensor<?x2xf32>, tensor<?x2xi64>)
  %su = tensor.cast %s : tensor<?x2xf32> to tensor<*xf32>
  %mu = tensor.cast %m : tensor<?x2xi64> to tensor<*xi64>
  // CHECK: {{\[}}[-1,   -3],
  // CHECK-NEXT: [1,   1],
  // CHECK-NEXT: [2,   1],
  // CHECK-NEXT: [2,   1]]
  call @printMemrefF32(%su) : (tensor<*xf32>) -> ()
  // CHECK: {{\[}}[6,   5],
  // CHECK-NEXT: [2,   1],
  // CHECK-NEXT: [0,   3],
  // CHECK-NEXT: [4,   7]]
  call @printMemrefI64(%mu) : (tensor<*xi64>) -> ()

  // No element at all.
  %none = tensor.extract_slice %kd[0, 0] [0, 2] [1, 1] : tensor<?x2xbf16> to tensor<0x2xbf16>
  %noned = tensor.cast %none : tensor<0x2xbf16> to tensor<?x2xbf16>
  %no = tensor.extract_slice %cd[0, 0] [0, 2] [1, 1] : tensor<?x2xi64> to tensor<0x2xi64>
  %nod = tensor.cast %no : tensor<0x2xi64> to tensor<?x2xi64>
  %e, %ei = call @stable(%noned, %nod) : (tensor<?x2xbf16>, tensor<?x2xi64>) -> (tensor<?x2xf32>, tensor<?x2xi64>)
  %eu = tensor.cast %ei : tensor<?x2xi64> to tensor<*xi64>
  // CHECK: sizes = [0, 2]
  call @printMemrefI64(%eu) : (tensor<*xi64>) -> ()

  // Wider than f64 can tell apart.
  %w = arith.constant dense<[9007199254740992, -9223372036854775808, 9007199254740993, 0, 9223372036854775807]> : tensor<5xi64>
  %d = call @descending(%w) : (tensor<5xi64>) -> tensor<5xi64>
  %du = tensor.cast %d : tensor<5xi64> to tensor<*xi64>
  // CHECK: [9223372036854775807,  9007199254740993,  9007199254740992,  0,  -9223372036854775808]
  call @printMemrefI64(%du) : (tensor<*xi64>) -> ()

  %mk = arith.constant dense<[[[1, 2], [3, 2], [1, -5]], [[0, 0], [0, 1], [0, 2]]]> : tensor<2x3x2xi8>
  %mc = arith.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]], [[6.0, 7.0], [8.0, 9.0], [10.0, 11.0]]]> : tensor<2x3x2xf32>
  %mkd = tensor.cast %mk : tensor<2x3x2xi8> to tensor<2x?x2xi8>
  %mcd = tensor.cast %mc : tensor<2x3x2xf32> to tensor<2x?x2xf32>
  %mr = call @middle(%mkd, %mcd) : (tensor<2x?x2xi8>, tensor<2x?x2xf32>) -> tensor<2x?x2xf32>
  %mru = tensor.cast %mr : tensor<2x?x2xf32> to tensor<*xf32>
  // CHECK: {{\[}}[2,    1],
  // CHECK-NEXT: [0,    3],
  // CHECK-NEXT: [4,    5]]
  // CHECK-NEXT: {{\[}}[6,    11],
  // CHECK-NEXT: [8,    9],
  // CHECK-NEXT: [10,    7]]
  call @printMemrefF32(%mru) : (tensor<*xf32>) -> ()

  // Keys of the type of what moves along.
  %ak = arith.constant dense<[3, 1, 2]> : tensor<3xi64>
  %ac = arith.constant dense<[30, 10, 20]> : tensor<3xi64>
  %as, %am = call @alike(%ak, %ac) : (tensor<3xi64>, tensor<3xi64>) -> (tensor<3xi64>, tensor<3xi64>)
  %asu = tensor.cast %as : tensor<3xi64> to tensor<*xi64>
  %amu = tensor.cast %am : tensor<3xi64> to tensor<*xi64>
  // CHECK: [1,  2,  3]
  // CHECK: [10,  20,  30]
  call @printMemrefI64(%asu) : (tensor<*xi64>) -> ()
  call @printMemrefI64(%amu) : (tensor<*xi64>) -> ()

  // A single element; one more than a power of two, with many equal ones; one less than one.
  %one = arith.constant dense<[7.0]> : tensor<1xf32>
  %oned = tensor.cast %one : tensor<1xf32> to tensor<?xf32>
  // CHECK: [7]
  // CHECK: [0]
  call @printPlaces(%oned) : (tensor<?xf32>) -> ()
  %nine = arith.constant dense<[1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0]> : tensor<9xf32>
  %nined = tensor.cast %nine : tensor<9xf32> to tensor<?xf32>
  // CHECK: [0,  0,  0,  0,  0,  1,  1,  1,  1]
  // CHECK: [1,  3,  5,  7,  8,  0,  2,  4,  6]
  call @printPlaces(%nined) : (tensor<?xf32>) -> ()
  %seven = arith.constant dense<[6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0]> : tensor<7xf32>
  %sevend = tensor.cast %seven : tensor<7xf32> to tensor<?xf32>
  // CHECK: [0,  1,  2,  3,  4,  5,  6]
  // CHECK: [6,  5,  4,  3,  2,  1,  0]
  call @printPlaces(%sevend) : (tensor<?xf32>) -> ()

  // A NaN is not less than anything, and nothing is less than it: none is lost, none is there twice.
  %nan = arith.constant dense<[3.0, 0x7FC00000, 1.0, 0x7FC00000, 2.0]> : tensor<5xf32>
  %nand = tensor.cast %nan : tensor<5xf32> to tensor<?xf32>
  // CHECK: [1,  2,  3,  nan,  nan]
  // CHECK: [2,  4,  0,  1,  3]
  call @printPlaces(%nand) : (tensor<?xf32>) -> ()
  return
}
