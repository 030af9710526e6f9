// What a device does in one go. assay-form-dispatches makes it of a program on tensors, and
// assay-outline-dispatches functions on buffers of it.

#ifndef ASSAY_DISPATCH
#define ASSAY_DISPATCH

include "AssayDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"

def Access : I32EnumAttr<"Access", "what a dispatch does with memory that it is given", [
    I32EnumAttrCase<"Reads", 0, "reads">, I32EnumAttrCase<"Writes", 1, "writes">]> {
  let cppNamespace = "::assay::ir";
  let genSpecializedAttr = 0;
}

def BindingType : TypeDef<AssayDialect, "Binding"> {
  let mnemonic = "binding";
  let summary = "The memory of a tensor, as a dispatch is given it";
  let description = [{
    `!assay.binding<reads : tensor<?x4xf32>>` holds a tensor that the dispatch only reads,
    `!assay.binding<writes : tensor<?xf32>>` one that it makes: each element is
    written, and of what is written twice the later one stays.
  }];
  let parameters = (ins EnumParameter<Access>:$access, "mlir::RankedTensorType":$tensor);
  let assemblyFormat = "`<` $access `:` $tensor `>`";
}

def DispatchOp : Op<AssayDialect, "dispatch", [
    IsolatedFromAbove, AttrSizedOperandSegments, SingleBlock, NoTerminator, Pure,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "What is done in one go, of tensors in memory";
  let description = [{
    The body is given the memory of each tensor among the inputs, each other input, and the memory of each
    result. `extents` has those of the results that their types do not say, in their order. It says itself where it reads and
    writes, by assay.load and assay.store; nothing else reaches its memory, so that the results are all that it does.

    ```mlir
    %r = assay.dispatch "exp" ins(%x, %n : tensor<?xf32>, index) extents(%n) -> (tensor<?xf32>) {
    ^bb0(%from: !assay.binding<reads : tensor<?xf32>>, %size: index,
         %to: !assay.binding<writes : tensor<?xf32>>):
      %a = assay.load %from {%size} [0] [%size] [1]
           : !assay.binding<reads : tensor<?xf32>> -> tensor<?xf32>
      ...
      assay.store %b, %to {%size} [0] [%size] [1]
           : tensor<?xf32> -> !assay.binding<writes : tensor<?xf32>>
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, Variadic<AnyType>:$inputs, Variadic<Index>:$extents);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $name (`ins` `(` $inputs^ `:` type($inputs) `)`)? (`extents` `(` $extents^ `)`)?
    `->` `(` type($results) `)` $body attr-dict
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    /// The body's memory of a result.
    mlir::BlockArgument memoryOf(mlir::OpResult result) {
      return getBody().getArgument(
          static_cast<unsigned>(getInputs().size()) + result.getResultNumber());
    }
    /// The extents of a result, as the host knows them; and those that its type does not say.
    llvm::SmallVector<mlir::OpFoldResult> extentsOf(mlir::OpResult result);
    mlir::ValueRange dynamicExtentsOf(mlir::OpResult result);
  }];
}

class SliceOp<string mnemonic, int firstOffset, list<Trait> traits>
    : Op<AssayDialect, mnemonic, traits # [AttrSizedOperandSegments,
          OffsetSizeAndStrideOpInterface]> {
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    mlir::RankedTensorType wholeType() {
      return mlir::cast<BindingType>(getMemory().getType()).getTensor();
    }
    std::array<unsigned, 3> getArrayAttrMaxRanks() {
      const auto rank = static_cast<unsigned>(wholeType().getRank());
      return {rank, rank, rank};
    }
    mlir::RankedTensorType sliceType();
    /// The extents of the memory.
    llvm::SmallVector<mlir::OpFoldResult> wholeExtents() {
      mlir::Builder builder(getContext());
      return mlir::getMixedValues(wholeType().getShape(), getExtents(), builder);
    }
    /// Whether all of the memory along a dim is in the slice, in its order.
    bool isWholeAlong(unsigned dim) {
      return mlir::isZeroInteger(getMixedOffsets()[dim]) &&
             mlir::isOneInteger(getMixedStrides()[dim]) &&
             mlir::isEqualConstantIntOrValue(getMixedSizes()[dim], wholeExtents()[dim]);
    }
    /// Whether the slice is all of the memory, in the memory's shape.
    bool isWhole() {
      return wholeType() == sliceType() &&
             llvm::all_of(llvm::seq<unsigned>(0, static_cast<unsigned>(wholeType().getRank())),
                          [&](unsigned dim) { return isWholeAlong(dim); });
    }
    /// Dims of the memory, of size 1 in the slice, that the tensor lacks.
    llvm::SmallDenseSet<unsigned> droppedDims() {
      return *mlir::computeRankReductionMask(getStaticSizes(), sliceType().getShape());
    }
    static unsigned getOffsetSizeAndStrideStartOperandIndex() { return }] # firstOffset # [{; }
  }];
}

def LoadOp : SliceOp<"load", 1, [Pure, DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                           ["reifyResultShapes"]>]> {
  let summary = "The tensor that memory holds, or a slice of it";
  let description = [{
    In braces the memory's extents that its type does not say. Offsets, sizes and strides are those of
    tensor.extract_slice, and as there dims of size 1 may be dropped.
  }];
  let arguments = (ins BindingType:$memory, Variadic<Index>:$offsets, Variadic<Index>:$sizes,
                       Variadic<Index>:$strides, Variadic<Index>:$extents,
                       DenseI64ArrayAttr:$static_offsets, DenseI64ArrayAttr:$static_sizes,
                       DenseI64ArrayAttr:$static_strides);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $memory (`{` $extents^ `}`)? `` custom<DynamicIndexList>($offsets, $static_offsets)
    custom<DynamicIndexList>($sizes, $static_sizes)
    custom<DynamicIndexList>($strides, $static_strides)
    attr-dict `:` type($memory) `->` type($result)
  }];
  let builders = [OpBuilder<(ins "mlir::RankedTensorType":$type, "mlir::Value":$memory,
                                 "mlir::ValueRange":$extents,
                                 "llvm::ArrayRef<mlir::OpFoldResult>":$offsets,
                                 "llvm::ArrayRef<mlir::OpFoldResult>":$sizes,
                                 "llvm::ArrayRef<mlir::OpFoldResult>":$strides)>,
                  // All of the memory.
                  OpBuilder<(ins "mlir::Value":$memory,
                                 "llvm::ArrayRef<mlir::OpFoldResult>":$extents)>];
  let extraClassDefinition = [{
    mlir::RankedTensorType $cppClass::sliceType() { return getResult().getType(); }
  }];
}

def StoreOp : SliceOp<"store", 2, [MemoryEffects<[MemWrite]>]> {
  let summary = "Writes a tensor to memory, or to a slice of it";
  let description = [{
    In braces the memory's extents that its type does not say. Offsets, sizes and strides are those of
    tensor.insert_slice, and as there dims of size 1 may be missing in the tensor. Of what is written
    twice the later one stays.
  }];
  let arguments = (ins AnyRankedTensor:$tensor, BindingType:$memory, Variadic<Index>:$offsets,
                       Variadic<Index>:$sizes, Variadic<Index>:$strides, Variadic<Index>:$extents,
                       DenseI64ArrayAttr:$static_offsets, DenseI64ArrayAttr:$static_sizes,
                       DenseI64ArrayAttr:$static_strides);
  let assemblyFormat = [{
    $tensor `,` $memory (`{` $extents^ `}`)? `` custom<DynamicIndexList>($offsets, $static_offsets)
    custom<DynamicIndexList>($sizes, $static_sizes)
    custom<DynamicIndexList>($strides, $static_strides)
    attr-dict `:` type($tensor) `->` type($memory)
  }];
  let builders = [OpBuilder<(ins "mlir::Value":$tensor, "mlir::Value":$memory,
                                 "mlir::ValueRange":$extents,
                                 "llvm::ArrayRef<mlir::OpFoldResult>":$offsets,
                                 "llvm::ArrayRef<mlir::OpFoldResult>":$sizes,
                                 "llvm::ArrayRef<mlir::OpFoldResult>":$strides)>,
                  // All of the memory.
                  OpBuilder<(ins "mlir::Value":$tensor, "mlir::Value":$memory,
                                 "llvm::ArrayRef<mlir::OpFoldResult>":$extents)>];
  let extraClassDefinition = [{
    mlir::RankedTensorType $cppClass::sliceType() {
      return llvm::cast<mlir::RankedTensorType>(getTensor().getType());
    }
  }];
}

#endif
