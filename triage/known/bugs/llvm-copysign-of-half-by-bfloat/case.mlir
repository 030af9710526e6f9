// crash:compile:SIGABRT:LLVM ERROR: Cannot select: #: f16 = fcopysign # D:# ConstantFP:f16<APFloat(#)>, #
// assay-target: hip:O1
// assay-version: 0.1.0
// crash in stage compile: SIGABRT
// LLVM ERROR: Cannot select: 0x55e59611cb40: f16 = fcopysign # D:1 ConstantFP:f16<APFloat(15360)>, 0x55e59611c3d0
//   llvm::SelectionDAGISel::CannotYetSelect
//   llvm::SelectionDAGISel::SelectCodeCommon
//   <libLLVM.so.22.1+7426d18>
//   cast: y[i] = x[i] as f16
//   unary: y[i] = sign(x[i])

// RUN: assay replay %s
// Without lit:
//   build/release/bin/assay replay FILE

func.func @program(%arg0: tensor<2xbf16> {bufferization.writable = false}) -> tensor<2xf16> {
  %0 = tensor.empty() : tensor<2xf16>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg0 : tensor<2xbf16>) outs(%0 : tensor<2xf16>) {
  ^bb0(%in: bf16, %out: f16):
    %4 = arith.extf %in : bf16 to f32
    %5 = arith.truncf %4 : f32 to f16
    linalg.yield %5 : f16
  } -> tensor<2xf16>
  %2 = tensor.empty() : tensor<2xf16>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1 : tensor<2xf16>) outs(%2 : tensor<2xf16>) {
  ^bb0(%in: f16, %out: f16):
    %cst = arith.constant 0.000000e+00 : f16
    %4 = arith.cmpf ueq, %in, %cst : f16
    %cst_0 = arith.constant 1.000000e+00 : f16
    %5 = math.copysign %cst_0, %in : f16
    %6 = arith.select %4, %in, %5 : f16
    linalg.yield %6 : f16
  } -> tensor<2xf16>
  return %3 : tensor<2xf16>
}

func.func @main() {
  %input0 = arith.constant dense<0.0> : tensor<2xbf16>
  %result = call @program(%input0) : (tensor<2xbf16>) -> (tensor<2xf16>)
  %unranked0 = tensor.cast %result : tensor<2xf16> to tensor<*xf16>
  call @printMemrefF16(%unranked0) : (tensor<*xf16>) -> ()
  return
}

func.func private @printMemrefF16(tensor<*xf16> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}

// Result 0: f16[2]
// CHECK: sizes = [2] {{.*}} data =
// CHECK-NEXT: {{\[}}{{-?}}0, {{-?}}0]

// assay-content: 558466c0e4a938a2da4b0f55b16bfbaa ab47abbe569ae9ca2cd1604a24b9be31
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["bf16[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"cast","operands":[0],"spelling":"generic","attributes":{"to":"f16","unsigned":false}},
// assay-case:   {"op":"unary","operands":[1],"spelling":"generic","attributes":{"function":"sign"}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"bf16","shape":[2],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
