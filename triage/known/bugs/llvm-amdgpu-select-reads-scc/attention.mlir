// mismatch:attention(boolean)
// assay-target: hip:O1
// assay-version: 0.1.0
// run 0: result 0 [0, 0] is 0.1764706, expected 0.64705884 +- 4.3e-05; 1 of 1 elements are wrong
// first wrong value: %4
//   attention: softmax(1 * Q K^T with the mask) V along the keys

// RUN: assay replay %s
// Without lit:
//   A=build/release  # or where assay is installed
//   $A/bin/assay replay FILE

func.func @program(%arg0: tensor<35x?xf32> {bufferization.writable = false}, %arg1: tensor<1x35xi1> {bufferization.writable = false}, %arg2: tensor<1x1xf32> {bufferization.writable = false}, %arg3: tensor<35x1xf32> {bufferization.writable = false}) -> tensor<1x?xf32> {
  %c1 = arith.constant 1 : index
  %dim = tensor.dim %arg0, %c1 : tensor<35x?xf32>
  %0 = tensor.empty(%dim) : tensor<1x?xf32>
  %1 = assay.attention scale(1.000000e+00) ins(%arg2, %arg3, %arg0, %arg1 : tensor<1x1xf32>, tensor<35x1xf32>, tensor<35x?xf32>, tensor<1x35xi1>) outs(%0 : tensor<1x?xf32>)
  return %1 : tensor<1x?xf32>
}

func.func @main() {
  %input0 = arith.constant dense<[[4.0], [1.0], [-2.0], [-5.0], [0.0], [-2.0], [2.0], [5.0], [7.0], [-6.0], [6.0], [8.0], [-7.0], [6.0], [0.0], [-5.0], [7.0], [-5.0], [-3.0], [7.0], [-2.0], [3.0], [-4.0], [-6.0], [5.0], [6.0], [5.0], [5.0], [8.0], [-1.0], [2.0], [-3.0], [2.0], [3.0], [-2.0]]> : tensor<35x1xf32>
  %input0_cast = tensor.cast %input0 : tensor<35x1xf32> to tensor<35x?xf32>
  %input1 = arith.constant dense<[[false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false]]> : tensor<1x35xi1>
  %input2 = arith.constant dense<0.0> : tensor<1x1xf32>
  %input3 = arith.constant dense<0.0> : tensor<35x1xf32>
  %result = call @program(%input0_cast, %input1, %input2, %input3) : (tensor<35x?xf32>, tensor<1x35xi1>, tensor<1x1xf32>, tensor<35x1xf32>) -> (tensor<1x?xf32>)
  %low0_0 = arith.constant dense<0.6470155978266504> : tensor<1x1xf64>
  %high0_0 = arith.constant dense<0.647102049232173> : tensor<1x1xf64>
  %wrong0:2 = call @count_wrong_0(%result, %low0_0, %high0_0) : (tensor<1x?xf32>, tensor<1x1xf64>, tensor<1x1xf64>) -> (i64, i64)
  call @printOpen() : () -> ()
  call @printI64(%wrong0#0) : (i64) -> ()
  call @printComma() : () -> ()
  call @printI64(%wrong0#1) : (i64) -> ()
  call @printClose() : () -> ()
  call @printNewline() : () -> ()
  return
}

func.func private @count_wrong_0(%actual0: tensor<1x?xf32>, %low0_: tensor<1x1xf64>, %high0_: tensor<1x1xf64>) -> (i64, i64) {
  %n0 = arith.constant 0 : i64
  %nminus1 = arith.constant -1 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %loop:2 = scf.for %i = %c0 to %c1 step %c1
      iter_args(%count = %n0, %first = %nminus1) -> (i64, i64) {
    %true = arith.constant true
    %inf = arith.constant 0x7FF0000000000000 : f64
    %row_0 = arith.divui %i, %c1 : index
    %at_1 = arith.remui %i, %c1 : index
    %x = tensor.extract %actual0[%row_0, %at_1] : tensor<1x?xf32>
    %x_f64 = arith.extf %x : f32 to f64
    %row_least0_0 = arith.divui %i, %c1 : index
    %at_least0_1 = arith.remui %i, %c1 : index
    %x_least0 = tensor.extract %low0_[%row_least0_0, %at_least0_1] : tensor<1x1xf64>
    %row_most0_0 = arith.divui %i, %c1 : index
    %at_most0_1 = arith.remui %i, %c1 : index
    %x_most0 = tensor.extract %high0_[%row_most0_0, %at_most0_1] : tensor<1x1xf64>
    %above0 = arith.cmpf oge, %x_f64, %x_least0 : f64
    %below0 = arith.cmpf ole, %x_f64, %x_most0 : f64
    %inside0 = arith.andi %above0, %below0 : i1
    %outside0 = arith.xori %inside0, %true : i1
    %width0 = arith.subf %x_most0, %x_least0 : f64
    %judged0 = arith.cmpf une, %width0, %inf : f64
    %wrong0 = arith.andi %outside0, %judged0 : i1
    %one = arith.extui %wrong0 : i1 to i64
    %more = arith.addi %count, %one : i64
    %untouched = arith.cmpi eq, %count, %n0 : i64
    %begins = arith.andi %untouched, %wrong0 : i1
    %here = arith.index_cast %i : index to i64
    %place = arith.select %begins, %here, %first : i64
    scf.yield %more, %place : i64, i64
  }
  return %loop#0, %loop#1 : i64, i64
}

func.func private @printClose()
func.func private @printComma()
func.func private @printI64(i64)
func.func private @printNewline()
func.func private @printOpen()

// Result 0: f32[1,d0]
// CHECK: ( 0, -1 )

// assay-content: 64a5210dad72ebc4f01d99f740d50bb2 ab47abbe569ae9ca2cd1604a24b9be31
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[35,d0]","i1[1,35]","f32[1,1]","f32[35,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"attention","operands":[2,3,0,1],"spelling":"named","attributes":{"scale":1.0,"mask":"boolean","causal":false,"group":1}}
// assay-case: ],
// assay-case: "returns": [4],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[35,1],"data":[4.0,1.0,-2.0,-5.0,0.0,-2.0,2.0,5.0,7.0,-6.0,6.0,8.0,-7.0,6.0,0.0,-5.0,7.0,-5.0,-3.0,7.0,-2.0,3.0,-4.0,-6.0,5.0,6.0,5.0,5.0,8.0,-1.0,2.0,-3.0,2.0,3.0,-2.0]},
// assay-case:   {"element":"i1","shape":[1,35],"data":[0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0]},
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]},
// assay-case:   {"element":"f32","shape":[35,1],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
