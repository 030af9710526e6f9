#include "targets/upstream/UpstreamModule.h"

#include "compiler/emit/Emit.h"
#include "compiler/emit/Source.h"
#include "compiler/lowering/Passes.h"
#include "compiler/mutants/Passes.h"
#include "compiler/pipelines/Pipelines.h"
#include "program/Abi.h"
#include "support/Assert.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Complex/IR/Complex.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Linalg/Transforms/Transforms.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/IR/ImplicitLocOpBuilder.h>
#include <mlir/Parser/Parser.h>
#include <mlir/Pass/PassManager.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cstring>

namespace assay {

namespace {

using mlir::Value;

/// Writes the functions around the program.
class EntryWriter {
public:
  EntryWriter(mlir::ModuleOp module, const TestCase &testCase)
      : b(module.getLoc(), module.getContext()), module(module), testCase(testCase),
        program(module.lookupSymbol<mlir::func::FuncOp>("main")) {
    // Only a runner in process calls it from C.
    program->removeAttr("llvm.emit_c_interface");
    b.setInsertionPointToEnd(module.getBody());
    printNumber = declare("printI64", b.getI64Type());
    printNewline = declare("printNewline", {});
  }

  void write(size_t i) {
    b.setInsertionPointToEnd(module.getBody());
    auto entry = mlir::func::FuncOp::create(b, fmt::format("run{}", i), b.getFunctionType({}, {}));
    b.setInsertionPointToStart(entry.addEntryBlock());
    auto call = mlir::func::CallOp::create(b, program, operands(testCase.runs()[i]));
    for (Value result : call.getResults())
      print(result);
    mlir::func::ReturnOp::create(b);
  }

private:
  mlir::func::FuncOp declare(const char *name, mlir::TypeRange types) {
    auto function = mlir::func::FuncOp::create(b, name, b.getFunctionType(types, {}));
    function.setPrivate();
    return function;
  }

  Value index(int64_t value) { return mlir::arith::ConstantIndexOp::create(b, value); }

  std::vector<Value> operands(const Run &run) {
    std::vector<Value> values;
    const std::vector<Tensor> inputs = testCase.inputs(run);
    const size_t scalars = program.getNumArguments() - inputs.size();
    const std::vector<SymbolId> symbols =
        scalarArguments(testCase.program(), testCase.specialization());
    ASSAY_ASSERT(symbols.size() == scalars, "@main is as program/Abi.h says");
    for (int64_t value : scalarValues(symbols, run.bindings))
      values.push_back(index(value));
    for (size_t i = 0; i < inputs.size(); ++i)
      values.push_back(constant(inputs[i], mlir::cast<mlir::RankedTensorType>(
                                               program.getArgument(scalars + i).getType())));
    return values;
  }

  Value constant(const Tensor &tensor, mlir::RankedTensorType wanted) {
    auto type = mlir::RankedTensorType::get(tensor.shape(), wanted.getElementType());
    // Upstream's folders crash on constants without elements.
    Value value =
        tensor.size() == 0
            ? mlir::tensor::EmptyOp::create(b, tensor.shape(), wanted.getElementType()).getResult()
            : mlir::arith::ConstantOp::create(b, emission::elements(type, tensor)).getResult();
    return type == wanted ? value : mlir::tensor::CastOp::create(b, wanted, value).getResult();
  }

  void number(Value i64) {
    mlir::func::CallOp::create(b, printNumber, mlir::ValueRange(i64));
    mlir::func::CallOp::create(b, printNewline, mlir::ValueRange());
  }

  void bits(Value element) {
    mlir::Type type = element.getType();
    if (mlir::isa<mlir::ComplexType>(type)) {
      bits(mlir::complex::ReOp::create(b, element));
      bits(mlir::complex::ImOp::create(b, element));
      return;
    }
    mlir::Type integer = b.getIntegerType(type.getIntOrFloatBitWidth());
    if (type != integer)
      element = mlir::arith::BitcastOp::create(b, integer, element);
    if (integer != b.getI64Type())
      element = mlir::arith::ExtUIOp::create(b, b.getI64Type(), element);
    number(element);
  }

  void print(Value tensor) {
    auto type = mlir::cast<mlir::RankedTensorType>(tensor.getType());
    std::vector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      sizes.push_back(mlir::tensor::DimOp::create(b, tensor, index(dim)));
      number(mlir::arith::IndexCastOp::create(b, b.getI64Type(), sizes.back()));
    }
    mlir::OpBuilder::InsertionGuard guard(b);
    std::vector<Value> indices;
    for (Value size : sizes) {
      auto loop = mlir::scf::ForOp::create(b, index(0), size, index(1));
      indices.push_back(loop.getInductionVar());
      b.setInsertionPointToStart(loop.getBody());
    }
    bits(mlir::tensor::ExtractOp::create(b, tensor, indices));
  }

  mlir::ImplicitLocOpBuilder b;
  mlir::ModuleOp module;
  const TestCase &testCase;
  mlir::func::FuncOp program, printNumber, printNewline;
};

/// Takes numbers out of lines.
class NumberReader {
public:
  explicit NumberReader(std::string_view text) : text(text) {}

  std::optional<int64_t> next() {
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text.begin(), text.end(), number);
    if (error != std::errc() || end == text.end() || *end != '\n')
      return std::nullopt;
    text.remove_prefix(static_cast<size_t>(end - text.begin()) + 1);
    return number;
  }
  std::string line() const {
    return std::string(text.substr(0, std::min<size_t>(text.find('\n'), 80)));
  }
  bool atEnd() const { return text.empty(); }

private:
  std::string_view text;
};

TargetFailure rejected(std::string detail) {
  return {TargetFailure::Kind::Rejected, Stage::Run, std::move(detail)};
}

} // namespace

void generaliseNewOps(mlir::ModuleOp module, int version) {
  // linalg.contract is new in 21; in 22 the body of linalg.map has another argument.
  if (version >= 22)
    return;
  std::vector<mlir::linalg::LinalgOp> ops;
  module.walk([&](mlir::linalg::LinalgOp op) {
    if (mlir::isa<mlir::linalg::ContractOp, mlir::linalg::MapOp>(op))
      ops.push_back(op);
  });
  mlir::IRRewriter rewriter(module.getContext());
  for (mlir::linalg::LinalgOp op : ops) {
    rewriter.setInsertionPoint(op);
    bool isDone = mlir::succeeded(mlir::linalg::generalizeNamedOp(rewriter, op));
    ASSAY_ASSERT(isDone, "linalg.map and linalg.contract have a generic form");
  }
}

namespace {

TargetFailure failedToEmit(TargetFailure::Kind kind, std::string detail) {
  return {kind, Stage::Emit, std::move(detail)};
}

/// Whether the change verifies.
bool change(mlir::ModuleOp module, std::unique_ptr<mlir::Pass> pass) {
  mlir::ScopedDiagnosticHandler silent(module.getContext(), [](mlir::Diagnostic &) {});
  mlir::PassManager passes(module.getContext());
  passes.addPass(std::move(pass));
  return mlir::succeeded(passes.run(module));
}

constexpr const char *doesNotVerify = "does not verify with the change";

/// Whether the op is a function that EntryWriter wrote.
bool isEntry(mlir::Operation &op) {
  auto name = op.getAttrOfType<mlir::StringAttr>(mlir::SymbolTable::getSymbolAttrName());
  if (!name)
    return false;
  llvm::StringRef number = name.getValue();
  if (!number.consume_front("run"))
    return false;
  return !number.empty() && llvm::all_of(number, llvm::isDigit);
}

} // namespace

Outcome<std::string> upstreamModule(const TestCase &testCase, int version,
                                    const std::optional<ModuleMutant> &mutant) {
  using Kind = TargetFailure::Kind;
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  loadEmittedDialects(context);
  context.loadDialect<mlir::scf::SCFDialect, mlir::complex::ComplexDialect>();
  mlir::OwningOpRef<mlir::ModuleOp> module = emit(context, testCase);
  const auto mutate = [&](Phase phase) {
    return !mutant || mutant->phase != phase ||
           change(*module, createMutatePass(phase, mutant->options));
  };
  if (!mutate(Phase::Emitted))
    return failedToEmit(Kind::Rejected, doesNotVerify);
  mlir::PassManager passes(&context);
  passes.addPass(createLowerAssayPass());
  if (mlir::failed(passes.run(*module)))
    return failedToEmit(Kind::Unsupported, "an op cannot be lowered to upstream's");
  generaliseNewOps(*module, version);
  if (!mutate(Phase::Tensors))
    return failedToEmit(Kind::Rejected, doesNotVerify);
  EntryWriter writer(*module, testCase);
  for (size_t i = 0; i < testCase.runs().size(); ++i)
    writer.write(i);
  return printModule(*module);
}

Outcome<std::string> withMutant(std::string_view text, const MutantOptions &mutant) {
  using Kind = TargetFailure::Kind;
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  mlir::ScopedDiagnosticHandler silent(&context, [](mlir::Diagnostic &) {});
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return failedToEmit(Kind::Unsupported, "what the pipeline made so far cannot be read");
  std::vector<mlir::Operation *> entries;
  for (mlir::Operation &op : llvm::make_early_inc_range(*module->getBody()))
    if (isEntry(op)) {
      op.remove();
      entries.push_back(&op);
    }
  const bool isChanged = change(*module, createMutateAnywherePass(mutant));
  for (mlir::Operation *entry : entries)
    module->push_back(entry);
  if (!isChanged)
    return failedToEmit(Kind::Rejected, doesNotVerify);
  return printModule(*module);
}

std::string withTogether(std::string lowered, std::span<const size_t> runs) {
  constexpr std::string_view end = "\n}\n"; // what may follow are resources, which are indented
  const size_t place = lowered.rfind(end);
  if (place == lowered.npos)
    return "";
  std::string function = "\n  llvm.func @together() {\n";
  for (const size_t run : runs)
    function += fmt::format("    llvm.call @run{}() : () -> ()\n", run);
  lowered.insert(place, function + "    llvm.return\n  }");
  return lowered;
}

static Outcome<std::vector<Tensor>> readResults(NumberReader &reader, const Program &program,
                                                const Bindings &bindings) {
  auto odd = [&] {
    return rejected(reader.atEnd()
                        ? std::string("prints too few numbers")
                        : fmt::format("prints '{}' where a number should be", reader.line()));
  };
  std::vector<Tensor> results;
  for (ValueId value : program.returns()) {
    const TensorType &type = program.type(value);
    Tensor tensor(type.element, type.shape(bindings));
    Shape shape;
    for (int64_t dim = 0; dim < type.rank(); ++dim) {
      auto extent = reader.next();
      if (!extent)
        return odd();
      shape.push_back(*extent);
    }
    if (shape != tensor.shape())
      return rejected(fmt::format("a result of type {} has shape [{}], not [{}]", type.text(),
                                  fmt::join(shape, ","), fmt::join(tensor.shape(), ",")));
    const size_t parts = isComplex(type.element) ? 2 : 1;
    const size_t width = storageBytes(type.element) / parts;
    for (size_t i = 0; i < static_cast<size_t>(tensor.size()) * parts; ++i) {
      auto bits = reader.next();
      if (!bits)
        return odd();
      // The machine is little-endian.
      std::memcpy(tensor.data() + i * width, &*bits, width);
    }
    results.push_back(std::move(tensor));
  }
  return results;
}

Outcome<std::vector<std::vector<Tensor>>>
parseResultsOfRuns(std::string_view printed, const Program &program, std::span<const Run> runs) {
  NumberReader reader(printed);
  std::vector<std::vector<Tensor>> all;
  for (const Run &run : runs) {
    auto results = readResults(reader, program, run.bindings);
    if (auto *failure = results.failure())
      return std::move(*failure);
    all.push_back(*std::move(results));
  }
  if (!reader.atEnd())
    return rejected(fmt::format("prints '{}' behind the results", reader.line()));
  return all;
}

Outcome<std::vector<Tensor>> parseResults(std::string_view printed, const Program &program,
                                          const Bindings &bindings) {
  const Run run{bindings, {}};
  auto all = parseResultsOfRuns(printed, program, {&run, 1});
  if (auto *failure = all.failure())
    return std::move(*failure);
  return std::move(all->front());
}

} // namespace assay
