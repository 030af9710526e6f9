// compile-failure:compile:configs survive iree-codegen-strip-compilation-info on iree_linalg_ext.scan
// assay-target: iree@3.13.0:llvm-cpu:O2,stripped=1
// assay-version: 0.1.0
// configs survive iree-codegen-strip-compilation-info on iree_linalg_ext.scan
//   iree_linalg_ext.scan: compilation_info = #iree_codegen.compilation_info<lowering_config = #config, translation_info = #translation>
//   scan: running sum along dim 0, x[i] included

// RUN: iree-opt %s --pass-pipeline='builtin.module(iree-codegen-strip-compilation-info)' \
// RUN: | FileCheck %s --implicit-check-not=lowering_config --implicit-check-not=compilation_info \
// RUN:     --implicit-check-not=decomposition_config --implicit-check-not=translation_info

// CHECK: func.func
#config = #iree_codegen.lowering_config<tile_sizes = [[]]>
#config1 = #iree_codegen.lowering_config<tile_sizes = [[2], [16]]>
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>
#translation = #iree_codegen.translation_info<pipeline = #iree_codegen.no_pipeline workgroup_size = [64, 1, 1]>
#compilation = #iree_codegen.compilation_info<lowering_config = #config1, translation_info = #translation>
module {
  func.func @main_dispatch_0_scan_1xf32_dispatch_tensor_store() attributes {translation_info = #translation} {
    %cst = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %0 = hal.interface.binding.subspan layout(#pipeline_layout) binding(0) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : !iree_tensor_ext.dispatch.tensor<readonly:tensor<1xf32>>
    %1 = hal.interface.binding.subspan layout(#pipeline_layout) binding(1) alignment(64) offset(%c0) flags(Indirect) : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<1xf32>>
    %2 = iree_tensor_ext.dispatch.tensor.load %0, offsets = [0], sizes = [1], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<1xf32>> -> tensor<1xf32>
    %3 = tensor.empty() : tensor<f32>
    %4 = tensor.empty() : tensor<1xf32>
    %5 = linalg.fill {lowering_config = #config} ins(%cst : f32) outs(%3 : tensor<f32>) -> tensor<f32>
    %6:2 = iree_linalg_ext.scan {compilation_info = #compilation} dimension(0) inclusive(true) ins(%2 : tensor<1xf32>) outs(%4, %5 : tensor<1xf32>, tensor<f32>) {
    ^bb0(%arg0: f32, %arg1: f32):
      %7 = arith.addf %arg0, %arg1 : f32
      iree_linalg_ext.yield %7 : f32
    } -> tensor<1xf32>, tensor<f32>
    iree_tensor_ext.dispatch.tensor.store %6#0, %1, offsets = [0], sizes = [1], strides = [1] : tensor<1xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<1xf32>>
    return
  }
}

// assay-content: 5dc3149441b9b7f15150802caa88e5e4 98e534c065b038c3698fc970c59a941a
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"scan","operands":[0],"spelling":"named","attributes":{"function":"sum","dim":0,"inclusive":true,"reverse":false,"result":"f32"}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
