#include "check/MismatchSignature.h"

#include "support/NameOf.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {
namespace {

using Kind = Signature::Kind;

template <class Enum> constexpr bool isElementType = std::is_same_v<Enum, ElementType>;

/// The op's tag with the attributes that choose its function: "binary(add)".
std::string opLabel(const Op &op) {
  std::string label(name(kindOf(op)));
  visitAttributes(op, [&](const char *, const auto &attribute) {
    using Attribute = std::decay_t<decltype(attribute)>;
    if constexpr (std::is_enum_v<Attribute> && !isElementType<Attribute>)
      label += fmt::format("({})", nameOf(attribute));
  });
  return label;
}

const Node &producerOf(const Program &program, ValueId value) {
  return program.node(program.producer(value));
}

/// "topk.indices": the op, and which of its results it is where it has several.
std::string resultLabel(const Program &program, ValueId value) {
  const Op &op = producerOf(program, value).op;
  const int node = program.producer(value), result = value - program.firstResult(node);
  if (program.resultCount(node) == 1)
    return opLabel(op);
  return fmt::format("{}.{}", opLabel(op), traitsOf(op).resultNames[result == 0 ? 0 : 1]);
}

/// "f32->i64", or "f32" where nothing is converted.
std::string typesLabel(ElementType from, ElementType element) {
  return from == element ? std::string(name(element))
                         : fmt::format("{}->{}", name(from), name(element));
}

/// The element type of the first operand of the node that makes a value; its own without one.
ElementType typeBefore(const Program &program, ValueId value) {
  if (program.isArgument(value) || producerOf(program, value).operands.empty())
    return program.type(value).element;
  return program.type(producerOf(program, value).operands[0]).element;
}

/// "bf16", "f16->i8": types that a failure needs; empty if they are the plain ones.
std::string oddTypes(const Program &program, ValueId value) {
  auto isPlain = [](ElementType type) {
    return type == ElementType::F32 || type == ElementType::I32 || type == ElementType::I64;
  };
  const ElementType from = typeBefore(program, value), element = program.type(value).element;
  return isPlain(from) && isPlain(element) ? "" : typesLabel(from, element);
}

/// Empty if it is the op's first.
std::string_view oddSpelling(const Program &program, ValueId value) {
  if (program.isArgument(value))
    return "";
  const Node &node = producerOf(program, value);
  return node.spelling == spellingsOf(kindOf(node.op))[0] ? "" : nameOf(node.spelling);
}

/// What an element is that should be a number like others; else empty.
std::string_view oddity(const Difference &difference) {
  for (const std::string_view odd : {"nan", "inf"})
    if (difference.actual.find(odd) != std::string::npos &&
        difference.expected.find(odd) == std::string::npos)
      return odd;
  return "";
}

/// The value's types, and the spelling of its op.
std::vector<std::string> valueMarks(const Program &program, ValueId value) {
  std::vector<std::string> marks = {
      typesLabel(typeBefore(program, value), program.type(value).element)};
  if (!program.isArgument(value))
    marks.emplace_back(nameOf(producerOf(program, value).spelling));
  return marks;
}

} // namespace

std::string opLabel(const Program &program, ValueId value) {
  return program.isArgument(value) ? "argument" : resultLabel(program, value);
}

std::string valueLabel(const Program &program, ValueId value) {
  return fmt::format("{}:{}", opLabel(program, value), fmt::join(valueMarks(program, value), ":"));
}

ValueLabel parseValueLabel(std::string_view label) {
  ValueLabel out;
  out.op = label.substr(0, label.find(':'));
  out.isPrimitives = label.ends_with(fmt::format(":{}", nameOf(Spelling::Primitives)));
  const size_t begin = out.op.find('('), end = out.op.rfind(')');
  if (begin == out.op.npos || end == out.op.npos)
    return out;
  out.function = out.op.substr(begin, end + 1 - begin);
  out.op.erase(begin, end + 1 - begin);
  return out;
}

Signature rawSignature(Signature::Kind kind, const Program &program, const Mismatch &mismatch,
                       Visibility visibility) {
  Signature made;
  made.kind = kind;
  made.what = opLabel(program, mismatch.firstWrong);
  made.marks = valueMarks(program, mismatch.firstWrong);
  made.together = visibility == Visibility::Together;
  return made;
}

Signature nondeterministicSignature(const Program &program, const Mismatch &mismatch) {
  Signature made;
  made.kind = Kind::Nondeterministic;
  made.what = opLabel(program, mismatch.firstWrong);
  return made;
}

Signature finalSignature(const Program &program, const Verdict &verdict) {
  const Mismatch *mismatch = verdict.difference();
  if (!mismatch)
    return verdict.signature;
  if (mismatch->nondeterministic)
    return nondeterministicSignature(program, *mismatch);
  const ValueId value = mismatch->firstWrong;
  Signature made;
  made.kind = std::holds_alternative<Inaccurate>(verdict.outcome) ? Kind::Accuracy : Kind::Mismatch;
  made.what = opLabel(program, value);
  made.unwritten = verdict.signature.unwritten;
  made.together = verdict.signature.together;
  const std::string types = oddTypes(program, value);
  for (const std::string_view mark :
       {std::string_view(types), oddSpelling(program, value), oddity(mismatch->difference)})
    if (!mark.empty())
      made.marks.emplace_back(mark);
  return made;
}

} // namespace assay
