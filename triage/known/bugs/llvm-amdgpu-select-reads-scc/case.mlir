// mismatch:contraction
// assay-target: hip:O1
// assay-version: 0.1.0
// run 0: result 0 [0, 0] is -3, expected -14; 1 of 1 elements are wrong
// first wrong value: %2
//   contraction: out[0,2] = initial + sum of lhs[0,1] * rhs[1,2] over what out lacks

// RUN: assay replay %s
// Without lit:
//   A=build/release  # or where assay is installed
//   $A/bin/assay replay FILE

func.func @program(%arg0: tensor<1x33xf32> {bufferization.writable = false}, %arg1: tensor<33x?xf32> {bufferization.writable = false}) -> tensor<1x?xf32> {
  %c1 = arith.constant 1 : index
  %dim = tensor.dim %arg1, %c1 : tensor<33x?xf32>
  %0 = tensor.empty(%dim) : tensor<1x?xf32>
  %cst = arith.constant 0.000000e+00 : f32
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x?xf32>) -> tensor<1x?xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<1x33xf32>, tensor<33x?xf32>) outs(%1 : tensor<1x?xf32>) -> tensor<1x?xf32>
  return %2 : tensor<1x?xf32>
}

func.func @main() {
  %input0 = arith.constant dense<[[0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<1x33xf32>
  %input1 = arith.constant dense<[[1.0], [1.0], [1.0], [0.0], [-3.0], [-1.0], [3.0], [-1.0], [-3.0], [0.0], [1.0], [2.0], [0.0], [-2.0], [1.0], [1.0], [-3.0], [-3.0], [3.0], [-1.0], [2.0], [-3.0], [-1.0], [-1.0], [3.0], [-2.0], [-3.0], [-2.0], [2.0], [1.0], [0.0], [-3.0], [-3.0]]> : tensor<33x1xf32>
  %input1_cast = tensor.cast %input1 : tensor<33x1xf32> to tensor<33x?xf32>
  %result = call @program(%input0, %input1_cast) : (tensor<1x33xf32>, tensor<33x?xf32>) -> (tensor<1x?xf32>)
  %unranked0 = tensor.cast %result : tensor<1x?xf32> to tensor<*xf32>
  call @printMemrefF32(%unranked0) : (tensor<*xf32>) -> ()
  return
}

func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}

// Result 0: f32[1,d0]
// CHECK: sizes = [1, 1] {{.*}} data =
// CHECK-NEXT: {{\[}}-14]

// assay-content: 3a7a167a918b1b177976cdce461ba991 ab47abbe569ae9ca2cd1604a24b9be31
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[1,33]","f32[33,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,1],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[1,2],"out":[0,2],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,33],"data":[0.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0]},
// assay-case:   {"distribution":"integers","seed":8,"low":-3.0,"high":3.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
