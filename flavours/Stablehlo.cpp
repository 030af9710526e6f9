#include "flavours/Stablehlo.h"

#include "compiler/emit/Emit.h"
#include "flavours/StablehloOps.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

#include <fmt/format.h>

using namespace mlir;

namespace assay {
namespace stablehlo {

Site::Site(Scope &scope, const TestCase &testCase, int index)
    : scope(scope), testCase(testCase), node(testCase.program().node(index)) {
  for (ValueId operand : node.operands)
    operands.push_back(scope.value(operand));
  const ValueId first = testCase.program().firstResult(index);
  for (int i = 0; i < testCase.program().resultCount(index); ++i)
    results.push_back(testCase.program().type(first + i));
}

mlir::Type Site::element(int result) const {
  return scope.element(results[static_cast<size_t>(result)].element);
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
  MLIRContext *context = module.getContext();
  const Program &program = testCase.program();
  const emission::Subject subject{program, testCase.specialization(),
                                  testCase.runs().front().bindings};
  const std::vector<SymbolId> scalars = scalarArguments(program, testCase.specialization());
  const auto number = RankedTensorType::get({}, IntegerType::get(context, 64));
  llvm::SmallVector<mlir::Type> arguments(scalars.size(), number), results;
  for (const TensorType &type : program.arguments())
    arguments.push_back(emission::rankedType(subject, *context, type));
  for (ValueId value : program.returns())
    results.push_back(emission::rankedType(subject, *context, program.type(value)));
  auto function =
      func::FuncOp::create(module.getLoc(), "main", FunctionType::get(context, arguments, results));
  module.push_back(function);

  Scope scope(subject, function.addEntryBlock());
  for (size_t i = 0; i < scalars.size(); ++i)
    scope.defineSymbol(scalars[i], function.getArgument(static_cast<unsigned>(i)));
  for (size_t i = 0; i < program.arguments().size(); ++i)
    scope.define(static_cast<ValueId>(i),
                 {function.getArgument(static_cast<unsigned>(scalars.size() + i)),
                  program.arguments()[i].dims});
  for (SymbolId symbol = 0; symbol < program.symbols(); ++symbol)
    if (subject.knowledge(symbol) == Knowledge::Dynamic)
      if (auto source = dimSource(program, symbol))
        scope.defineSymbol(symbol, scope.value(source->argument).value, source->dim);
  writeNodes(scope, testCase);
  llvm::SmallVector<Value> returned;
  for (ValueId value : program.returns())
    returned.push_back(scope.value(value).value);
  func::ReturnOp::create(scope.b, scope.b.getUnknownLoc(), returned);
}

/// What StableHLO cannot say of the program.
static std::optional<std::string> inexpressible(const Program &program) {
  for (size_t i = 0; i < program.nodes().size(); ++i) {
    auto *unary = std::get_if<Unary>(&program.nodes()[i].op);
    // Of narrower types it is exp(x ln 2) in a wider one.
    if (unary && unary->function == UnaryKind::Exp2 &&
        program.operandTypes(static_cast<int>(i))[0].element == ElementType::F64)
      return fmt::format("{}: StableHLO has no exp2, and none as accurate of f64 can be made",
                         name(OpKind::Unary));
  }
  return std::nullopt;
}

} // namespace stablehlo

Outcome<OwningOpRef<ModuleOp>> stablehloModule(MLIRContext &context, const TestCase &testCase) {
  if (auto reason = stablehlo::inexpressible(testCase.program()))
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Emit, *reason};
  context.loadDialect<func::FuncDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  stablehlo::writeMain(*module, testCase);
  return module;
}

} // namespace assay
