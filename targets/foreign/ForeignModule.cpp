#include "targets/foreign/ForeignModule.h"

#include "support/Assert.h"
#include "support/ReplaceAll.h"

#include <fmt/format.h>
#include <mlir/AsmParser/AsmParser.h>
#include <mlir/Parser/Parser.h>

namespace assay {

static mlir::OpPrintingFlags genericForm() {
  return mlir::OpPrintingFlags().printGenericOpForm().printUniqueSSAIDs();
}

namespace {

/// What stands for a memory space of a dialect that is not known, which no memref may have: it as a
/// string.
constexpr std::string_view spaceMark = "foreign space ";

/// Where the type that begins there ends, with its `>`; npos if it does not.
size_t endOfType(std::string_view text, size_t begin) {
  int depth = 0;
  bool isQuoted = false;
  for (size_t at = begin; at < text.size(); ++at)
    if (text[at] == '"')
      isQuoted = !isQuoted; // within a string it is escaped as \22
    else if (!isQuoted && text[at] == '<')
      ++depth;
    else if (!isQuoted && text[at] == '>' && text[at - 1] != '-' && --depth == 0)
      return at;
  return text.npos;
}

/// The last parameter of a type, without what stands around it.
std::string_view lastParameter(std::string_view type) {
  int depth = 0;
  for (size_t at = type.size(); at-- > 0;) {
    depth += type[at] == '>' || type[at] == ']' || type[at] == ')';
    depth -= type[at] == '<' || type[at] == '[' || type[at] == '(';
    if (depth == 0 && type[at] == ',')
      return type.substr(std::min(type.find_first_not_of(' ', at + 1), type.size()));
  }
  return "";
}

std::string withSpacesAsStrings(std::string text) {
  constexpr std::string_view memref = "memref<";
  for (size_t at = text.find(memref); at != text.npos; at = text.find(memref, at + 1)) {
    const size_t begin = at + memref.size(), end = endOfType(text, begin - 1);
    if (end == text.npos)
      break;
    const std::string_view space = lastParameter(std::string_view(text).substr(begin, end - begin));
    // An alias has no dialect.
    if (!space.starts_with('#') || space.substr(0, space.find('<')).find('.') == space.npos)
      continue;
    std::string quoted(space);
    replaceAll(quoted, "\"", "\\22");
    text.replace(end - space.size(), space.size(), fmt::format("\"{}{}\"", spaceMark, quoted));
  }
  return text;
}

std::string withSpacesOfStrings(std::string text) {
  const std::string begin = fmt::format("\"{}", spaceMark);
  for (size_t at = text.find(begin); at != text.npos; at = text.find(begin, at)) {
    const size_t end = text.find('"', at + 1);
    std::string space = text.substr(at + begin.size(), end - at - begin.size());
    replaceAll(space, "\\22", "\"");
    text.replace(at, end + 1 - at, space);
  }
  return text;
}

} // namespace

ForeignModule::ForeignModule(const std::string &text) {
  context.allowUnregisteredDialects();
  mlir::ScopedDiagnosticHandler first(&context, [&](mlir::Diagnostic &diagnostic) {
    if (problem.empty())
      problem = diagnostic.str();
  });
  const mlir::ParserConfig unverified(&context, false, &resources);
  module = mlir::parseSourceString<mlir::ModuleOp>(withSpacesAsStrings(text), unverified);
}

TargetFailure ForeignModule::unreadable() const {
  return {TargetFailure::Kind::Unsupported, Stage::Emit,
          fmt::format("a module between phases cannot be read: {}", problem)};
}

std::vector<mlir::Operation *> ForeignModule::ops() {
  std::vector<mlir::Operation *> found;
  module->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) { found.push_back(op); });
  return found;
}

mlir::Attribute ForeignModule::parse(const std::string &text) {
  mlir::Attribute attribute = mlir::parseAttribute(text, &context);
  ASSAY_ASSERT(attribute, "an attribute that we write can be read");
  return attribute;
}

std::string ForeignModule::text() {
  std::string text;
  llvm::raw_string_ostream stream(text);
  mlir::AsmState state(*module, genericForm(), nullptr, &resources);
  module->print(stream, state);
  return withSpacesOfStrings(std::move(text));
}

llvm::StringRef nameOf(mlir::Operation *op) { return op->getName().getStringRef(); }

std::string textOf(mlir::Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  attribute.print(stream);
  return text;
}

bool isFunction(mlir::Operation *op) { return nameOf(op) == "func.func"; }

Outcome<std::string> functionAlone(const std::string &text, int function) {
  ForeignModule module(text);
  if (!module)
    return module.unreadable();
  for (mlir::Operation *op : module.ops())
    if (isFunction(op) && function-- == 0) {
      mlir::OwningOpRef<mlir::ModuleOp> alone = mlir::ModuleOp::create(op->getLoc());
      alone->getBody()->push_back(op->clone());
      std::string printed;
      llvm::raw_string_ostream stream(printed);
      alone->print(stream, genericForm());
      return printed;
    }
  return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Emit, "there is no such function"};
}

bool isSameModule(const std::string &a, const std::string &b) {
  ForeignModule first(a), second(b);
  return first && second && first.text() == second.text();
}

} // namespace assay
