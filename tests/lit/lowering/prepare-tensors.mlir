// RUN: assay-opt --assay-prepare-tensors %s | FileCheck %s

// What upstream cannot lower, or gets wrong, is rewritten as lower-assay does; ops of the assay dialect stay.
// CHECK-LABEL: @beside
// CHECK: %[[SORTED:.*]] = assay.sort
// CHECK: linalg.generic
// CHECK: tensor.insert_slice %[[SORTED]]
// CHECK-NOT: tensor.concat
// CHECK-NOT: linalg.softmax
func.func @beside(%x: tensor<?xf32>, %o: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = assay.sort dim(0) outs(%x : tensor<?xf32>)
  %1 = linalg.softmax dimension(0) ins(%0 : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = arith.addf %2, %2 : tensor<?xf32>
  return %1, %3 : tensor<?xf32>, tensor<?xf32>
}

// What a pad takes away is cut first: upstream would make a slice of all the source. Of what is taken away whole, all is padding.
// CHECK-LABEL: @crop
// CHECK: %[[PART:.*]] = tensor.extract_slice %arg0[1, 0] [3, 5] [1, 1] : tensor<6x5xf32> to tensor<3x5xf32>
// CHECK: tensor.pad %[[PART]] low[0, 2] high[0, 0]
// CHECK-LABEL: @nothing_left
// CHECK-NOT: tensor.pad
// CHECK-COUNT-2: tensor.generate
// CHECK-LABEL: @untold
// CHECK: tensor.pad %arg0 low[-1] high[3]
func.func @crop(%x: tensor<6x5xf32>, %c: f32) -> tensor<3x7xf32> {
  %0 = tensor.pad %x low[-1, 2] high[-2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<6x5xf32> to tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}
func.func @nothing_left(%x: tensor<4xf32>, %c: f32) -> (tensor<0xf32>, tensor<3xf32>) {
  %0 = tensor.pad %x low[0] high[-4] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<4xf32> to tensor<0xf32>
  %1 = tensor.pad %x low[-5] high[4] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<4xf32> to tensor<3xf32>
  return %0, %1 : tensor<0xf32>, tensor<3xf32>
}
func.func @untold(%x: tensor<?xf32>, %c: f32) -> tensor<?xf32> {
  %0 = tensor.pad %x low[-1] high[3] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
