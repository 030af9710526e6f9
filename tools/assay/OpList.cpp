#include "program/Text.h"
#include "support/Assert.h"
#include "support/Closest.h"
#include "support/NameOf.h"
#include "tools/assay/Cli.h"
#include "tools/assay/Say.h"
#include "triage/litcase/OpSentences.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ranges>

namespace assay {
namespace {

/// What may stand behind an attribute's name, and what it is if it is left out.
std::string rangeOf(bool value) { return fmt::format("true or false; else {}", value); }
std::string rangeOf(const std::optional<bool> &) { return "true or false; else as the other side"; }
std::string rangeOf(int64_t value) { return fmt::format("a whole number; else {}", value); }
std::string rangeOf(double value) { return fmt::format("a number; else {}", value); }
std::string rangeOf(const Dim &value) {
  return fmt::format("an extent, as in 4 or d0+1; else {}", value.text());
}
std::string rangeOf(ElementType value) {
  return fmt::format("an element type; else {}", name(value));
}
std::string rangeOf(const std::vector<int64_t> &) { return "whole numbers, as in [0,2]"; }
std::string rangeOf(const std::vector<std::vector<int64_t>> &) {
  return "lists of whole numbers, as in [[0,1],[2]]";
}
std::string rangeOf(const std::vector<Dim> &) { return "extents, as in [d0,4]"; }
std::string rangeOf(const std::vector<std::vector<Dim>> &) {
  return "lists of extents, as in [[2,d0],[d1]]";
}
std::string rangeOf(const Tensor &) { return "a tensor, as in f32[2] [1,2]"; }
template <class E>
  requires std::is_enum_v<E>
std::string rangeOf(E value) {
  return fmt::format("{}; else {}", fmt::join(names(value), ", "), nameOf(value));
}

std::string_view destinationText(DestinationRole role) {
  switch (role) {
  case DestinationRole::None:
    return "";
  case DestinationRole::Scratch:
    return "any value of the result's type, to write over";
  case DestinationRole::Initial:
    return "what it starts from";
  }
  return "";
}

/// Each line behind `prefix`.
void printOp(OpKind kind, std::string_view prefix = "") {
  const OpGuide &guide = guideOf(kind);
  say("{0}{1}({2})\n{0}    {3}\n", prefix, name(kind), guide.operands, guide.meaning);
  const auto line = [&](std::string_view what, std::string_view range) {
    say("{}    {:<12} {}\n", prefix, what, range);
  };
  visitAttributes(defaultOp(kind), [&](const char *attribute, const auto &value) {
    line(attribute, rangeOf(value));
  });
  if (const auto into = destinationText(destinationRole(kind)); !into.empty())
    line("into %N", into);
  auto spellings =
      std::views::transform(spellingsOf(kind), [](Spelling spelling) { return nameOf(spelling); });
  line("as SPELLING", fmt::format("{}; else the first", fmt::join(spellings, ", ")));
}

std::string exampleText(OpKind kind, int results) {
  const OpGuide &guide = guideOf(kind);
  std::string program, inputs;
  std::vector<std::string> operands, values;
  for (const std::string_view type : guide.types) {
    if (type.empty())
      break;
    const std::string value = fmt::format("%{}", operands.size());
    const bool isFloat = type.starts_with("f");
    program += fmt::format("{} = argument {}\n", value, type);
    // Integers serve as indices.
    inputs += fmt::format("  {} = {} {{seed={}, low={}, high=1}}\n", value,
                          isFloat ? "uniform" : "integers", operands.size() + 1, isFloat ? -1 : 0);
    operands.push_back(value);
  }
  for (int i = 0; i < results; ++i)
    values.push_back(fmt::format("%{}", operands.size() + static_cast<size_t>(i)));
  return fmt::format("assay 1\n{0}{1} = {2}({3}) {4}\nreturn {1}\nrun\n{5}", program,
                     fmt::join(values, ", "), name(kind), fmt::join(operands, ", "),
                     guide.attributes, inputs);
}

/// A whole case with the op.
TestCase example(OpKind kind) {
  // How many results it has says the first reading.
  auto testCase = readText(exampleText(kind, 1), name(kind));
  if (testCase)
    testCase = readText(exampleText(kind, testCase->program().resultCount(0)), name(kind));
  ASSAY_ASSERT(testCase, testCase ? "" : testCase.error().message.c_str());
  return *testCase;
}

template <class E> void printNames(const char *title) {
  say("\n{}\n    {}\n", title, fmt::join(names(E()), ", "));
}

int printAll() {
  for (OpKind kind : allOpKinds)
    printOp(kind);
  say("\nElement types\n    {}\n",
      fmt::join(std::views::transform(allElementTypes, [](ElementType type) { return name(type); }),
                ", "));
  printNames<Knowledge>("What the compiler is told of an extent: d0 WORD");
  printNames<Distribution>("Inputs: %0 = WORD {seed=1, low=-4, high=4}");
  say("\nContracts: contract WORD\n");
  for (size_t i = 0; i < names(Contract()).size(); ++i)
    say("    {:<20} {}\n", names(Contract())[i], contractSentence(static_cast<Contract>(i)));
  say("\n`assay ops NAME` prints one op, and a whole case with it.\n");
  return AllAgree;
}

int printOne(const std::string &wanted) {
  std::vector<std::string_view> known;
  for (OpKind kind : allOpKinds)
    known.push_back(name(kind));
  const auto kind = opKindFromName(wanted);
  if (!kind)
    return complain({fmt::format("there is no op '{}'; `assay ops` lists them{}", wanted,
                                 didYouMean(wanted, known))});
  // What is not the case is a comment of it.
  printOp(*kind, "# ");
  say("{}", writeText(example(*kind)));
  return AllAgree;
}

} // namespace

Action declareOps(ArgumentParser &parser) {
  auto wanted = std::make_shared<std::string>();
  parser.add("NAME", wanted.get(), "Print this one alone, and a case with it");
  return [wanted](const Context &) { return wanted->empty() ? printAll() : printOne(*wanted); };
}

} // namespace assay
