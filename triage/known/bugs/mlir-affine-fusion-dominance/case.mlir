// RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(affine-loop-fusion{maximal=0 mode=greedy}))'
module {
  func.func @main(%arg0: memref<?x1xi64>, %arg1: memref<?x?xi64>) -> memref<?x1xi64> {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?x1xi64>
    %alloc = memref.alloc(%dim) : memref<?x1xi64>
    affine.for %arg2 = 0 to %dim step 8 {
      affine.for %arg3 = 0 to 1 step 8 {
      }
    }
    %dim_0 = memref.dim %arg0, %c0 : memref<?x1xi64>
    %dim_1 = memref.dim %arg1, %c1 : memref<?x?xi64>
    affine.for %arg2 = 0 to %dim_0 step 8 {
      affine.for %arg3 = 0 to %dim_1 step 8 {
        affine.for %arg4 = 0 to 1 step 8 {
          affine.for %arg5 = affine_map<(d0) -> (d0)>(%arg2) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%arg2)[%dim_0] {
            affine.for %arg6 = affine_map<(d0) -> (d0)>(%arg3) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%arg3)[%dim_1] {
              affine.for %arg7 = affine_map<(d0) -> (d0)>(%arg4) to affine_map<(d0) -> (d0 + 1)>(%arg4) {
                %0 = affine.load %arg0[%arg5, %arg7] : memref<?x1xi64>
                %1 = affine.load %arg1[%arg5, %arg6] : memref<?x?xi64>
                %2 = affine.load %alloc[%arg6, %arg7] : memref<?x1xi64>
                %3 = arith.muli %0, %1 : i64
                %4 = arith.addi %2, %3 : i64
                affine.store %4, %alloc[%arg6, %arg7] : memref<?x1xi64>
              }
            }
          }
        }
      }
    }
    return %alloc : memref<?x1xi64>
  }
}
