#include "census/Anatomy.h"
#include "census/Rules.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

#include <set>

using namespace mlir;

namespace assay::census {

namespace {

bool isPatterned(const Input &input) {
  const Recipe *recipe = std::get_if<Recipe>(&input);
  if (!recipe)
    return false;
  switch (recipe->distribution) {
  case Distribution::Equal:
  case Distribution::Ties:
  case Distribution::Ascending:
  case Distribution::Descending:
  case Distribution::MaskRows:
  case Distribution::FiniteMask:
  case Distribution::PaddedRows:
  case Distribution::Edges:
  case Distribution::Sparse:
    return true;
  case Distribution::Integers:
  case Distribution::Uniform:
  case Distribution::Normal:
  case Distribution::LogUniform:
  case Distribution::Distinct:
  case Distribution::UniqueRows:
  case Distribution::Halves:
  case Distribution::Unlike:
  case Distribution::Cancelling:
  case Distribution::Special:
    break;
  }
  return false;
}

bool hasPatternedInput(const TestCase &testCase) {
  for (const Run &run : testCase.runs())
    for (size_t i = 0; i < run.inputs.size(); ++i)
      if (isPatterned(run.inputs[i]) &&
          elementCount(testCase.program().arguments()[i].shape(run.bindings)) >= 2)
        return true;
  return false;
}

bool runsAtThreeSizes(const TestCase &testCase) {
  std::set<Bindings> sizes;
  for (const Run &run : testCase.runs())
    sizes.insert(run.bindings);
  return sizes.size() >= 3;
}

} // namespace

void runRules(ModuleOp module, const TestCase &testCase, Note note) {
  auto functions = module.getOps<func::FuncOp>();
  auto main = module.lookupSymbol<func::FuncOp>("main");
  note(Structure::I, hasPatternedInput(testCase));
  note(Structure::P, runsAtThreeSizes(testCase));
  note(Structure::Q, std::distance(functions.begin(), functions.end()) > 1);
  note(Structure::V,
       llvm::any_of(main.getArgumentTypes(), [](Type type) { return type.isIndex(); }));
  note(Structure::V, llvm::is_contained(testCase.specialization(), Knowledge::Disguised));
}

} // namespace assay::census
