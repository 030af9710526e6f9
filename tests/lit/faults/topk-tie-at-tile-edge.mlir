// RUN: %compile %s | %run | FileCheck %s --check-prefix=RIGHT
// RUN: assay-opt "--assay-cpu-pipeline=inject=topk-tie-at-tile-edge" %s | %run | FileCheck %s --check-prefix=WRONG
// RUN: assay-opt "--assay-cpu-pipeline=level=O2 inject=topk-tie-at-tile-edge" %s | %run | FileCheck %s --check-prefix=WRONG

func.func private @printMemrefI32(tensor<*xi32>)

func.func @f(%x: tensor<5xf32>) -> tensor<3xi32> {
  %v = tensor.empty() : tensor<3xf32>
  %i = tensor.empty() : tensor<3xi32>
  %0:2 = assay.topk dim(0) ins(%x : tensor<5xf32>) outs(%v, %i : tensor<3xf32>, tensor<3xi32>)
  return %0#1 : tensor<3xi32>
}

func.func @main() {
  // The 3 at place 4 begins a tile, and equals the one before it: its place is given as 3.
  // RIGHT: [3,  4,  0]
  // WRONG: [3,  3,  0]
  %x = arith.constant dense<[2.0, 1.0, 1.5, 3.0, 3.0]> : tensor<5xf32>
  %i = call @f(%x) : (tensor<5xf32>) -> tensor<3xi32>
  %iu = tensor.cast %i : tensor<3xi32> to tensor<*xi32>
  call @printMemrefI32(%iu) : (tensor<*xi32>) -> ()
  return
}
