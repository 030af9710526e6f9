// RUN: assay-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @below {{has 1 loops, not 2}}
  %0 = assay.sort dim(1) outs(%x : tensor<4x8xf32>) {assay.lowering_config = #assay.lowering_config<tiles = [4, 0]>}
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @below {{has 3 loops, not 2}}
  %0 = linalg.matmul {assay.compilation_info = #assay.compilation_info<<tiles = [4, 4]>, <workgroup = [64]>>}
         ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<8x2xf32>) {
  // expected-error @below {{tiles must not be negative}}
  %0 = assay.sort dim(0) outs(%x : tensor<8x2xf32>) {assay.lowering_config = #assay.lowering_config<tiles = [-1]>}
  return
}

// -----

func.func @f(%x: tensor<8x2xf32>) {
  // expected-error @below {{loop 1 cannot be tiled}}
  %0 = linalg.softmax {assay.lowering_config = #assay.lowering_config<tiles = [4, 1]>} dimension(1) ins(%x : tensor<8x2xf32>) outs(%x : tensor<8x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @below {{has no loops that could be tiled}}
  %0 = arith.addf %x, %x {assay.lowering_config = #assay.lowering_config<tiles = [4]>} : f32
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error @below {{dim 0 is out of range for rank 0}}
  %0 = assay.sort dim(0) outs(%x : tensor<f32>) {assay.lowering_config = #assay.lowering_config<tiles = [1]>}
  return
}

// -----

func.func @f() {
  // expected-error @below {{needs a key to sort by}}
  "assay.sort"() <{dim = 0 : i64}> {assay.lowering_config = #assay.lowering_config<tiles = [1]>} : () -> ()
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{requires attribute 'dim'}}
  %0 = "assay.sort"(%x) {assay.lowering_config = #assay.lowering_config<tiles = []>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{a decomposition config is a dictionary on attention}}
  %0 = assay.sort dim(0) outs(%x : tensor<8xf32>) {assay.decomposition_config = {}}
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @below {{a decomposition config has lowering configs for qk and pv}}
  %0 = assay.attention scale(1.0) ins(%x, %x, %x : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%x : tensor<4x8xf32>)
         {assay.decomposition_config = {pq = #assay.lowering_config<tiles = [4]>}}
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @below {{has 3 loops, not 2}}
  %0 = assay.attention scale(1.0) ins(%x, %x, %x : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%x : tensor<4x8xf32>)
         {assay.decomposition_config = {qk = #assay.lowering_config<tiles = [4, 0]>}}
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: index) {
  // expected-error @below {{only causal attention has a first row}}
  %0 = assay.attention from(%i) scale(1.0) ins(%x, %x, %x : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%x : tensor<4x8xf32>)
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{cannot be its assay.translation_info}}
  %0 = assay.sort dim(0) outs(%x : tensor<8xf32>) {assay.translation_info = #assay.translation_info<workgroup = [64]>}
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %v: tensor<4x3xf32>, %i: tensor<4x3xi64>) {
  // expected-error @below {{dim 2 is out of range for rank 2}}
  %0:2 = assay.topk dim(2) ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<4x3xf32>, tensor<4x3xi64>)
  return
}

// -----

func.func @f(%x: tensor<8xf32>, %v: tensor<3xf16>, %i: tensor<3xi64>) {
  // expected-error @below {{the values' destination must have element type 'f32', not 'f16'}}
  %0:2 = assay.topk dim(0) ins(%x : tensor<8xf32>) outs(%v, %i : tensor<3xf16>, tensor<3xi64>)
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %v: tensor<5x3xf32>, %i: tensor<5x3xi64>) {
  // expected-error @below {{dim 0 of the values' destination must be 4, not 5}}
  %0:2 = assay.topk dim(1) ins(%x : tensor<4x8xf32>) outs(%v, %i : tensor<5x3xf32>, tensor<5x3xi64>)
  return
}

// -----

func.func @f(%x: tensor<8xf32>, %v: tensor<3xf32>, %i: tensor<2xi64>) {
  // expected-error @below {{dim 0 of the indices' destination must be 3, not 2}}
  %0:2 = assay.topk dim(0) ins(%x : tensor<8xf32>) outs(%v, %i : tensor<3xf32>, tensor<2xi64>)
  return
}

// -----

func.func @f(%x: tensor<8xcomplex<f32>>, %i: tensor<8xi64>) {
  // expected-error @below {{elements of type 'complex<f32>' have no order}}
  %0 = assay.sort_indices dim(0) ins(%x : tensor<8xcomplex<f32>>) outs(%i : tensor<8xi64>)
  return
}

// -----

func.func @f(%x: tensor<8xf32>, %i: tensor<9xi64>) {
  // expected-error @below {{k is 9, more than the 8 elements along dim 0}}
  %0 = assay.sort_indices dim(0) ins(%x : tensor<8xf32>) outs(%i : tensor<9xi64>)
  return
}

// -----

func.func @f(%x: tensor<8x2xf32>, %i: tensor<8x3xi64>) {
  // expected-error @below {{dim 1 of the destination must be 2, not 3}}
  %0 = assay.sort_indices dim(0) ins(%x : tensor<8x2xf32>) outs(%i : tensor<8x3xi64>)
  return
}

// -----

func.func @f(%x: tensor<8xf32>, %v: tensor<9xf32>, %i: tensor<9xi64>) {
  // expected-error @below {{k is 9, more than the 8 elements along dim 0}}
  %0:2 = assay.topk dim(0) ins(%x : tensor<8xf32>) outs(%v, %i : tensor<9xf32>, tensor<9xi64>)
  return
}

// -----

func.func @f(%x: tensor<8xi1>, %v: tensor<3xi1>, %i: tensor<3xi64>) {
  // expected-error @below {{operand #0 must be ranked tensor of}}
  %0:2 = "assay.topk"(%x, %v, %i) {dim = 0 : i64} : (tensor<8xi1>, tensor<3xi1>, tensor<3xi64>) -> (tensor<3xi1>, tensor<3xi64>)
  return
}

// -----

func.func @f() {
  // expected-error @below {{needs a key to sort by}}
  "assay.sort"() {dim = 0 : i64} : () -> ()
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{dim -1 is out of range for rank 1}}
  %0 = assay.sort dim(-1) outs(%x : tensor<8xf32>)
  return
}

// -----

func.func @f(%x: tensor<8xi1>) {
  // expected-error @below {{elements of type 'i1' have no order}}
  %0 = assay.sort dim(0) outs(%x : tensor<8xi1>)
  return
}

// -----

func.func @f(%x: tensor<8xcomplex<f32>>) {
  // expected-error @below {{elements of type 'complex<f32>' have no order}}
  %0 = assay.sort dim(0) outs(%x : tensor<8xcomplex<f32>>)
  return
}

// -----

func.func @f(%x: tensor<8xf32>, %y: tensor<7xi1>) {
  // expected-error @below {{dim 0 of a destination must be 8, not 7}}
  %0:2 = assay.sort dim(0) outs(%x, %y : tensor<8xf32>, tensor<7xi1>)
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  "assay.sort"(%x) {dim = 0 : i64} : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @f(%i: tensor<2xi32>, %u: tensor<2xf32>, %b: tensor<9xf32>) {
  // expected-error @below {{dim 1 is out of range for rank 1}}
  %0 = assay.scatter add dim(1) ins(%i, %u : tensor<2xi32>, tensor<2xf32>) outs(%b : tensor<9xf32>)
  return
}

// -----

func.func @f(%i: tensor<2xi32>, %u: tensor<2xf32>, %b: tensor<9x2xf32>) {
  // expected-error @below {{indices must have rank 2, not 1}}
  %0 = assay.scatter add dim(1) ins(%i, %u : tensor<2xi32>, tensor<2xf32>) outs(%b : tensor<9x2xf32>)
  return
}

// -----

func.func @f(%i: tensor<3x4xi32>, %u: tensor<3x4xf32>, %b: tensor<2x9xf32>) {
  // expected-error @below {{dim 0 of indices is 3, larger than 2}}
  %0 = assay.scatter add dim(1) ins(%i, %u : tensor<3x4xi32>, tensor<3x4xf32>) outs(%b : tensor<2x9xf32>)
  return
}

// -----

func.func @f(%i: tensor<2xi32>, %u: tensor<2xf16>, %b: tensor<9xf32>) {
  // expected-error @below {{updates must have element type 'f32', not 'f16'}}
  %0 = assay.scatter add dim(0) ins(%i, %u : tensor<2xi32>, tensor<2xf16>) outs(%b : tensor<9xf32>)
  return
}

// -----

func.func @f(%i: tensor<2xi32>, %u: tensor<3xf32>, %b: tensor<9xf32>) {
  // expected-error @below {{dim 0 of updates must be 2, not 3}}
  %0 = assay.scatter add dim(0) ins(%i, %u : tensor<2xi32>, tensor<3xf32>) outs(%b : tensor<9xf32>)
  return
}

// -----

func.func @f(%i: tensor<2xi32>, %u: tensor<2xi1>, %b: tensor<9xi1>) {
  // expected-error @below {{elements of type 'i1' can only be overwritten}}
  %0 = assay.scatter max dim(0) ins(%i, %u : tensor<2xi32>, tensor<2xi1>) outs(%b : tensor<9xi1>)
  return
}

// -----

func.func @f(%i: tensor<2x?xi32>, %u: tensor<2xf32>, %b: tensor<9xf32>) {
  // expected-error @below {{the last dim of indices must be static}}
  %0 = assay.scatter_nd add ins(%i, %u : tensor<2x?xi32>, tensor<2xf32>) outs(%b : tensor<9xf32>)
  return
}

// -----

func.func @f(%i: tensor<2x2xi32>, %u: tensor<2xf32>, %b: tensor<9xf32>) {
  // expected-error @below {{index vectors of 2 elements do not fit rank 1}}
  %0 = assay.scatter_nd add ins(%i, %u : tensor<2x2xi32>, tensor<2xf32>) outs(%b : tensor<9xf32>)
  return
}

// -----

func.func @f(%i: tensor<2x0xi32>, %u: tensor<2x9xf32>, %b: tensor<9xf32>) {
  // expected-error @below {{index vectors of 0 elements do not fit rank 1}}
  %0 = assay.scatter_nd add ins(%i, %u : tensor<2x0xi32>, tensor<2x9xf32>) outs(%b : tensor<9xf32>)
  return
}

// -----

func.func @f(%i: tensor<2x1xi32>, %u: tensor<2xf32>, %b: tensor<9x4xf32>) {
  // expected-error @below {{updates must have rank 2, not 1}}
  %0 = assay.scatter_nd add ins(%i, %u : tensor<2x1xi32>, tensor<2xf32>) outs(%b : tensor<9x4xf32>)
  return
}

// -----

func.func @f(%i: tensor<2x1xi32>, %u: tensor<2xcomplex<f32>>, %b: tensor<9xcomplex<f32>>) {
  // expected-error @below {{elements of type 'complex<f32>' can only be overwritten}}
  %0 = assay.scatter_nd add ins(%i, %u : tensor<2x1xi32>, tensor<2xcomplex<f32>>) outs(%b : tensor<9xcomplex<f32>>)
  return
}

// -----

func.func @f(%x: tensor<9xf32>, %i: tensor<3xi32>, %o: tensor<4xf32>) {
  // expected-error @below {{dim 0 of the destination must be 3, not 4}}
  %0 = assay.gather dim(0) ins(%x, %i : tensor<9xf32>, tensor<3xi32>) outs(%o : tensor<4xf32>)
  return
}

// -----

func.func @f(%x: tensor<9xf32>, %i: tensor<3xi32>, %o: tensor<3xf64>) {
  // expected-error @below {{the destination must have element type 'f32', not 'f64'}}
  %0 = assay.gather dim(0) ins(%x, %i : tensor<9xf32>, tensor<3xi32>) outs(%o : tensor<3xf64>)
  return
}

// -----

func.func @f(%x: tensor<9x4xf32>, %i: tensor<3x1xi32>, %o: tensor<3x5xf32>) {
  // expected-error @below {{dim 1 of the destination must be 4, not 5}}
  %0 = assay.gather_nd ins(%x, %i : tensor<9x4xf32>, tensor<3x1xi32>) outs(%o : tensor<3x5xf32>)
  return
}

// -----

func.func @f(%x: tensor<9x4xf32>, %i: tensor<3x1xi32>, %o: tensor<3x4xi32>) {
  // expected-error @below {{the destination must have element type 'f32', not 'i32'}}
  %0 = assay.gather_nd ins(%x, %i : tensor<9x4xf32>, tensor<3x1xi32>) outs(%o : tensor<3x4xi32>)
  return
}

// -----

func.func @f(%i: tensor<4xi32>, %on: f32, %o: tensor<4x3xf32>) {
  // expected-error @below {{dim 2 is out of range for rank 2}}
  %0 = assay.one_hot dim(2) ins(%i, %on, %on : tensor<4xi32>, f32, f32) outs(%o : tensor<4x3xf32>)
  return
}

// -----

func.func @f(%i: tensor<4xi32>, %on: f32, %o: tensor<3x4xf32>) {
  // expected-error @below {{dim 0 of the destination must be 4, not 3}}
  %0 = assay.one_hot dim(1) ins(%i, %on, %on : tensor<4xi32>, f32, f32) outs(%o : tensor<3x4xf32>)
  return
}

// -----

func.func @f(%i: tensor<4xi32>, %on: f16, %o: tensor<4x3xf32>) {
  // expected-error @below {{the values must have the destination's element type 'f32'}}
  %0 = assay.one_hot dim(1) ins(%i, %on, %on : tensor<4xi32>, f16, f16) outs(%o : tensor<4x3xf32>)
  return
}

// -----

func.func @f(%q: tensor<3xf32>, %k: tensor<3xf32>, %v: tensor<3xf32>, %o: tensor<3xf32>) {
  // expected-error @below {{the query must have at least 2 dims}}
  %0 = assay.attention scale(1.0) ins(%q, %k, %v : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) outs(%o : tensor<3xf32>)
  return
}

// -----

func.func @f(%q: tensor<2x3xf32>, %k: tensor<1x4x3xf32>, %v: tensor<4x5xf32>, %o: tensor<2x5xf32>) {
  // expected-error @below {{query, key, value and destination must have one rank}}
  %0 = assay.attention scale(1.0) ins(%q, %k, %v : tensor<2x3xf32>, tensor<1x4x3xf32>, tensor<4x5xf32>) outs(%o : tensor<2x5xf32>)
  return
}

// -----

func.func @f(%q: tensor<2x3xf32>, %k: tensor<4x3xf16>, %v: tensor<4x5xf32>, %o: tensor<2x5xf32>) {
  // expected-error @below {{query, key, value and destination must have one element type}}
  %0 = assay.attention scale(1.0) ins(%q, %k, %v : tensor<2x3xf32>, tensor<4x3xf16>, tensor<4x5xf32>) outs(%o : tensor<2x5xf32>)
  return
}

// -----

func.func @f(%q: tensor<2x3xf32>, %k: tensor<4x3xf32>, %v: tensor<4x5xf32>, %o: tensor<2x5xf32>) {
  // expected-error @below {{group 2 needs a batch dim}}
  %0 = assay.attention group(2) scale(1.0) ins(%q, %k, %v : tensor<2x3xf32>, tensor<4x3xf32>, tensor<4x5xf32>) outs(%o : tensor<2x5xf32>)
  return
}

// -----

func.func @f(%q: tensor<1x2x3xf32>, %k: tensor<1x4x3xf32>, %v: tensor<1x4x5xf32>, %o: tensor<1x2x5xf32>) {
  // expected-error @below {{group 0 needs a batch dim}}
  %0 = assay.attention group(0) scale(1.0) ins(%q, %k, %v : tensor<1x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x5xf32>) outs(%o : tensor<1x2x5xf32>)
  return
}

// -----

func.func @f(%q: tensor<4x2x3xf32>, %k: tensor<3x4x3xf32>, %v: tensor<3x4x5xf32>, %o: tensor<4x2x5xf32>) {
  // expected-error @below {{batch dim 0 of the query must be 6, not 4}}
  %0 = assay.attention group(2) scale(1.0) ins(%q, %k, %v : tensor<4x2x3xf32>, tensor<3x4x3xf32>, tensor<3x4x5xf32>) outs(%o : tensor<4x2x5xf32>)
  return
}

// -----

func.func @f(%q: tensor<2x3xf32>, %k: tensor<4x7xf32>, %v: tensor<4x5xf32>, %o: tensor<2x5xf32>) {
  // expected-error @below {{dim 1 of the key must be 3, not 7}}
  %0 = assay.attention scale(1.0) ins(%q, %k, %v : tensor<2x3xf32>, tensor<4x7xf32>, tensor<4x5xf32>) outs(%o : tensor<2x5xf32>)
  return
}

// -----

func.func @f(%q: tensor<2x3xf32>, %k: tensor<4x3xf32>, %v: tensor<6x5xf32>, %o: tensor<2x5xf32>) {
  // expected-error @below {{dim 0 of the value must be 4, not 6}}
  %0 = assay.attention scale(1.0) ins(%q, %k, %v : tensor<2x3xf32>, tensor<4x3xf32>, tensor<6x5xf32>) outs(%o : tensor<2x5xf32>)
  return
}

// -----

func.func @f(%q: tensor<2x3xf32>, %k: tensor<4x3xf32>, %v: tensor<4x5xf32>, %o: tensor<2x6xf32>) {
  // expected-error @below {{dim 1 of the destination must be 5, not 6}}
  %0 = assay.attention scale(1.0) ins(%q, %k, %v : tensor<2x3xf32>, tensor<4x3xf32>, tensor<4x5xf32>) outs(%o : tensor<2x6xf32>)
  return
}

// -----

func.func @f(%q: tensor<2x3xf32>, %k: tensor<4x3xf32>, %v: tensor<4x5xf32>, %o: tensor<2x5xf32>, %m: tensor<2x5xi1>) {
  // expected-error @below {{dim 1 of the mask must be 4, not 5}}
  %0 = assay.attention scale(1.0) ins(%q, %k, %v, %m : tensor<2x3xf32>, tensor<4x3xf32>, tensor<4x5xf32>, tensor<2x5xi1>) outs(%o : tensor<2x5xf32>)
  return
}

// -----

func.func @f(%q: tensor<2x3xf32>, %k: tensor<4x3xf32>, %v: tensor<4x5xf32>, %o: tensor<2x5xf32>, %m: tensor<2x4xf16>) {
  // expected-error @below {{the mask must be of i1 or of the query's type}}
  %0 = assay.attention scale(1.0) ins(%q, %k, %v, %m : tensor<2x3xf32>, tensor<4x3xf32>, tensor<4x5xf32>, tensor<2x4xf16>) outs(%o : tensor<2x5xf32>)
  return
}

// -----

func.func @f(%x: tensor<8xf32>, %o: tensor<8xf32>) {
  // expected-error @below {{dim 1 is out of range for rank 1}}
  %0 = assay.scan sum dim(1) ins(%x : tensor<8xf32>) outs(%o : tensor<8xf32>)
  return
}

// -----

func.func @f(%x: tensor<8xf32>, %o: tensor<7xf32>) {
  // expected-error @below {{dim 0 of the destination must be 8, not 7}}
  %0 = assay.scan sum dim(0) ins(%x : tensor<8xf32>) outs(%o : tensor<7xf32>)
  return
}

// -----

func.func @f(%x: tensor<8xf32>, %o: tensor<8xf16>) {
  // expected-error @below {{'f32' does not extend to 'f16'}}
  %0 = assay.scan sum dim(0) ins(%x : tensor<8xf32>) outs(%o : tensor<8xf16>)
  return
}

// -----

func.func @f(%x: tensor<8xf16>, %o: tensor<8xbf16>) {
  // expected-error @below {{'f16' does not extend to 'bf16'}}
  %0 = assay.scan sum dim(0) ins(%x : tensor<8xf16>) outs(%o : tensor<8xbf16>)
  return
}

// -----

func.func @f(%x: tensor<8xi8>, %o: tensor<8xf32>) {
  // expected-error @below {{'i8' does not extend to 'f32'}}
  %0 = assay.scan sum dim(0) ins(%x : tensor<8xi8>) outs(%o : tensor<8xf32>)
  return
}

// -----

func.func @f(%x: tensor<8xf32>, %s: tensor<1xf32>, %o: tensor<8xf32>) {
  // expected-error @below {{the start must have rank 0, not 1}}
  %0 = assay.scan sum dim(0) ins(%x : tensor<8xf32>) start(%s : tensor<1xf32>) outs(%o : tensor<8xf32>)
  return
}

// -----

func.func @f(%x: tensor<8xf32>, %s: tensor<f32>, %o: tensor<8xf64>) {
  // expected-error @below {{the start must have element type 'f64', not 'f32'}}
  %0 = assay.scan sum dim(0) ins(%x : tensor<8xf32>) start(%s : tensor<f32>) outs(%o : tensor<8xf64>)
  return
}

// -----

func.func @extents_missing(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{has 0 extents for 1 dynamic dims of its results}}
  %r = assay.dispatch "x" ins(%x : tensor<?xf32>) -> (tensor<?xf32>) {
  ^bb0(%from: !assay.binding<reads : tensor<?xf32>>, %to: !assay.binding<writes : tensor<?xf32>>):
  }
  return %r : tensor<?xf32>
}

// -----

func.func @other_body(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has a body that is not given what it should be}}
  %r = assay.dispatch "x" ins(%x : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%from: !assay.binding<writes : tensor<4xf32>>, %to: !assay.binding<writes : tensor<4xf32>>):
  }
  return %r : tensor<4xf32>
}

// -----

func.func @reads_what_it_writes(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = assay.dispatch "x" ins(%x : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%from: !assay.binding<reads : tensor<4xf32>>, %to: !assay.binding<writes : tensor<4xf32>>):
    // expected-error @+1 {{cannot be done with memory that the dispatch writes}}
    %0 = assay.load %to [0] [4] [1] : !assay.binding<writes : tensor<4xf32>> -> tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @no_such_slice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = assay.dispatch "x" ins(%x : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%from: !assay.binding<reads : tensor<4xf32>>, %to: !assay.binding<writes : tensor<4xf32>>):
    // expected-error @+1 {{a slice of 'tensor<4xf32>' of these sizes is no 'tensor<3xf32>'}}
    %0 = assay.load %from [0] [2] [1] : !assay.binding<reads : tensor<4xf32>> -> tensor<3xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @beyond(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = assay.dispatch "x" ins(%x : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%from: !assay.binding<reads : tensor<4xf32>>, %to: !assay.binding<writes : tensor<4xf32>>):
    %0 = assay.load %from [0] [4] [1] : !assay.binding<reads : tensor<4xf32>> -> tensor<4xf32>
    // expected-error @+1 {{out-of-bounds}}
    assay.store %0, %to [1] [4] [1] : tensor<4xf32> -> !assay.binding<writes : tensor<4xf32>>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @taken_unknown(%x: memref<4x9xf32>, %v: memref<4x?xf32>, %i: memref<4x?xi32>) {
  // expected-error @below {{takes 1 to 64 elements of a line}}
  assay.wave_topk ins(%x : memref<4x9xf32>) outs(%v, %i : memref<4x?xf32>, memref<4x?xi32>)
  return
}

// -----

func.func @taken_too_many(%x: memref<4x3xf32>, %v: memref<4x5xf32>, %i: memref<4x5xi32>) {
  // expected-error @below {{k is 5, more than the 3 elements along dim 1}}
  assay.wave_topk ins(%x : memref<4x3xf32>) outs(%v, %i : memref<4x5xf32>, memref<4x5xi32>)
  return
}

// -----

func.func @other_element(%x: memref<9xf32>, %v: memref<1xf16>, %i: memref<1xi32>) {
  // expected-error @below {{the values' destination must have element type 'f32', not 'f16'}}
  assay.wave_topk ins(%x : memref<9xf32>) outs(%v, %i : memref<1xf16>, memref<1xi32>)
  return
}

// -----

func.func @no_lines(%x: memref<f32>, %v: memref<f32>, %i: memref<i32>) {
  // expected-error @below {{needs lines}}
  assay.wave_topk ins(%x : memref<f32>) outs(%v, %i : memref<f32>, memref<i32>)
  return
}

// -----

func.func @wide(%x: memref<3x2xf64>) {
  // expected-error @below {{computes in f32}}
  assay.wave_attention scale(1.0) ins(%x, %x, %x : memref<3x2xf64>, memref<3x2xf64>, memref<3x2xf64>) outs(%x : memref<3x2xf64>)
  return
}

// -----

func.func @depth_unknown(%x: memref<3x?xf32>, %v: memref<3x2xf32>) {
  // expected-error @below {{takes 1 to 256 columns}}
  assay.wave_attention scale(1.0) ins(%x, %x, %v : memref<3x?xf32>, memref<3x?xf32>, memref<3x2xf32>) outs(%v : memref<3x2xf32>)
  return
}

// -----

func.func @too_many_columns(%x: memref<3x2xf32>, %v: memref<3x257xf32>) {
  // expected-error @below {{takes 1 to 256 columns}}
  assay.wave_attention scale(1.0) ins(%x, %x, %v : memref<3x2xf32>, memref<3x2xf32>, memref<3x257xf32>) outs(%v : memref<3x257xf32>)
  return
}

// -----

func.func @other_depth(%x: memref<3x2xf32>, %k: memref<3x4xf32>) {
  // expected-error @below {{dim 1 of the key must be 2, not 4}}
  assay.wave_attention scale(1.0) ins(%x, %k, %x : memref<3x2xf32>, memref<3x4xf32>, memref<3x2xf32>) outs(%x : memref<3x2xf32>)
  return
}
