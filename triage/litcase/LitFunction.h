#pragma once

#include "triage/litcase/LitWriter.h"

#include <string>
#include <vector>

namespace assay {

/// Writes a function of a lit case that counts wrong elements, and its call. It returns two i64,
/// the number of wrong elements and the row-major place of the first or -1, and uses arith, scf,
/// complex and tensor only, which every pipeline to a CPU lowers.
class LitFunction {
public:
  /// `id` keeps the names apart from those of other functions.
  LitFunction(LitWriter &writer, std::string name, std::string id)
      : writer(writer), name(std::move(name)), id(std::move(id)) {}

  /// A tensor as the function knows it.
  struct Parameter {
    std::string name, type; // dims may be dynamic in it
    ElementType element;
    Shape shape;
  };
  /// The program's i-th result, of that shape in this run; "%actual<i>".
  Parameter takeResult(size_t i, const Shape &shape);
  /// A constant, which the caller makes.
  Parameter takeConstant(const std::string &parameterName, const Tensor &tensor);

  void line(const std::string &code) { body += std::string(indent, ' ') + code + "\n"; }
  /// A constant of type index or i64, which is made once.
  std::string index(int64_t value);
  std::string integer(int64_t value);

  /// An i64 that a loop hands from each round to the next.
  struct Carried {
    std::string name, begin;
  };
  /// A loop with `i` = 0 .. count - 1 up to endLoop(), which says what goes on to the next round.
  void beginLoop(const std::string &result, const std::string &i, int64_t count,
                 const std::vector<Carried> &carried);
  void endLoop(const std::vector<std::string> &next);
  /// The elements in turn as "%i": what stands between counts as wrong if the i1 says so. Leaves
  /// the count in "%loop#0" and the first place in "%loop#1".
  void beginElements(int64_t count);
  void endElements(const std::string &wrong);

  /// The row-major `i`-th element as f64, one name for each part; `suffix` keeps names
  /// apart.
  std::vector<std::string> load(const Parameter &from, const std::string &i,
                                const std::string &suffix);

  /// Ends the function, which returns these, and has @main call it, print both, and expect 0 and
  /// -1.
  void finish(const std::string &count, const std::string &first);

private:
  std::string constant(int64_t value, const std::string &type, const std::string &prefix);
  std::string indicesOf(const Shape &shape, const std::string &i, const std::string &suffix);

  LitWriter &writer;
  const std::string name, id;
  std::vector<std::string> parameters, operands, types;
  std::string constants, body;
  size_t indent = 2;
};

} // namespace assay
