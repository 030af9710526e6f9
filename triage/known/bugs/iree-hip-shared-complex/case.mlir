// crash:compile:SIGSEGV:mlir::FloatType::getWidth<mlir::Type::getIntOrFloatBitWidth<mlir::iree_compiler::ConvertSharedMemAllocOp::matchAndRewrite
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::FloatType::getWidth
//   mlir::Type::getIntOrFloatBitWidth
//   mlir::iree_compiler::ConvertSharedMemAllocOp::matchAndRewrite
//   extract_slice: x from [d2], [d1] elements in steps of [1]
//   binary: z[i] = add(x[i], y[i])

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<8xcomplex<f32>>) -> tensor<1xcomplex<f32>> {
    %c7 = arith.constant 7 : index
    %0 = tensor.empty() : tensor<1xcomplex<f32>>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<1xcomplex<f32>>) {
    ^bb0(%out: complex<f32>):
      %4 = linalg.index 0 : index
      %5 = arith.addi %c7, %4 : index
      %extracted = tensor.extract %arg0[%5] : tensor<8xcomplex<f32>>
      linalg.yield %extracted : complex<f32>
    } -> tensor<1xcomplex<f32>>
    %2 = tensor.empty() : tensor<1xcomplex<f32>>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<1xcomplex<f32>>) outs(%2 : tensor<1xcomplex<f32>>) {
    ^bb0(%in: complex<f32>, %out: complex<f32>):
      %4 = linalg.index 0 : index
      %extracted = tensor.extract %1[%4] : tensor<1xcomplex<f32>>
      %5 = complex.add %in, %extracted : complex<f32>
      linalg.yield %5 : complex<f32>
    } -> tensor<1xcomplex<f32>>
    return %3 : tensor<1xcomplex<f32>>
  }
}

// assay-content: 3c3174e94781d6a497942dfb0a70bac9 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 3,
// assay-case: "arguments": ["c64[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"extract","attributes":{"offsets":["d2"],"sizes":["d1"],"strides":[1],"dropped":[]}},
// assay-case:   {"op":"binary","operands":[1,1],"spelling":"extract","attributes":{"function":"add","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["static","static","static"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [8,1,7],
// assay-case: "inputs": [
// assay-case:   {"distribution":"uniform","seed":1340577268,"low":-1.0,"high":1.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
