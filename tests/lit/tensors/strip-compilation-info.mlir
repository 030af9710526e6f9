// RUN: assay-opt --allow-unregistered-dialect --assay-strip-compilation-info %s -o %t
// RUN: FileCheck %s < %t
// RUN: assay-opt --allow-unregistered-dialect --assay-strip-compilation-info %t | diff %t -
// RUN: FileCheck %s --check-prefix=NOTHING < %t
// RUN: assay-opt --allow-unregistered-dialect %s | FileCheck %s --check-prefix=BEFORE

// NOTHING-NOT: _config
// NOTHING-NOT: _info
// NOTHING-NOT: {{[{] ?[}]}}

// CHECK-LABEL: func.func @attention
// CHECK-SAME: attributes {llvm.emit_c_interface}
// CHECK: assay.attention causal scale(5.000000e-01)
// CHECK-NOT: attributes
// BEFORE: func.func @attention{{.*}} attributes {assay.translation_info = #assay.translation_info<workgroup = [64, 1, 1]>, llvm.emit_c_interface}
// BEFORE: {assay.compilation_info = #assay.compilation_info<<tiles = [1, 4, 0]>, <workgroup = [64]>>, assay.decomposition_config = {pv = #assay.lowering_config<tiles = [1, 4, 0, 16]>, qk = #assay.lowering_config<tiles = [1, 0, 8, 4]>}}
func.func @attention(%q: tensor<2x?x8xf32>, %k: tensor<2x?x8xf32>, %v: tensor<2x?x4xf32>, %o: tensor<2x?x4xf32>) -> tensor<2x?x4xf32>
    attributes {llvm.emit_c_interface, assay.translation_info = #assay.translation_info<workgroup = [64, 1, 1]>} {
  %0 = assay.attention causal scale(5.0e-01)
         ins(%q, %k, %v : tensor<2x?x8xf32>, tensor<2x?x8xf32>, tensor<2x?x4xf32>) outs(%o : tensor<2x?x4xf32>)
         {assay.compilation_info = #assay.compilation_info<<tiles = [1, 4, 0]>, <workgroup = [64]>>,
          assay.decomposition_config = {qk = #assay.lowering_config<tiles = [1, 0, 8, 4]>, pv = #assay.lowering_config<tiles = [1, 4, 0, 16]>}}
  return %0 : tensor<2x?x4xf32>
}

// Every op, and what else it says stays, wherever it stands.
// CHECK-LABEL: func.func @ops
// CHECK: assay.sort dim(0) outs(%{{.*}} : tensor<?x4xf32>) {tag = 1 : i64}
// CHECK: assay.scan sum dim(0) ins(%{{.*}} : tensor<?x4xf32>) outs(%{{.*}} : tensor<?x4xf32>) {notes = {name = "mine"}, numbers = [1, 2]}
// CHECK: linalg.matmul ins({{.*}}) outs({{.*}}) -> tensor<4x4xf32>
// CHECK: linalg.generic {indexing_maps = {{.*}}, iterator_types = ["parallel", "parallel"]} ins
func.func @ops(%x: tensor<?x4xf32>, %m: tensor<4x4xf32>) -> (tensor<?x4xf32>, tensor<4x4xf32>, tensor<?x4xf32>) {
  %0 = assay.sort dim(0) outs(%x : tensor<?x4xf32>) {tag = 1, assay.lowering_config = #assay.lowering_config<tiles = [8]>}
  %1 = assay.scan sum dim(0) ins(%0 : tensor<?x4xf32>) outs(%x : tensor<?x4xf32>)
         {notes = {name = "mine", old = {config = #assay.lowering_config<tiles = [8]>}}, numbers = [1, #assay.lowering_config<tiles = [8]>, 2]}
  %2 = linalg.matmul {assay.lowering_config = #assay.lowering_config<tiles = [4, 4, 0]>}
         ins(%m, %m : tensor<4x4xf32>, tensor<4x4xf32>) outs(%m : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x4xf32>) outs(%1 : tensor<?x4xf32>) attrs = {assay.lowering_config = #assay.lowering_config<tiles = [4, 0]>} {
  ^bb0(%p: f32, %out: f32):
    %4 = arith.addf %p, %out {old = [#assay.lowering_config<tiles = [8]>]} : f32
    linalg.yield %4 : f32
  } -> tensor<?x4xf32>
  return %1, %2, %3 : tensor<?x4xf32>, tensor<4x4xf32>, tensor<?x4xf32>
}

// A dictionary of configs that is empty; arguments and results of a function and of a call.
// CHECK-LABEL: func.func @arguments
// CHECK-SAME: (%{{.*}}: tensor<2x3xf32> {assay.name = "mine"}, %{{.*}}: tensor<2x3xf32>) -> tensor<2x3xf32> {
// CHECK: assay.attention
// CHECK-NOT: attributes
// CHECK: call @arguments(%{{.*}}, %{{.*}}) {arg_attrs = [{assay.name = "yours"}, {assay.name = "mine"}]} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// BEFORE: func.func @arguments({{.*}} {assay.lowering_config = {{.*}}, assay.name = "mine"}, {{.*}} {assay.lowering_config {{.*}}) -> (tensor<2x3xf32> {assay.lowering_config
// BEFORE: call @arguments({{.*}}) {arg_attrs = [{assay.lowering_config {{.*}}], res_attrs = [{assay.lowering_config
func.func @arguments(%q: tensor<2x3xf32> {assay.name = "mine", assay.lowering_config = #assay.lowering_config<tiles = [1]>},
                     %o: tensor<2x3xf32> {assay.lowering_config = #assay.lowering_config<tiles = [2]>})
    -> (tensor<2x3xf32> {assay.lowering_config = #assay.lowering_config<tiles = [3]>}) {
  %0 = assay.attention scale(1.0) ins(%q, %q, %q : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) outs(%o : tensor<2x3xf32>)
         {assay.decomposition_config = {}}
  %1 = func.call @arguments(%q, %0)
         {arg_attrs = [{assay.name = "yours", assay.lowering_config = #assay.lowering_config<tiles = [1]>}, {assay.name = "mine"}],
          res_attrs = [{assay.lowering_config = #assay.lowering_config<tiles = [3]>}]}
         : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// What an op says by itself of its memory, and of what nobody knows.
// CHECK-LABEL: gpu.module @attributions
// CHECK: gpu.func @kernel(%{{[a-z0-9]+}}: memref<4xf32>) workgroup(%{{[a-z0-9]+}} : memref<4xf32, 3> {other.kept = 1 : i64}, %{{[a-z0-9]+}} : memref<4xf32, 3>) kernel
gpu.module @attributions {
  gpu.func @kernel(%x: memref<4xf32> {other.config = #assay.lowering_config<tiles = [1]>})
      workgroup(%shared: memref<4xf32, 3> {other.kept = 1, other.config = #assay.lowering_config<tiles = [1]>},
                %more: memref<4xf32, 3> {other.config = #assay.lowering_config<tiles = [1]>}) kernel {
    "other.op"() <{config = #assay.lowering_config<tiles = [1]>, kept = 1}> : () -> ()
    // CHECK: "other.op"() <{kept = 1 : i64}>
    gpu.return
  }
}

// Names that are reserved, however deep.
// CHECK-LABEL: func.func @empty_rests
// CHECK-SAME: (%{{.*}}: tensor<?xf32>, %{{.*}}: tensor<?xf32>) -> tensor<?xf32> attributes {notes = {a = 1 : i64}}
func.func @empty_rests(%x: tensor<?xf32> {assay.decomposition_config = {}}, %y: tensor<?xf32> {x.k = {assay.lowering_config = {}}}) -> (tensor<?xf32> {assay.translation_info = 3 : i32})
    attributes {notes = {assay.decomposition_config = {}, a = 1}} {
  return %x : tensor<?xf32>
}
