// compile-failure:compile:configs survive iree-codegen-strip-compilation-info on iree_linalg_ext.attention
// assay-target: iree@3.1.0:llvm-cpu:stripped=1
// assay-version: 0.1.0
// configs survive iree-codegen-strip-compilation-info on iree_linalg_ext.attention
//   iree_linalg_ext.attention: decomposition_config = {pv_attrs = {lowering_config = #iree_codegen.lowering_config<tile_sizes = [[8, 8, 1, 4]]>}, qk_attrs = {lowe ...
//   iree_linalg_ext.attention: lowering_config = #iree_codegen.lowering_config<tile_sizes = [[32, 1, 4, 4], [32, 0, 2, 8]]>
//   attention: softmax(1 * Q K^T with the mask) V along the keys

// RUN: iree-opt %s --pass-pipeline='builtin.module(iree-codegen-strip-compilation-info)' \
// RUN: | FileCheck %s --implicit-check-not=lowering_config --implicit-check-not=compilation_info \
// RUN:     --implicit-check-not=decomposition_config --implicit-check-not=translation_info

// CHECK: func.func
#config = #iree_codegen.lowering_config<tile_sizes = [[8, 8, 1, 4]]>
#config1 = #iree_codegen.lowering_config<tile_sizes = [[0, 0, 4, 8], [32, 32, 4, 0], [16, 0, 1, 32]]>
#config2 = #iree_codegen.lowering_config<tile_sizes = [[32, 1, 4, 4], [32, 0, 2, 8]]>
#map = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>
#translation = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>
module {
  func.func @main_dispatch_0_attention_1x1xf32_dispatch_tensor_store() attributes {translation_info = #translation} {
    %cst = arith.constant 1.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %0 = hal.interface.binding.subspan layout(#pipeline_layout) binding(0) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : !flow.dispatch.tensor<readonly:tensor<1x1xf32>>
    %1 = hal.interface.binding.subspan layout(#pipeline_layout) binding(1) alignment(64) offset(%c0) flags(Indirect) : !flow.dispatch.tensor<writeonly:tensor<1x1xf32>>
    %2 = flow.dispatch.tensor.load %0, offsets = [0, 0], sizes = [1, 1], strides = [1, 1] : !flow.dispatch.tensor<readonly:tensor<1x1xf32>> -> tensor<1x1xf32>
    %3 = tensor.empty() : tensor<1x1xf32>
    %4 = iree_linalg_ext.attention {decomposition_config = {pv_attrs = {lowering_config = #config}, qk_attrs = {lowering_config = #config1}}, indexing_maps = [#map, #map1, #map2, #map3, #map4, #map5], lowering_config = #config2} ins(%2, %2, %2, %cst, %2 : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, f32, tensor<1x1xf32>) outs(%3 : tensor<1x1xf32>) {
    ^bb0(%arg0: f32):
      iree_linalg_ext.yield %arg0 : f32
    } -> tensor<1x1xf32>
    flow.dispatch.tensor.store %4, %1, offsets = [0, 0], sizes = [1, 1], strides = [1, 1] : tensor<1x1xf32> -> !flow.dispatch.tensor<writeonly:tensor<1x1xf32>>
    return
  }
}

// assay-content: 74b3a8c00a6cc501cf62805eb7c9ad1c 98e534c065b038c3698fc970c59a941a
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"attention","operands":[0,0,0,0],"spelling":"named","attributes":{"scale":1.0,"mask":"additive","causal":false,"group":1}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
