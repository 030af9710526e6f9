// RUN: assay-opt --lower-assay %s | FileCheck %s

// Grouped heads: the query's head dim is split, so that the key is broadcast by its map.
// CHECK-DAG: #[[Q:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
// CHECK-DAG: #[[K:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>
// CHECK-DAG: #[[S:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
// CHECK-LABEL: @grouped
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2], [3]] output_shape [2, 2, %{{.*}}, 8] : tensor<4x?x8xf16> into tensor<2x2x?x8xf16>
// CHECK: linalg.generic {indexing_maps = [#[[Q]], #[[K]], #[[S]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.mulf %{{.*}} : f32
// Scale, then the mask, then what causal removes.
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK: arith.cmpi sgt
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK: arith.divf
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2], [3]] : tensor<2x2x?x16xf16> into tensor<4x?x16xf16>
func.func @grouped(%q: tensor<4x?x8xf16>, %k: tensor<2x?x8xf16>, %v: tensor<2x?x16xf16>,
                   %m: tensor<4x?x?xi1>, %o: tensor<4x?x16xf16>) -> tensor<4x?x16xf16> {
  %0 = assay.attention causal group(2) scale(5.0e-01)
         ins(%q, %k, %v, %m : tensor<4x?x8xf16>, tensor<2x?x8xf16>, tensor<2x?x16xf16>, tensor<4x?x?xi1>)
         outs(%o : tensor<4x?x16xf16>)
  return %0 : tensor<4x?x16xf16>
}

// f64 stays f64; an additive mask is added to the scaled score.
// CHECK-LABEL: @wide
// CHECK-NOT: f32
// CHECK: %[[SCALED:.*]] = arith.mulf %{{.*}}, %{{.*}} : f64
// CHECK: arith.addf %[[SCALED]], %{{.*}} : f64
// CHECK-NOT: linalg.index
// CHECK-NOT: trunc
func.func @wide(%q: tensor<2x3xf64>, %k: tensor<5x3xf64>, %v: tensor<5x1xf64>, %m: tensor<2x5xf64>,
                %o: tensor<2x1xf64>) -> tensor<2x1xf64> {
  %0 = assay.attention scale(1.0) ins(%q, %k, %v, %m : tensor<2x3xf64>, tensor<5x3xf64>, tensor<5x1xf64>, tensor<2x5xf64>)
         outs(%o : tensor<2x1xf64>)
  return %0 : tensor<2x1xf64>
}
