// The ops on tensors that linalg lacks. Their meaning is that of the ops of the same name in
// program/ops/; all take their destinations as `outs` (destination-passing style), whose types are the
// types of the results.

#ifndef ASSAY_OPS
#define ASSAY_OPS

include "AssayDispatch.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"

def CombineKind : I64EnumAttr<"CombineKind", "what a scatter does with an update", [
    I64EnumAttrCase<"Overwrite", 0, "overwrite">, I64EnumAttrCase<"Add", 1, "add">,
    I64EnumAttrCase<"Min", 2, "min">, I64EnumAttrCase<"Max", 3, "max">]> {
  let cppNamespace = "::assay::ir";
}

def ScanKind : I64EnumAttr<"ScanKind", "what a scan combines with", [
    I64EnumAttrCase<"Sum", 0, "sum">, I64EnumAttrCase<"Product", 1, "product">,
    I64EnumAttrCase<"Max", 2, "max">, I64EnumAttrCase<"Min", 3, "min">]> {
  let cppNamespace = "::assay::ir";
}

// Tensors whose elements have an order and arithmetic: no i1, no complex.
def NumberTensor : RankedTensorOf<[F16, BF16, F32, F64, I8, I16, I32, I64]>;
def FloatTensor : RankedTensorOf<[F16, BF16, F32, F64]>;
def IndicesTensor : RankedTensorOf<[I8, I16, I32, I64]>;
// The same in memory.
def NumberMemory : MemRefOf<[F16, BF16, F32, F64, I8, I16, I32, I64]>;
def FloatMemory : MemRefOf<[F16, BF16, F32, F64]>;
def IndicesMemory : MemRefOf<[I8, I16, I32, I64]>;

class AssayOp<string mnemonic, list<Trait> traits = [], string definitions = ""> : Op<AssayDialect, mnemonic, traits # [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let hasVerifier = 1;
  let extraClassDefinition = [{
    llvm::LogicalResult $cppClass::reifyResultShapes(mlir::OpBuilder &builder,
                                                     mlir::ReifiedRankedShapedTypeDims &shapes) {
      return reifyFromDestinations(builder, *this, shapes);
    }
  }] # definitions;
}

// An op that is tiled as Tiling.h says.
defvar TiledTraits = [DeclareOpInterfaceMethods<TilingInterface, [
    "getLoopIteratorTypes", "getIterationDomain", "getTiledImplementation", "getResultTilePosition",
    "getIterationDomainTileFromResultTile", "generateResultTileValue",
    "getIterationDomainTileFromOperandTiles", "getTiledImplementationFromOperandTiles"]>];
defvar TiledDefinitions = [{
  llvm::SmallVector<mlir::utils::IteratorType> $cppClass::getLoopIteratorTypes() {
    return Tiling(*this).iterators();
  }
  llvm::SmallVector<mlir::Range> $cppClass::getIterationDomain(mlir::OpBuilder &b) {
    return Tiling(*this).domain(b);
  }
  llvm::FailureOr<mlir::TilingResult> $cppClass::getTiledImplementation(
      mlir::OpBuilder &b, llvm::ArrayRef<mlir::OpFoldResult> offsets,
      llvm::ArrayRef<mlir::OpFoldResult> sizes) {
    return Tiling(*this).tiled(b, offsets, sizes);
  }
  llvm::LogicalResult $cppClass::getResultTilePosition(
      mlir::OpBuilder &b, unsigned result, llvm::ArrayRef<mlir::OpFoldResult> offsets,
      llvm::ArrayRef<mlir::OpFoldResult> sizes, llvm::SmallVector<mlir::OpFoldResult> &resultOffsets,
      llvm::SmallVector<mlir::OpFoldResult> &resultSizes) {
    Tiling(*this).placeInResult(b, result, offsets, sizes, resultOffsets, resultSizes);
    return llvm::success();
  }
  llvm::LogicalResult $cppClass::getIterationDomainTileFromResultTile(
      mlir::OpBuilder &b, unsigned result, llvm::ArrayRef<mlir::OpFoldResult> resultOffsets,
      llvm::ArrayRef<mlir::OpFoldResult> resultSizes,
      llvm::SmallVectorImpl<mlir::OpFoldResult> &offsets,
      llvm::SmallVectorImpl<mlir::OpFoldResult> &sizes) {
    Tiling(*this).tileAround(b, result, resultOffsets, resultSizes, offsets, sizes);
    return llvm::success();
  }
  llvm::FailureOr<mlir::TilingResult> $cppClass::generateResultTileValue(
      mlir::OpBuilder &b, unsigned result, llvm::ArrayRef<mlir::OpFoldResult> offsets,
      llvm::ArrayRef<mlir::OpFoldResult> sizes) {
    return Tiling(*this).tileOfResult(b, result, offsets, sizes);
  }
  llvm::LogicalResult $cppClass::getIterationDomainTileFromOperandTiles(
      mlir::OpBuilder &b, llvm::ArrayRef<unsigned> operands,
      llvm::ArrayRef<llvm::SmallVector<mlir::OpFoldResult>> operandOffsets,
      llvm::ArrayRef<llvm::SmallVector<mlir::OpFoldResult>> operandSizes,
      llvm::SmallVectorImpl<mlir::OpFoldResult> &offsets,
      llvm::SmallVectorImpl<mlir::OpFoldResult> &sizes) {
    return Tiling(*this).tileOfOperands(b, operands, operandOffsets, operandSizes, offsets, sizes);
  }
  llvm::FailureOr<mlir::TilingResult> $cppClass::getTiledImplementationFromOperandTiles(
      mlir::OpBuilder &b, llvm::ArrayRef<unsigned> operands,
      llvm::ArrayRef<llvm::SmallVector<mlir::OpFoldResult>> operandOffsets,
      llvm::ArrayRef<llvm::SmallVector<mlir::OpFoldResult>> operandSizes) {
    llvm::SmallVector<mlir::OpFoldResult> offsets, sizes;
    if (failed(Tiling(*this).tileOfOperands(b, operands, operandOffsets, operandSizes, offsets, sizes)))
      return llvm::failure();
    return Tiling(*this).tiled(b, offsets, sizes);
  }
}];

// An op with one destination `init` and one result of its type. It folds to the destination where that
// has no elements. AllTypesMatch lets builders and the
// parser infer the type of the result, but cannot see past an optional operand.
class OneResultOp<string mnemonic, list<Trait> traits = [],
                  list<Trait> match = [AllTypesMatch<["init", "result"]>], string definitions = "">
    : AssayOp<mnemonic, traits # match, definitions> {
  let hasFolder = 1;
  let extraClassDeclaration = [{
    mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
}

// Reading or writing at an index that lies outside is undefined, so these may not be hoisted.
defvar IndexingTraits = TiledTraits # [NoMemoryEffect];

def TopkOp : AssayOp<"topk", TiledTraits # [Pure, AllTypesMatch<["valuesInit", "values"]>,
                                            AllTypesMatch<["indicesInit", "indices"]>],
                     TiledDefinitions> {
  let summary = "The k best elements along a dim, and where they stand";
  let description = [{
    Results are the k largest (`smallest`: smallest) elements of `input` along `dim`, and their places
    there. k is the extent of the destinations at `dim`, at most that of `input`. Best first, unless
    `unsorted`. Of equal elements the one with the lowest index comes first in our lowering; the op
    does not promise it.

    ```mlir
    %v, %i = assay.topk dim(1) ins(%x : tensor<4x?xf32>)
                 outs(%v0, %i0 : tensor<4x3xf32>, tensor<4x3xi64>)
    ```
  }];
  let arguments = (ins NumberTensor:$input, NumberTensor:$valuesInit, IndicesTensor:$indicesInit,
                       I64Attr:$dim, UnitAttr:$smallest, UnitAttr:$unsorted);
  let results = (outs NumberTensor:$values, IndicesTensor:$indices);
  let assemblyFormat = [{
    (`smallest` $smallest^)? (`unsorted` $unsorted^)? `dim` `(` $dim `)`
    `ins` `(` $input `:` type($input) `)`
    `outs` `(` $valuesInit `,` $indicesInit `:` type($valuesInit) `,` type($indicesInit) `)` attr-dict
  }];
  let hasFolder = 1;
  let extraClassDeclaration = [{
    mlir::MutableOperandRange getDpsInitsMutable() {
      return mlir::MutableOperandRange(*this, 1, 2);
    }
  }];
}

def WaveTopkOp : AssayOp<"wave_topk", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "The best elements of each line, as a wave of a GPU finds them";
  let description = [{
    A topk along the last dim, of at most 64 elements, best first. Of equal elements the one with the
    lowest index comes first. On tensors, or on memory, to which it writes what results would be.

    ```mlir
    assay.wave_topk ins(%x : memref<4x?xf32>) outs(%v, %i : memref<4x3xf32>, memref<4x3xi64>)
    ```
  }];
  let arguments = (ins AnyTypeOf<[NumberTensor, NumberMemory]>:$input,
                       AnyTypeOf<[NumberTensor, NumberMemory]>:$valuesInit,
                       AnyTypeOf<[IndicesTensor, IndicesMemory]>:$indicesInit, UnitAttr:$smallest);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    (`smallest` $smallest^)? `ins` `(` $input `:` type($input) `)`
    `outs` `(` $valuesInit `,` $indicesInit `:` type($valuesInit) `,` type($indicesInit) `)` attr-dict
    (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    /// At most as many elements of a line are taken.
    static constexpr int64_t mostTaken = 64;
    mlir::MutableOperandRange getDpsInitsMutable() {
      return mlir::MutableOperandRange(*this, 1, 2);
    }
  }];
}

def SortOp : AssayOp<"sort", TiledTraits # [Pure], TiledDefinitions> {
  let summary = "Sorts tensors along a dim by the first of them";
  let description = [{
    Results are the destinations, of one shape, sorted along `dim` by the first, the key. Without
    `stable` the order of equal keys is open. Operands behind the key whose results nobody reads are
    dropped.

    ```mlir
    %s:2 = assay.sort descending dim(0) outs(%keys, %others : tensor<?xf16>, tensor<?xi32>)
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inits, I64Attr:$dim, UnitAttr:$descending,
                       UnitAttr:$stable);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let assemblyFormat = [{
    (`descending` $descending^)? (`stable` $stable^)? `dim` `(` $dim `)`
    `outs` `(` $inits `:` custom<DestinationTypes>(type($inits), type($outputs)) `)` attr-dict
  }];
  let hasCanonicalizer = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    mlir::MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }
  }];
}

def SortIndicesOp : OneResultOp<"sort_indices", TiledTraits # [Pure],
                                [AllTypesMatch<["init", "result"]>], TiledDefinitions> {
  let summary = "Where the elements along a dim stand, in their order";
  let description = [{
    The result is the places along `dim` of the elements of `input` as a sort would put them, the
    first k of them. k is the extent of the destination at `dim`, at most that of `input`. In our
    lowering equal elements keep their order, as in those of sort and topk; the op does not promise it
    unless `stable`. Places wrap to the destination's element type.

    ```mlir
    %i = assay.sort_indices descending dim(1) ins(%x : tensor<4x?xf32>) outs(%i0 : tensor<4x3xi64>)
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, IndicesTensor:$init, I64Attr:$dim,
                       UnitAttr:$descending, UnitAttr:$stable);
  let results = (outs IndicesTensor:$result);
  let assemblyFormat = [{
    (`descending` $descending^)? (`stable` $stable^)? `dim` `(` $dim `)`
    `ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)` attr-dict
  }];
}

def ScatterOp : OneResultOp<"scatter", IndexingTraits, [AllTypesMatch<["init", "result"]>],
                            TiledDefinitions> {
  let summary = "Combines updates into places that indices name along one dim";
  let description = [{
    The result is the destination, in which for every place p of `updates` the element at p, but with
    p[dim] = indices[p], was combined with updates[p]. `indices` and `updates` have one shape, no
    larger than the destination's but at `dim`. If `unique`, no two updates meet; else the order in
    which they do is open.

    ```mlir
    %r = assay.scatter add dim(0) ins(%indices, %updates : tensor<3x4xi32>, tensor<3x4xf32>)
             outs(%base : tensor<?x4xf32>)
    ```
  }];
  let arguments = (ins IndicesTensor:$indices, AnyRankedTensor:$updates, AnyRankedTensor:$init,
                       CombineKind:$combine, I64Attr:$dim, UnitAttr:$unique);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $combine (`unique` $unique^)? `dim` `(` $dim `)`
    `ins` `(` $indices `,` $updates `:` type($indices) `,` type($updates) `)`
    `outs` `(` $init `:` type($init) `)` attr-dict
  }];
}

def ScatterNdOp : OneResultOp<"scatter_nd", IndexingTraits, [AllTypesMatch<["init", "result"]>],
                              TiledDefinitions> {
  let summary = "Combines slices into places that index vectors name";
  let description = [{
    With `indices` of shape [B..., depth] and `updates` of shape [B..., S...], where S are the dims of
    the destination after the first `depth`: the result is the destination, in which for all b and s
    the element at (indices[b, :], s) was combined with updates[b, s].

    ```mlir
    %r = assay.scatter_nd overwrite unique
             ins(%indices, %updates : tensor<5x2xi64>, tensor<5x4xf32>) outs(%base : tensor<3x?x4xf32>)
    ```
  }];
  let arguments = (ins IndicesTensor:$indices, AnyRankedTensor:$updates, AnyRankedTensor:$init,
                       CombineKind:$combine, UnitAttr:$unique);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $combine (`unique` $unique^)?
    `ins` `(` $indices `,` $updates `:` type($indices) `,` type($updates) `)`
    `outs` `(` $init `:` type($init) `)` attr-dict
  }];
}

def GatherOp : OneResultOp<"gather", IndexingTraits, [AllTypesMatch<["init", "result"]>],
                           TiledDefinitions> {
  let summary = "Reads at places that indices name along one dim";
  let description = [{
    result[p] = input[p, but with p[dim] = indices[p]]. `indices` has the shape of the result and is
    no larger than `input` but at `dim`.

    ```mlir
    %r = assay.gather dim(1) ins(%x, %indices : tensor<4x9xf32>, tensor<4x3xi32>)
             outs(%init : tensor<4x3xf32>)
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, IndicesTensor:$indices, AnyRankedTensor:$init,
                       I64Attr:$dim);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    `dim` `(` $dim `)` `ins` `(` $input `,` $indices `:` type($input) `,` type($indices) `)`
    `outs` `(` $init `:` type($init) `)` attr-dict
  }];
}

def GatherNdOp : OneResultOp<"gather_nd", IndexingTraits, [AllTypesMatch<["init", "result"]>],
                             TiledDefinitions> {
  let summary = "Reads slices at places that index vectors name";
  let description = [{
    With `indices` of shape [B..., depth]: result[b, s] = input[indices[b, :], s], of shape
    [B..., S...], where S are the dims of `input` after the first `depth`.

    ```mlir
    %r = assay.gather_nd ins(%x, %indices : tensor<3x?x4xf32>, tensor<5x2xi64>)
             outs(%init : tensor<5x4xf32>)
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, IndicesTensor:$indices, AnyRankedTensor:$init);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    `ins` `(` $input `,` $indices `:` type($input) `,` type($indices) `)`
    `outs` `(` $init `:` type($init) `)` attr-dict
  }];
}

def OneHotOp : OneResultOp<"one_hot", TiledTraits # [Pure],
                           [AllTypesMatch<["init", "result"]>], TiledDefinitions> {
  let summary = "A new dim that tells at which place the index stands";
  let description = [{
    The result has one more dim than `indices`, at `dim`, of extent depth: result[.., j, ..] is `on`
    where j is indices[..], else `off`.

    ```mlir
    %r = assay.one_hot dim(1) ins(%indices, %on, %off : tensor<4xi32>, f32, f32)
             outs(%init : tensor<4x?xf32>)
    ```
  }];
  let arguments = (ins IndicesTensor:$indices, AnyType:$on, AnyType:$off, AnyRankedTensor:$init,
                       I64Attr:$dim);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    `dim` `(` $dim `)`
    `ins` `(` $indices `,` $on `,` $off `:` type($indices) `,` type($on) `,` type($off) `)`
    `outs` `(` $init `:` type($init) `)` attr-dict
  }];
}

def AttentionOp : OneResultOp<"attention", TiledTraits # [Pure, AttrSizedOperandSegments], [],
                              TiledDefinitions> {
  let summary = "softmax(scale * Q K^T + mask) V";
  let description = [{
    `query` [B..., M, K], `key` [C..., N, K], `value` [C..., N, D], optionally `mask` [B..., M, N], and
    the result [B..., M, D] of the query's type. B and C are the same but for the last, which is
    `group` times as large in B: query head h reads key head h / group. A mask of i1 keeps where it is
    true; one of the query's type is added to the scaled scores. `causal` also removes keys n > m,
    aligned top-left; rows are counted from `firstRow` where it is given, as in a tile of more of
    them. Computed in f32, or f64 for f64. A row from which every key is removed is
    NaN or 0.

    ```mlir
    %r = assay.attention causal group(2) scale(5.0e-01)
             ins(%q, %k, %v, %mask : tensor<4x?x8xf16>, tensor<2x?x8xf16>, tensor<2x?x16xf16>,
                                     tensor<4x?x?xi1>)
             outs(%init : tensor<4x?x16xf16>)
    ```
  }];
  let arguments = (ins FloatTensor:$query, FloatTensor:$key, FloatTensor:$value,
                       Optional<AnyRankedTensor>:$mask, Optional<Index>:$firstRow, FloatTensor:$init,
                       F64Attr:$scale,
                       UnitAttr:$causal, DefaultValuedAttr<I64Attr, "1">:$group);
  let results = (outs FloatTensor:$result);
  let assemblyFormat = [{
    (`causal` $causal^)? (`from` `(` $firstRow^ `)`)? (`group` `(` $group^ `)`)? `scale` `(` custom<Scale>($scale) `)`
    `ins` `(` $query `,` $key `,` $value (`,` $mask^)? `:`
              type($query) `,` type($key) `,` type($value) (`,` type($mask)^)? `)`
    `outs` `(` $init `:` custom<DestinationType>(type($init), type($result)) `)` attr-dict
  }];
}

def WaveAttentionOp : AssayOp<"wave_attention", [AttrSizedOperandSegments,
                                                 DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Attention, as waves of a GPU do it";
  let description = [{
    What `attention` computes, in f32, of no more than 256 columns of the query and of the values, whose
    numbers are known. On tensors, or on memory, to which it writes what the result would be.

    ```mlir
    assay.wave_attention causal scale(5.0e-01)
      ins(%q, %k, %v : memref<4x?x8xf16>, memref<4x?x8xf16>, memref<4x?x16xf16>)
      outs(%r : memref<4x?x16xf16>)
    ```
  }];
  let arguments = (ins AnyTypeOf<[FloatTensor, FloatMemory]>:$query,
                       AnyTypeOf<[FloatTensor, FloatMemory]>:$key,
                       AnyTypeOf<[FloatTensor, FloatMemory]>:$value,
                       Optional<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$mask,
                       Optional<Index>:$firstRow, AnyTypeOf<[FloatTensor, FloatMemory]>:$init,
                       F64Attr:$scale, UnitAttr:$causal, DefaultValuedAttr<I64Attr, "1">:$group);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    (`causal` $causal^)? (`from` `(` $firstRow^ `)`)? (`group` `(` $group^ `)`)? `scale` `(` custom<Scale>($scale) `)`
    `ins` `(` $query `,` $key `,` $value (`,` $mask^)? `:`
              type($query) `,` type($key) `,` type($value) (`,` type($mask)^)? `)`
    `outs` `(` $init `:` type($init) `)` attr-dict (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    /// The query and the values have at most as many columns.
    static constexpr int64_t mostColumns = 256;
    mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
}

def ScanOp : OneResultOp<"scan", TiledTraits # [Pure], [], TiledDefinitions> {
  let summary = "Running combination along a dim";
  let description = [{
    result[.., i, ..] combines `start`, of the input's shape without `dim` (or else the identity: 0,
    1, the least or greatest value, -inf or +inf), with the elements of `input` up to i along `dim`,
    itself included unless `exclusive`; from the end if `reverse`. Elements are first extended, as
    signed numbers, to the result's element type.

    ```mlir
    %r = assay.scan sum exclusive dim(0) ins(%x : tensor<?x4xf16>) start(%s : tensor<4xf32>)
             outs(%init : tensor<?x4xf32>)
    ```
  }];
  let arguments = (ins NumberTensor:$input, Optional<NumberTensor>:$start, NumberTensor:$init,
                       ScanKind:$function, I64Attr:$dim, UnitAttr:$exclusive, UnitAttr:$reverse);
  let results = (outs NumberTensor:$result);
  let assemblyFormat = [{
    $function (`exclusive` $exclusive^)? (`reverse` $reverse^)? `dim` `(` $dim `)`
    `ins` `(` $input `:` type($input) `)` (`start` `(` $start^ `:` type($start) `)`)?
    `outs` `(` $init `:` custom<DestinationType>(type($init), type($result)) `)` attr-dict
  }];
}

#endif
