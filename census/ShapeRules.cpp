#include "census/Anatomy.h"
#include "census/Rules.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

#include <set>

using namespace mlir;

namespace assay::census {

namespace {

/// Every tensor type of a value in the module.
template <class Visit> void eachTensorType(ModuleOp module, Visit visit) {
  module.walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (RankedTensorType type = tensorType(result))
        visit(type);
    if (auto function = dyn_cast<func::FuncOp>(op))
      for (Value argument : function.getArguments())
        if (RankedTensorType type = tensorType(argument))
          visit(type);
  });
}

/// The signature of main knows nothing but one small extent.
bool knowsOneSmallExtent(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  std::set<int64_t> known;
  int64_t unknown = 0;
  auto add = [&](Type type) {
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      for (int64_t extent : tensor.getShape()) {
        if (ShapedType::isDynamic(extent))
          ++unknown;
        else
          known.insert(extent);
      }
  };
  llvm::for_each(main.getArgumentTypes(), add);
  llvm::for_each(main.getResultTypes(), add);
  return unknown >= 2 && known.size() == 1 && *known.begin() <= 32;
}

bool tilesBadly(int64_t extent) {
  static constexpr int64_t besideTiles[] = {31,  33,  63,  65,  127,  129,
                                            255, 257, 511, 513, 1023, 1025};
  return (extent > 2 && extent < 32 && extent % 4 != 0) || extent >= 256 ||
         llvm::is_contained(besideTiles, extent);
}

bool joinsTwoDynamicDims(Operation *reshape) {
  auto groups = isa<tensor::ExpandShapeOp>(reshape)
                    ? cast<tensor::ExpandShapeOp>(reshape).getReassociationIndices()
                    : cast<tensor::CollapseShapeOp>(reshape).getReassociationIndices();
  RankedTensorType split = isa<tensor::ExpandShapeOp>(reshape) ? tensorType(reshape->getResult(0))
                                                               : tensorType(reshape->getOperand(0));
  return llvm::any_of(groups, [&](const ReassociationIndices &group) {
    return llvm::count_if(group, [&](int64_t dim) { return split.isDynamicDim(dim); }) >= 2;
  });
}

bool standsBetween(Operation *reshape) {
  return reshape->getOperand(0).getDefiningOp() &&
         llvm::any_of(reshape->getUsers(), [](Operation *user) {
           return isHeavy(user) || isElementwise(user) || isReshape(user);
         });
}

struct Slice {
  int64_t dropped = 0; // dims that the small side lacks
  int64_t units = 0;   // dims of static size 1
};

std::optional<Slice> sliceOf(Operation *op) {
  auto describe = [](auto slice, RankedTensorType whole, RankedTensorType part) {
    return Slice{whole.getRank() - part.getRank(), llvm::count(slice.getStaticSizes(), 1)};
  };
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return describe(slice, slice.getSourceType(), slice.getResultType());
  if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
    return describe(slice, slice.getDestType(), slice.getSourceType());
  return std::nullopt;
}

/// A slice that drops a dim while another has size 1 in a run.
bool dropsOneOfSeveralUnits(const TestCase &testCase) {
  const Program &program = testCase.program();
  for (size_t i = 0; i < program.nodes().size(); ++i) {
    const Node &node = program.nodes()[i];
    std::vector<Dim> sizes;
    size_t dropped = 0;
    if (const auto *extract = std::get_if<ExtractSlice>(&node.op)) {
      sizes = extract->sizes;
      dropped = extract->dropped.size();
    } else if (const auto *insert = std::get_if<InsertSlice>(&node.op)) {
      sizes = program.type(node.operands[0]).dims;
      dropped = insert->dropped.size();
      sizes.insert(sizes.end(), dropped, Dim(1));
    }
    if (dropped == 0)
      continue;
    for (const Run &run : testCase.runs()) {
      size_t units = 0;
      for (const Dim &size : sizes)
        units += size.evaluate(run.bindings) == 1;
      if (units > dropped)
        return true;
    }
  }
  return false;
}

bool castsBack(Operation *op) {
  auto cast = dyn_cast<tensor::CastOp>(op);
  if (!cast)
    return false;
  return llvm::any_of(cast->getUsers(), [&](Operation *user) {
    return isa<tensor::CastOp>(user) && user->getResult(0).getType() == cast.getSource().getType();
  });
}

} // namespace

void shapeRules(ModuleOp module, const TestCase &testCase, Note note) {
  note(Structure::A, knowsOneSmallExtent(module));
  eachTensorType(module, [&](RankedTensorType type) {
    note(Structure::G,
         llvm::is_contained(type.getShape(), 1) || llvm::is_contained(type.getShape(), 0));
    note(Structure::L, llvm::any_of(type.getShape(), [](int64_t extent) {
           return !ShapedType::isDynamic(extent) && tilesBadly(extent);
         }));
    note(Structure::Y, isa<ComplexType>(type.getElementType()));
  });
  for (const Run &run : testCase.runs())
    for (const TensorType &type : testCase.program().arguments())
      for (int64_t extent : type.shape(run.bindings))
        note(Structure::G, extent <= 1);
  note(Structure::X, dropsOneOfSeveralUnits(testCase));
  module.walk([&](Operation *op) {
    if (isReshape(op))
      note(Structure::E, joinsTwoDynamicDims(op) && standsBetween(op));
    if (auto slice = sliceOf(op)) {
      note(Structure::F, slice->dropped > 0);
      note(Structure::X, slice->dropped > 0 && slice->units > slice->dropped);
    }
    note(Structure::M, castsBack(op));
  });
}

} // namespace assay::census
