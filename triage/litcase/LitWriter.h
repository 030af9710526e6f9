#pragma once

#include "program/TestCase.h"

#include <map>
#include <string>
#include <vector>

namespace assay {

/// Writes the body of a lit case's @main line by line, and the CHECK lines that go with it.
class LitWriter {
public:
  explicit LitWriter(const TestCase &testCase) : testCase(testCase) {}

  const TestCase &testCase;
  /// Of the names of values of the run that is being written: "run1_", or nothing if there is one.
  std::string prefix;
  /// Spaces before the next line.
  size_t indent = 2;
  /// Of @main, of functions beside it, and the CHECK lines.
  std::string body, functions, checks;

  void line(const std::string &text) { body += std::string(indent, ' ') + text + "\n"; }
  /// "// CHECK" with what follows: ": text" or "-NEXT: text".
  void check(const std::string &text) { checks += "// CHECK" + text + "\n"; }

  /// The type of a program's value as the compiler sees it.
  std::string typeOf(ValueId value) const;
  /// The type and the name of the program's i-th result.
  std::string resultType(size_t i) const;
  std::string resultName(size_t i) const;

  /// Declares a function of MLIR's runner libraries, once.
  void declare(const std::string &name, const std::string &type,
               const std::string &attributes = "");
  /// Calls it, with one operand or none.
  void callPrinter(const std::string &name, const std::string &operand = "",
                   const std::string &type = "");
  /// Prints i64 values as "( 1, 2 )" and a line break.
  void printList(const std::vector<std::string> &numbers);
  std::string declared() const;

  /// A new constant of type index.
  std::string constantIndex(int64_t value);
  /// A number that no other name carries.
  int fresh() { return next++; }

private:
  std::map<std::string, std::string> declarations;
  int next = 0;
};

} // namespace assay
