// RUN: assay-opt --canonicalize %s | FileCheck %s

// What nobody reads is not moved along; the key stays.
// CHECK-LABEL: @unread
// CHECK: %[[S:.*]]:2 = assay.sort descending stable dim(0) outs(%arg0, %arg2 : tensor<?xf32>, tensor<?xi8>)
// CHECK: return %[[S]]#1
func.func @unread(%k: tensor<?xf32>, %a: tensor<?xi1>, %b: tensor<?xi8>) -> tensor<?xi8> {
  %0:3 = assay.sort descending stable dim(0) outs(%k, %a, %b : tensor<?xf32>, tensor<?xi1>, tensor<?xi8>)
  return %0#2 : tensor<?xi8>
}

// CHECK-LABEL: @all_unread
// CHECK-NEXT: return
func.func @all_unread(%x: tensor<?xf32>, %i: tensor<?xi32>) {
  %0:2 = assay.topk dim(0) ins(%x : tensor<?xf32>) outs(%x, %i : tensor<?xf32>, tensor<?xi32>)
  %1:2 = assay.sort dim(0) outs(%x, %i : tensor<?xf32>, tensor<?xi32>)
  %2 = assay.scatter add dim(0) ins(%i, %x : tensor<?xi32>, tensor<?xf32>) outs(%x : tensor<?xf32>)
  return
}

// One element is in order, and nothing is, too.
// CHECK-LABEL: @in_order
// CHECK-NEXT: return %arg0, %arg1, %arg2
func.func @in_order(%x: tensor<?x1xf32>, %y: tensor<?x1xi8>, %z: tensor<0x?xf32>) -> (tensor<?x1xf32>, tensor<?x1xi8>, tensor<0x?xf32>) {
  %0:2 = assay.sort dim(1) outs(%x, %y : tensor<?x1xf32>, tensor<?x1xi8>)
  %1 = assay.sort dim(1) outs(%z : tensor<0x?xf32>)
  return %0#0, %0#1, %1 : tensor<?x1xf32>, tensor<?x1xi8>, tensor<0x?xf32>
}

// CHECK-LABEL: @unknown_order
// CHECK-COUNT-2: assay.sort
func.func @unknown_order(%x: tensor<1x?xf32>, %y: tensor<?xi8>) -> (tensor<1x?xf32>, tensor<?xi8>) {
  %0 = assay.sort dim(1) outs(%x : tensor<1x?xf32>)
  %1 = assay.sort dim(0) outs(%y : tensor<?xi8>)
  return %0, %1 : tensor<1x?xf32>, tensor<?xi8>
}

// Nothing is written.
// CHECK-LABEL: @nothing
// CHECK-NEXT: return %arg1, %arg2, %arg4, %arg5
func.func @nothing(%x: tensor<?xf32>, %v: tensor<0xf32>, %i: tensor<0xi32>, %u: tensor<0xf32>, %base: tensor<?xf32>, %e: tensor<0x?xi32>,
                   %n: tensor<?x?xf32>) -> (tensor<0xf32>, tensor<0xi32>, tensor<?xf32>, tensor<0x?xi32>) {
  %0:2 = assay.topk dim(0) ins(%x : tensor<?xf32>) outs(%v, %i : tensor<0xf32>, tensor<0xi32>)
  %1 = assay.scatter add dim(0) ins(%i, %u : tensor<0xi32>, tensor<0xf32>) outs(%base : tensor<?xf32>)
  %2 = assay.sort_indices dim(0) ins(%n : tensor<?x?xf32>) outs(%e : tensor<0x?xi32>)
  return %0#0, %0#1, %1, %2 : tensor<0xf32>, tensor<0xi32>, tensor<?xf32>, tensor<0x?xi32>
}

// A scatter of something writes it, whatever else is unknown.
// CHECK-LABEL: @something
// CHECK: assay.scatter
func.func @something(%i: tensor<?xi32>, %u: tensor<?xf32>, %base: tensor<?xf32>) -> tensor<?xf32> {
  %0 = assay.scatter add dim(0) ins(%i, %u : tensor<?xi32>, tensor<?xf32>) outs(%base : tensor<?xf32>)
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: @input_given_twice
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4xf32>
// CHECK: assay.dispatch "d" ins(%[[X]] : tensor<4xf32>)
// CHECK: assay.load
func.func @input_given_twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = assay.dispatch "d" ins(%x, %x : tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%a: !assay.binding<reads : tensor<4xf32>>, %b: !assay.binding<reads : tensor<4xf32>>, %to: !assay.binding<writes : tensor<4xf32>>):
    %0 = assay.load %b[0] [4] [1] : !assay.binding<reads : tensor<4xf32>> -> tensor<4xf32>
    assay.store %0, %to[0] [4] [1] : tensor<4xf32> -> !assay.binding<writes : tensor<4xf32>>
  }
  return %r : tensor<4xf32>
}
