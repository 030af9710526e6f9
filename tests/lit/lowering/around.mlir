// What upstream's passes would reject or get wrong in its plain form.
// RUN: assay-opt --lower-assay %s | FileCheck %s

// An insertion of extent 0 at offset 2 of 2 does not verify.
// CHECK-LABEL: @concat_with_empty
// CHECK-NOT: tensor.concat
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [2, 3] [1, 1]
// CHECK-NOT: tensor.insert_slice
func.func @concat_with_empty(%a: tensor<2x3xf32>, %b: tensor<0x3xf32>) -> tensor<2x3xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @empty_concat
// CHECK: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<0x?xf32>
// CHECK: return %[[E]]
func.func @empty_concat(%a: tensor<0x?xf32>, %b: tensor<0x?xf32>) -> tensor<0x?xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<0x?xf32>, tensor<0x?xf32>) -> tensor<0x?xf32>
  return %0 : tensor<0x?xf32>
}

// CHECK-LABEL: @pad_of_nothing
// CHECK-NOT: tensor.pad
// CHECK: tensor.generate
// CHECK: tensor.yield %{{.*}} : f64
func.func @pad_of_nothing(%a: tensor<7x0xf64>, %c: f64) -> tensor<7x2xf64> {
  %0 = tensor.pad %a low[0, 2] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f64
  } : tensor<7x0xf64> to tensor<7x2xf64>
  return %0 : tensor<7x2xf64>
}

// x ^ x would fold to a constant of dynamic shape.
// CHECK-LABEL: @arithmetic
// CHECK: linalg.generic
// CHECK: arith.xori %{{.*}}, %{{.*}} : i16
func.func @arithmetic(%a: tensor<?xi16>) -> tensor<?xi16> {
  %0 = arith.xori %a, %a : tensor<?xi16>
  return %0 : tensor<?xi16>
}

// CHECK-LABEL: @constant
// CHECK: tensor.empty() : tensor<2x0xf32>
func.func @constant() -> tensor<2x0xf32> {
  %0 = arith.constant dense<> : tensor<2x0xf32>
  return %0 : tensor<2x0xf32>
}

// The canonicaliser would fold 2 into the sizes and then drop the first dim, not the last.
// CHECK-LABEL: @ambiguous_insert
// CHECK: %[[WHOLE:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [1, %{{.*}}, 1] : tensor<1x?xf32> into tensor<1x?x1xf32>
// CHECK: tensor.insert_slice %[[WHOLE]] into
func.func @ambiguous_insert(%s: tensor<1x?xf32>, %d: tensor<1x?x1xf32>) -> tensor<1x?x1xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.insert_slice %s into %d[0, 0, 0] [1, %c2, 1] [1, 1, 1] : tensor<1x?xf32> into tensor<1x?x1xf32>
  return %0 : tensor<1x?x1xf32>
}

// Steps confuse the lowering of views about the dropped dim.
// CHECK-LABEL: @strided_extract
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %{{.*}} [1, 1] [2, 3] : tensor<4x9xf64> to tensor<1x1xf64>
// CHECK: tensor.collapse_shape %[[SLICE]] {{\[\[}}0, 1]] : tensor<1x1xf64> into tensor<1xf64>
func.func @strided_extract(%s: tensor<4x9xf64>) -> tensor<1xf64> {
  %0 = tensor.extract_slice %s[0, 7] [1, 1] [2, 3] : tensor<4x9xf64> to tensor<1xf64>
  return %0 : tensor<1xf64>
}

// What upstream gets right stays.
// CHECK-LABEL: @plain_extract
// CHECK-NEXT: tensor.extract_slice %{{.*}}[1, 0] [1, 9] [1, 1] : tensor<4x9xf64> to tensor<9xf64>
func.func @plain_extract(%s: tensor<4x9xf64>) -> tensor<9xf64> {
  %0 = tensor.extract_slice %s[1, 0] [1, 9] [1, 1] : tensor<4x9xf64> to tensor<9xf64>
  return %0 : tensor<9xf64>
}

// There is nothing in the operands, which only what is behind a cast says.
// CHECK-LABEL: @concat_of_nothing_behind_casts
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @concat_of_nothing_behind_casts(%x: tensor<0x?xf32>, %y: tensor<0x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %x : tensor<0x?xf32> to tensor<?x?xf32>
  %1 = tensor.cast %y : tensor<0x?xf32> to tensor<?x?xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// Without rows there are columns of both.
// CHECK-LABEL: @concat_without_rows
// CHECK: tensor.empty
// CHECK-SAME: x5xf32>
// CHECK: return
func.func @concat_without_rows(%x: tensor<0x2xf32>, %y: tensor<?x3xf32>) -> tensor<?x5xf32> {
  %0 = tensor.concat dim(1) %x, %y : (tensor<0x2xf32>, tensor<?x3xf32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}
