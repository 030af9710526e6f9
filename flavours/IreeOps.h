#pragma once

#include "flavours/IreeSyntax.h"

#include <mlir/IR/ImplicitLocOpBuilder.h>
#include <mlir/IR/PatternMatch.h>

namespace assay {

/// Ops of iree_linalg_ext, of which this program knows nothing but the name: in MLIR's generic
/// form, which every version reads.
class IreeOpBuilder {
public:
  IreeOpBuilder(mlir::ImplicitLocOpBuilder &b, const IreeSyntax &syntax) : b(b), syntax(syntax) {}

  mlir::ImplicitLocOpBuilder &b;
  const IreeSyntax &syntax;

  /// Writes a body: gets the block's arguments and returns what it yields.
  using Body =
      llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange elements)>;

  /// The op `iree_linalg_ext.<name>`, whose results have the types of `outs`. `elements` are the
  /// types of the body's arguments.
  mlir::ResultRange create(llvm::StringRef name, mlir::ValueRange inputs, mlir::ValueRange outs,
                           llvm::ArrayRef<mlir::NamedAttribute> attributes,
                           mlir::TypeRange elements, Body body);
  /// The same without a body.
  mlir::ResultRange create(llvm::StringRef name, mlir::ValueRange inputs, mlir::ValueRange outs,
                           llvm::ArrayRef<mlir::NamedAttribute> attributes);

  mlir::NamedAttribute dimension(int64_t dim);
  /// 0 .. depth-1: which dim each number of an index vector counts.
  mlir::NamedAttribute dimensionMap(int64_t depth);

private:
  mlir::OperationState state(llvm::StringRef name, mlir::ValueRange inputs, mlir::ValueRange outs,
                             llvm::ArrayRef<mlir::NamedAttribute> attributes);
};

/// Turns an op of the assay dialect into IREE's.
template <class Op> struct IreePattern : mlir::OpRewritePattern<Op> {
  IreePattern(mlir::MLIRContext *context, const IreeSyntax &syntax)
      : mlir::OpRewritePattern<Op>(context), syntax(syntax) {}

  const IreeSyntax &syntax;
};

/// The patterns refer to `syntax`.
void populateIreeSortingPatterns(mlir::RewritePatternSet &patterns, const IreeSyntax &syntax);
void populateIreeIndexingPatterns(mlir::RewritePatternSet &patterns, const IreeSyntax &syntax);
void populateIreeScanPatterns(mlir::RewritePatternSet &patterns, const IreeSyntax &syntax);
void populateIreeAttentionPatterns(mlir::RewritePatternSet &patterns, const IreeSyntax &syntax);

/// A linalg.generic with identity maps that makes each element of a tensor like `like`, but of type
/// `element`, from that of `from`.
mlir::Value mapElements(mlir::ImplicitLocOpBuilder &b, mlir::Value from, mlir::Type element,
                        llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &, mlir::Value)>);
/// The elements as integers of that type; signed.
mlir::Value castIntegers(mlir::ImplicitLocOpBuilder &b, mlir::Value from, mlir::Type element);

} // namespace assay
