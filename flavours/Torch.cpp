#include "flavours/Torch.h"

#include "compiler/emit/Emit.h"
#include "flavours/TorchOps.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

#include <fmt/format.h>

#include <algorithm>

using namespace mlir;

namespace assay {
namespace torch {

Site::Site(Scope &scope, const TestCase &testCase, int index)
    : scope(scope), testCase(testCase), node(testCase.program().node(index)) {
  for (ValueId operand : node.operands)
    operands.push_back(scope.value(operand));
  const ValueId first = testCase.program().firstResult(index);
  for (int i = 0; i < testCase.program().resultCount(index); ++i)
    results.push_back(testCase.program().type(first + i));
}

std::optional<Shaped> Site::initial() const {
  if (!node.destination)
    return std::nullopt;
  return scope.value(*node.destination);
}

static void writeNodes(Scope &scope, const TestCase &testCase) {
  const Program &program = testCase.program();
  for (int node = 0; node < static_cast<int>(program.nodes().size()); ++node) {
    Site site(scope, testCase, node);
    Results results = std::visit([&](const auto &op) { return writeOp(site, op); }, site.node.op);
    for (size_t i = 0; i < results.size(); ++i)
      scope.define(program.firstResult(node) + static_cast<int>(i), std::move(results[i]));
  }
}

static void writeMain(ModuleOp module, const TestCase &testCase) {
  MLIRContext &context = *module.getContext();
  const Program &program = testCase.program();
  const emission::Subject subject{program, testCase.specialization(),
                                  testCase.runs().front().bindings};
  const std::vector<SymbolId> scalars = scalarArguments(program, testCase.specialization());
  llvm::SmallVector<mlir::Type> arguments(scalars.size(), torchType(context, "int")), results;
  for (const TensorType &type : program.arguments())
    arguments.push_back(tensorType(subject, context, type));
  for (ValueId value : program.returns())
    results.push_back(tensorType(subject, context, program.type(value)));
  auto function = func::FuncOp::create(module.getLoc(), "main",
                                       FunctionType::get(&context, arguments, results));
  // Without it a `?` might be 1, and stretched.
  function->setAttr("torch.assume_strict_symbolic_shapes", UnitAttr::get(&context));
  module.push_back(function);

  Scope scope(subject, function.addEntryBlock());
  for (size_t i = 0; i < scalars.size(); ++i)
    scope.defineSymbol(scalars[i], function.getArgument(static_cast<unsigned>(i)));
  for (size_t i = 0; i < program.arguments().size(); ++i) {
    const TensorType &type = program.arguments()[i];
    scope.define(
        static_cast<ValueId>(i),
        {function.getArgument(static_cast<unsigned>(scalars.size() + i)), type.element, type.dims});
  }
  for (SymbolId symbol = 0; symbol < program.symbols(); ++symbol)
    if (subject.knowledge(symbol) == Knowledge::Dynamic)
      if (auto source = dimSource(program, symbol))
        scope.defineSymbol(symbol, scope.value(source->argument), source->dim);
  writeNodes(scope, testCase);
  llvm::SmallVector<Value> returned;
  for (ValueId value : program.returns())
    returned.push_back(scope.value(value));
  func::ReturnOp::create(scope.b, scope.b.getUnknownLoc(), returned);
}

/// To torch windows that do not fit are an error. Where types show it nothing needs to be computed.
static bool mayNotFit(const TestCase &testCase, const Windows &windows) {
  return std::ranges::any_of(windows.sizes, [&](const Dim &size) {
    return !size.constant() && std::ranges::any_of(testCase.runs(), [&](const Run &run) {
      return size.evaluate(run.bindings) == 0;
    });
  });
}

/// What torch cannot say of the program.
static std::optional<std::string> inexpressible(const TestCase &testCase, int node) {
  const Program &program = testCase.program();
  const Op &op = program.node(node).op;
  auto mixesParts = [&](const auto *scatter) {
    return scatter && isComplex(program.operandTypes(node)[0].element) &&
           scatter->combine == Combine::Overwrite && !scatter->unique;
  };
  if (mixesParts(std::get_if<Scatter>(&op)) || mixesParts(std::get_if<ScatterNd>(&op)))
    return "complex numbers are scattered part by part, which may mix two that meet";
  const auto *conv = std::get_if<Conv>(&op);
  const auto *window = std::get_if<ReduceWindow>(&op);
  if ((conv && mayNotFit(testCase, conv->windows)) ||
      (window && mayNotFit(testCase, window->windows)))
    return "a window does not fit";
  if (window && !window->window.empty() && std::ranges::max(window->window) > maxWindow)
    return fmt::format("windows of more than {} elements along a dim", maxWindow);
  return std::nullopt;
}

} // namespace torch

Outcome<OwningOpRef<ModuleOp>> torchModule(MLIRContext &context, const TestCase &testCase) {
  const std::vector<Node> &nodes = testCase.program().nodes();
  for (size_t node = 0; node < nodes.size(); ++node)
    if (auto reason = torch::inexpressible(testCase, static_cast<int>(node)))
      return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Emit,
                           fmt::format("{}: {}", name(kindOf(nodes[node].op)), *reason)};
  context.loadDialect<func::FuncDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  torch::writeMain(*module, testCase);
  return module;
}

} // namespace assay
