// mismatch:cast
// assay-target: hip:O1
// assay-version: 0.1.0
// run 0: result 0 [] is -1, expected 0; 1 of 1 elements are wrong
// first wrong value: %4
//   cast: y[i] = x[i] as i64
//   binary: z[i] = floor_div(x[i], y[i])
//   cast: y[i] = x[i] as i32

// RUN: assay replay %s
// Without lit:
//   build/release/bin/assay replay FILE

func.func @program(%arg0: tensor<i32> {bufferization.writable = false}, %arg1: tensor<i64> {bufferization.writable = false}) -> tensor<i32> {
  %0 = tensor.empty() : tensor<i32>
  %1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%arg0, %arg1 : tensor<i32>, tensor<i64>) outs(%0 : tensor<i32>) {
  ^bb0(%in: i32, %in_0: i64, %out: i32):
    %2 = arith.extsi %in : i32 to i64
    %3 = arith.floordivsi %2, %in_0 : i64
    %4 = arith.trunci %3 : i64 to i32
    linalg.yield %4 : i32
  } -> tensor<i32>
  return %1 : tensor<i32>
}

func.func @main() {
  %input0 = arith.constant dense<-5> : tensor<i32>
  %input1 = arith.constant dense<-9> : tensor<i64>
  %result = call @program(%input0, %input1) : (tensor<i32>, tensor<i64>) -> (tensor<i32>)
  %unranked0 = tensor.cast %result : tensor<i32> to tensor<*xi32>
  call @printMemrefI32(%unranked0) : (tensor<*xi32>) -> ()
  return
}

func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}

// Result 0: i32[]
// CHECK: sizes = [] {{.*}} data =
// CHECK-NEXT: {{\[}}0]

// assay-content: f2f7ba87c05b4c7727be0e66082cd08a ab47abbe569ae9ca2cd1604a24b9be31
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i32[]","i64[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"cast","operands":[0],"spelling":"generic","attributes":{"to":"i64","unsigned":false}},
// assay-case:   {"op":"binary","operands":[2,1],"spelling":"named","attributes":{"function":"floor_div","unsigned":false}},
// assay-case:   {"op":"cast","operands":[3],"spelling":"generic","attributes":{"to":"i32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [4],
// assay-case: "groups": [
// assay-case:   {"kind":"body","first":0,"end":3}
// assay-case: ]
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[],"data":[-5]},
// assay-case:   {"element":"i64","shape":[],"data":[-9]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
