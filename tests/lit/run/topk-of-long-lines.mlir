// RUN: %compile %s | %run | FileCheck %s
// RUN: %compile3 %s | %run | FileCheck %s
// RUN: assay-opt --assay-cpu-pipeline='level=O3 until=tensors' %s | FileCheck %s --check-prefix=SELECTED

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printMemrefI64(tensor<*xi64>)

// Remainders by 7 of 3 i + line: many ties, in tiles and across them. 23 is no multiple of a tile.
// SELECTED: scf.for %{{.*}} = %c0 to %c23 step %c8
// SELECTED: scf.for %{{.*}} = %c0 to %{{.*}} step %c8
func.func @known(%x: tensor<23x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xi64>) {
  %v0 = tensor.empty() : tensor<3x2xf32>
  %i0 = tensor.empty() : tensor<3x2xi64>
  %v, %i = assay.topk dim(0) ins(%x : tensor<23x2xf32>) outs(%v0, %i0 : tensor<3x2xf32>, tensor<3x2xi64>)
  return %v, %i : tensor<3x2xf32>, tensor<3x2xi64>
}

func.func @unknown(%x: tensor<2x?xf32>) -> (tensor<2x1xf32>, tensor<2x1xi64>) {
  %v0 = tensor.empty() : tensor<2x1xf32>
  %i0 = tensor.empty() : tensor<2x1xi64>
  %v, %i = assay.topk smallest dim(1) ins(%x : tensor<2x?xf32>) outs(%v0, %i0 : tensor<2x1xf32>, tensor<2x1xi64>)
  return %v, %i : tensor<2x1xf32>, tensor<2x1xi64>
}

func.func @main() {
  %e = tensor.empty() : tensor<23x2xf32>
  %c7 = arith.constant 7 : index
  %c3 = arith.constant 3 : index
  %x = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<23x2xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = arith.muli %i, %c3 : index
    %1 = arith.addi %0, %j : index
    %2 = arith.remui %1, %c7 : index
    %3 = arith.index_cast %2 : index to i64
    %4 = arith.sitofp %3 : i64 to f32
    linalg.yield %4 : f32
  } -> tensor<23x2xf32>
  %v, %i = call @known(%x) : (tensor<23x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xi64>)
  %vu = tensor.cast %v : tensor<3x2xf32> to tensor<*xf32>
  %iu = tensor.cast %i : tensor<3x2xi64> to tensor<*xi64>
  // 3 i + 0 is 6 mod 7 for i = 2, 9, 16; 3 i + 1 for i = 4, 11, 18.
  // CHECK: {{\[}}[6,    6],
  // CHECK-NEXT: [6,    6],
  // CHECK-NEXT: [6,    6]]
  call @printMemrefF32(%vu) : (tensor<*xf32>) -> ()
  // CHECK: {{\[}}[2,    4],
  // CHECK-NEXT: [9,    11],
  // CHECK-NEXT: [16,    18]]
  call @printMemrefI64(%iu) : (tensor<*xi64>) -> ()

  // The least: 3 i is 0 for i = 0, and 3 i + 1 is 7 for i = 2.
  %t = tensor.empty() : tensor<2x23xf32>
  %y = linalg.transpose ins(%x : tensor<23x2xf32>) outs(%t : tensor<2x23xf32>) permutation = [1, 0]
  %yd = tensor.cast %y : tensor<2x23xf32> to tensor<2x?xf32>
  %w, %k = call @unknown(%yd) : (tensor<2x?xf32>) -> (tensor<2x1xf32>, tensor<2x1xi64>)
  %ku = tensor.cast %k : tensor<2x1xi64> to tensor<*xi64>
  // CHECK: {{\[}}[0],
  // CHECK-NEXT: [2]]
  call @printMemrefI64(%ku) : (tensor<*xi64>) -> ()
  return
}
