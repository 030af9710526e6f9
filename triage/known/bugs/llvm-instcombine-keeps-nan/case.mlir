// mismatch:binary(max_num):extract:nan
// assay-target: hip:O1
// assay-version: 0.1.0
// run 0: result 0 [] is nan, expected 0; 1 of 1 elements are wrong
// first wrong value: %3
//   fill: 0 everywhere
//   reduce: max over dims [0], from the initial value
//   binary: z[i] = max_num(x[i], y[i])

// RUN: assay replay %s
// Without lit:
//   A=build/release  # or where assay is installed
//   $A/bin/assay replay FILE

func.func @program(%arg0: tensor<1xf32> {bufferization.writable = false}) -> tensor<f32> {
  %0 = tensor.empty() : tensor<f32>
  %cst = arith.constant 0.000000e+00 : f32
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<f32>) -> tensor<f32>
  %reduced = linalg.reduce { arith.maximumf } ins(%arg0 : tensor<1xf32>) outs(%1 : tensor<f32>) dimensions = [0] 
  %2 = tensor.empty() : tensor<f32>
  %3 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%1 : tensor<f32>) outs(%2 : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %extracted = tensor.extract %reduced[] : tensor<f32>
    %4 = arith.maxnumf %in, %extracted : f32
    linalg.yield %4 : f32
  } -> tensor<f32>
  return %3 : tensor<f32>
}

func.func @main() {
  %input0 = arith.constant dense<0x7FC00000> : tensor<1xf32>
  %result = call @program(%input0) : (tensor<1xf32>) -> (tensor<f32>)
  %unranked0 = tensor.cast %result : tensor<f32> to tensor<*xf32>
  call @printMemrefF32(%unranked0) : (tensor<*xf32>) -> ()
  return
}

func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}

// Result 0: f32[]
// CHECK: sizes = [] {{.*}} data =
// CHECK-NEXT: {{\[}}{{-?}}0]

// assay-content: 1e5b70e8eb82f618d4476014e1b14ad2 ab47abbe569ae9ca2cd1604a24b9be31
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":[],"element":"f32","value":0.0}},
// assay-case:   {"op":"reduce","operands":[0],"destination":1,"spelling":"named","attributes":{"function":"max","dims":[0],"result":"f32","unsigned":false}},
// assay-case:   {"op":"binary","operands":[1,2],"spelling":"extract","attributes":{"function":"max_num","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":["nan"]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
