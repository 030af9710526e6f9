// RUN: assay-opt --assay-strip-compilation-info --assay-verify-stripped --split-input-file %s | FileCheck %s
// RUN: assay-opt --assay-verify-stripped --split-input-file --verify-diagnostics %s

// Other attributes may stay, empty ones too.
// CHECK-LABEL: func.func @plain
func.func @plain(%x: tensor<?xf32> {assay.name = {}}) -> tensor<?xf32> attributes {tags = [], notes = {name = "x"}} {
  return %x : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @op
func.func @op(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // expected-error @+1 {{'assay.sort' op still has what assay-strip-compilation-info removes}}
  %0 = assay.sort dim(0) outs(%x : tensor<?x4xf32>) {assay.lowering_config = #assay.lowering_config<tiles = [8]>}
  return %0 : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @function
// expected-error @+1 {{'func.func' op still has what}}
func.func @function(%x: tensor<?xf32>) -> tensor<?xf32> attributes {assay.translation_info = #assay.translation_info<workgroup = [64, 1, 1]>} {
  return %x : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @argument
// expected-error @+1 {{'func.func' op still has what}}
func.func @argument(%x: tensor<?xf32> {assay.lowering_config = #assay.lowering_config<tiles = [8]>}) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @empty
func.func @empty(%q: tensor<2x4xf32>, %k: tensor<3x4xf32>) -> tensor<2x4xf32> {
  // expected-error @+1 {{'assay.attention' op still has what}}
  %0 = assay.attention scale(1.0) ins(%q, %k, %k : tensor<2x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) outs(%q : tensor<2x4xf32>)
         {assay.decomposition_config = {}}
  return %0 : tensor<2x4xf32>
}
