#include "triage/litcase/LitWriter.h"

#include "triage/litcase/MlirText.h"

#include <fmt/format.h>

namespace assay {

std::string LitWriter::typeOf(ValueId value) const {
  return mlirType(testCase.program().type(value), testCase.specialization(),
                  testCase.runs()[0].bindings);
}

std::string LitWriter::resultType(size_t i) const {
  return typeOf(testCase.program().returns()[i]);
}

std::string LitWriter::resultName(size_t i) const {
  return testCase.program().returns().size() == 1 ? fmt::format("%{}result", prefix)
                                                  : fmt::format("%{}result#{}", prefix, i);
}

void LitWriter::declare(const std::string &name, const std::string &type,
                        const std::string &attributes) {
  declarations.try_emplace(name,
                           fmt::format("func.func private @{}({}){}", name, type, attributes));
}

void LitWriter::callPrinter(const std::string &name, const std::string &operand,
                            const std::string &type) {
  declare(name, type);
  line(fmt::format("call @{}({}) : ({}) -> ()", name, operand, type));
}

void LitWriter::printList(const std::vector<std::string> &numbers) {
  callPrinter("printOpen");
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0)
      callPrinter("printComma");
    callPrinter("printI64", numbers[i], "i64");
  }
  callPrinter("printClose");
  callPrinter("printNewline");
}

std::string LitWriter::declared() const {
  std::string text;
  for (const auto &[name, declaration] : declarations)
    text += declaration + "\n";
  return text;
}

std::string LitWriter::constantIndex(int64_t value) {
  std::string name = fmt::format("%c{}_{}", value, fresh());
  line(fmt::format("{} = arith.constant {} : index", name, value));
  return name;
}

} // namespace assay
