#include "compiler/emit/Emit.h"

#include "compiler/dialect/Provenance.h"
#include "compiler/emit/OpEmitters.h"
#include "support/Assert.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/Complex/IR/Complex.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Math/IR/Math.h>

#include <llvm/Support/raw_ostream.h>

#include <set>

using namespace mlir;

namespace assay {
namespace emission {
namespace {

/// Writes the functions of a module.
class ModuleWriter {
public:
  ModuleWriter(const Subject &subject, mlir::ModuleOp module)
      : subject(subject), program(subject.program), module(module) {}

  void writeMain();

private:
  /// Writes the nodes [first, end). Groups from number `group` on are looked at: those before it
  /// are written or contain these nodes.
  void writeNodes(Scope &scope, int first, int end, size_t group);
  void writeNode(Scope &scope, int node);
  void writeCall(Scope &scope, size_t group);
  void writeBody(Scope &scope, const Group &group);

  /// Values that the nodes of the group read but do not make, and those they make that are read
  /// behind it or returned; ascending.
  struct Interface {
    std::vector<ValueId> inputs, outputs;
  };
  Interface interface(const Group &group) const;
  /// Symbols that are not Static and that occur in the group.
  std::vector<SymbolId> symbols(const Group &group, const Interface &values) const;

  Scope startFunction(llvm::StringRef name, llvm::ArrayRef<mlir::Type> arguments,
                      llvm::ArrayRef<mlir::Type> results, bool isPublic);

  const Subject &subject;
  const Program &program;
  mlir::ModuleOp module;
};

Scope ModuleWriter::startFunction(llvm::StringRef name, llvm::ArrayRef<mlir::Type> arguments,
                                  llvm::ArrayRef<mlir::Type> results, bool isPublic) {
  MLIRContext *context = module.getContext();
  auto function =
      func::FuncOp::create(module.getLoc(), name, FunctionType::get(context, arguments, results));
  module.push_back(function);
  if (isPublic) {
    function->setAttr("llvm.emit_c_interface", UnitAttr::get(context));
    // The caller's tensors stay as they are: bufferization must copy what it would overwrite.
    for (unsigned i = 0; i < arguments.size(); ++i)
      if (isa<RankedTensorType>(arguments[i]))
        function.setArgAttr(i, bufferization::BufferizationDialect::kWritableAttrName,
                            BoolAttr::get(context, false));
  } else {
    function.setPrivate();
  }
  return Scope(subject, function.addEntryBlock());
}

void ModuleWriter::writeMain() {
  MLIRContext &context = *module.getContext();
  const std::vector<SymbolId> scalars = scalarArguments(program, subject.specialization);
  llvm::SmallVector<mlir::Type> arguments(scalars.size(), IndexType::get(&context)), results;
  for (const TensorType &type : program.arguments())
    arguments.push_back(rankedType(subject, context, type));
  for (ValueId value : program.returns())
    results.push_back(rankedType(subject, context, program.type(value)));
  Scope scope = startFunction("main", arguments, results, true);
  auto given = scope.b.getBlock()->getArguments();
  for (size_t i = 0; i < scalars.size(); ++i)
    scope.defineSymbol(scalars[i], given[i]);
  for (size_t i = 0; i < program.arguments().size(); ++i)
    scope.define(static_cast<ValueId>(i), given[scalars.size() + i]);
  for (SymbolId symbol = 0; symbol < program.symbols(); ++symbol)
    if (subject.knowledge(symbol) == Knowledge::Dynamic)
      if (auto source = dimSource(program, symbol))
        scope.defineSymbol(symbol, scope.value(source->argument), source->dim);
  writeNodes(scope, 0, static_cast<int>(program.nodes().size()), 0);
  llvm::SmallVector<Value> returned;
  for (ValueId value : program.returns())
    returned.push_back(scope.value(value));
  func::ReturnOp::create(scope.b, returned);
}

void ModuleWriter::writeNodes(Scope &scope, int first, int end, size_t group) {
  const std::vector<Group> &groups = program.groups();
  for (int node = first; node < end;) {
    // Outer groups are listed first, so the first one that starts here holds all others that do.
    size_t here = group;
    while (here < groups.size() && groups[here].first != node)
      ++here;
    if (here == groups.size()) {
      writeNode(scope, node++);
      continue;
    }
    if (groups[here].kind == Group::Kind::Function)
      writeCall(scope, here);
    else
      writeBody(scope, groups[here]);
    node = groups[here].end;
  }
}

/// The names of ops are the places in the program that what becomes of them goes by.
static Location locationOf(MLIRContext &context, std::span<const Node> nodes) {
  llvm::SmallVector<Location> places;
  for (const Node &node : nodes)
    places.push_back(NameLoc::get(StringAttr::get(&context, name(kindOf(node.op)))));
  return FusedLoc::get(&context, places);
}

/// The ops at `loc` that make these say so.
static void name(ArrayRef<Value> results, ArrayRef<ValueId> values, Location loc) {
  llvm::MapVector<Operation *, llvm::SmallVector<ir::ValueAttr>> makers;
  for (auto [result, value] : llvm::zip(results, values))
    if (Operation *op = result.getDefiningOp(); op && op->getLoc() == loc) {
      auto &held = makers[op];
      held.resize(op->getNumResults());
      held[cast<OpResult>(result).getResultNumber()] =
          ir::ValueAttr::get(loc.getContext(), value, {});
    }
  for (auto &[op, held] : makers)
    op->setLoc(ir::holding(loc, held));
}

void ModuleWriter::writeNode(Scope &scope, int node) {
  Site site(scope, node);
  const Location loc = locationOf(*module.getContext(), {&site.node, 1});
  scope.b.setLoc(loc);
  Results results = std::visit([&](const auto &op) { return emitOp(site, op); }, site.node.op);
  ASSAY_ASSERT(static_cast<int>(results.size()) == program.resultCount(node),
               "an op's emission yields one value for each result");
  llvm::SmallVector<ValueId> values;
  for (size_t i = 0; i < results.size(); ++i) {
    values.push_back(program.firstResult(node) + static_cast<int>(i));
    scope.define(values.back(), results[i]);
  }
  name(results, values, loc);
}

ModuleWriter::Interface ModuleWriter::interface(const Group &group) const {
  const ValueId first = program.firstResult(group.first), end = program.firstResult(group.end);
  std::set<ValueId> inputs, outputs;
  auto forEachRead = [](const Node &node, auto &&visit) {
    for (ValueId operand : node.operands)
      visit(operand);
    if (node.destination)
      visit(*node.destination);
  };
  const auto count = static_cast<int>(program.nodes().size());
  for (int node = group.first; node < count; ++node)
    forEachRead(program.node(node), [&](ValueId value) {
      if (node < group.end && value < first)
        inputs.insert(value);
      else if (node >= group.end && value >= first && value < end)
        outputs.insert(value);
    });
  for (ValueId value : program.returns())
    if (value >= first && value < end)
      outputs.insert(value);
  return {{inputs.begin(), inputs.end()}, {outputs.begin(), outputs.end()}};
}

std::vector<SymbolId> ModuleWriter::symbols(const Group &group, const Interface &values) const {
  std::set<SymbolId> found;
  auto add = [&](const Dim &dim) {
    dim.forEachSymbol([&](SymbolId id) {
      if (subject.knowledge(id) != Knowledge::Static)
        found.insert(id);
    });
  };
  for (ValueId value : values.inputs)
    for (const Dim &dim : program.type(value).dims)
      add(dim);
  for (ValueId value = program.firstResult(group.first); value < program.firstResult(group.end);
       ++value)
    for (const Dim &dim : program.type(value).dims)
      add(dim);
  for (int node = group.first; node < group.end; ++node)
    forEachDim(program.node(node).op, add);
  return {found.begin(), found.end()};
}

void ModuleWriter::writeCall(Scope &scope, size_t index) {
  const Group &group = program.groups()[index];
  const Interface values = interface(group);
  llvm::SmallVector<mlir::Type> arguments, results;
  llvm::SmallVector<Value> passed;
  // Every other symbol that a passed tensor spells out is read off it; the rest are passed. A
  // constant that only looks unknown is thus at times a constant call argument.
  struct Read {
    SymbolId symbol;
    size_t input, dim;
  };
  llvm::SmallVector<Read> reads;
  llvm::SmallVector<SymbolId> given;
  for (SymbolId symbol : symbols(group, values)) {
    std::optional<Read> read;
    for (size_t i = 0; i < values.inputs.size() && !read; ++i) {
      const std::vector<Dim> &dims = program.type(values.inputs[i]).dims;
      for (size_t j = 0; j < dims.size() && !read; ++j)
        if (dims[j].asSymbol() == symbol)
          read = Read{symbol, i, j};
    }
    if (read && (group.first + symbol) % 2 == 1) {
      reads.push_back(*read);
      continue;
    }
    given.push_back(symbol);
    passed.push_back(scope.index(Dim::symbol(symbol)));
    arguments.push_back(scope.b.getIndexType());
  }
  for (ValueId value : values.inputs) {
    passed.push_back(scope.value(value));
    arguments.push_back(passed.back().getType());
  }
  for (ValueId value : values.outputs)
    results.push_back(scope.type(program.type(value)));

  std::string name = "group" + std::to_string(index);
  Scope inner = startFunction(name, arguments, results, false);
  auto received = inner.b.getBlock()->getArguments();
  for (size_t i = 0; i < given.size(); ++i)
    inner.defineSymbol(given[i], received[i]);
  for (size_t i = 0; i < values.inputs.size(); ++i)
    inner.define(values.inputs[i], received[given.size() + i]);
  for (const Read &read : reads)
    inner.defineSymbol(read.symbol, inner.value(values.inputs[read.input]),
                       static_cast<int64_t>(read.dim));
  writeNodes(inner, group.first, group.end, index + 1);
  llvm::SmallVector<Value> returned;
  for (ValueId value : values.outputs)
    returned.push_back(inner.value(value));
  func::ReturnOp::create(inner.b, returned);

  auto call = func::CallOp::create(scope.b, name, results, passed);
  for (size_t i = 0; i < values.outputs.size(); ++i)
    scope.define(values.outputs[i], call.getResult(static_cast<unsigned>(i)));
}

void ModuleWriter::writeBody(Scope &scope, const Group &group) {
  Interface values = interface(group);
  // What is used nowhere is written all the same, as a dead result.
  if (values.outputs.empty())
    values.outputs.push_back(program.firstResult(group.end) - 1);
  const ValueId firstMade = program.firstResult(group.first);
  Site site(scope, group.first);
  const Location loc =
      locationOf(*module.getContext(), std::span(program.nodes())
                                           .subspan(static_cast<size_t>(group.first),
                                                    static_cast<size_t>(group.end - group.first)));
  scope.b.setLoc(loc);
  llvm::SmallVector<Value> inputs, outs;
  std::map<ValueId, size_t> places;
  for (int node = group.first; node < group.end; ++node)
    for (ValueId operand : program.node(node).operands)
      if (operand < firstMade && places.try_emplace(operand, inputs.size()).second)
        inputs.push_back(scope.value(operand));
  for (ValueId value : values.outputs) {
    const Node &node = program.node(program.producer(value));
    bool isOutside = node.destination && *node.destination < firstMade;
    outs.push_back(isOutside ? scope.value(*node.destination) : scope.empty(program.type(value)));
  }
  llvm::SmallVector<AffineMap> maps(inputs.size() + outs.size(),
                                    site.identityMap(site.result().rank()));
  Results results =
      site.generic(inputs, outs, maps, [&](ImplicitLocOpBuilder &inner, ValueRange elements) {
        std::map<ValueId, Value> made;
        for (int i = group.first; i < group.end; ++i) {
          const Node &node = program.node(i);
          llvm::SmallVector<Value> operands;
          for (ValueId operand : node.operands)
            operands.push_back(operand < firstMade ? elements[places.at(operand)]
                                                   : made.at(operand));
          made.emplace(program.firstResult(i), applyPointwise(inner, node.op, operands));
        }
        Results yielded;
        for (ValueId value : values.outputs)
          yielded.push_back(made.at(value));
        return yielded;
      });
  for (size_t i = 0; i < results.size(); ++i)
    scope.define(values.outputs[i], results[i]);
  name(results, values.outputs, loc);
}

} // namespace
} // namespace emission

void loadEmittedDialects(MLIRContext &context) {
  context.loadDialect<arith::ArithDialect, bufferization::BufferizationDialect,
                      complex::ComplexDialect, func::FuncDialect, linalg::LinalgDialect,
                      math::MathDialect, tensor::TensorDialect, ir::AssayDialect>();
}

OwningOpRef<ModuleOp> emit(MLIRContext &context, const Program &program,
                           const Specialization &specialization, const Bindings &known) {
  loadEmittedDialects(context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  emission::Subject subject{program, specialization, known};
  emission::ModuleWriter(subject, *module).writeMain();
  return module;
}

OwningOpRef<ModuleOp> emit(MLIRContext &context, const TestCase &testCase) {
  return emit(context, testCase.program(), testCase.specialization(),
              testCase.runs().front().bindings);
}

std::string printModule(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  // Releases of MLIR differ in what the bytes of i1 mean: eight elements in each, or one.
  constexpr int64_t never = -1;
  module.print(stream, OpPrintingFlags().printLargeElementsAttrWithHex(never));
  return text;
}

} // namespace assay
