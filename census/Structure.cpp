#include "census/Structure.h"

#include "census/Rules.h"

namespace assay {

char letter(size_t structure) { return static_cast<char>('a' + structure); }

std::string_view summary(size_t structure) {
  static constexpr std::string_view summaries[structureCount] = {
      "all dims dynamic but one small static one",
      "a multi-result op of which some results are unused",
      "an operand read again behind the op that could overwrite it",
      "elementwise in front of or behind another op",
      "a reshape between producer and op, two dynamic dims in one group",
      "a rank-reducing slice",
      "unit dims, zero extents",
      "a body that uses its position or reads another tensor",
      "ties, sorted or equal elements, masked rows",
      "an argument as destination, values returned twice, arguments returned",
      "two equal fills that are written to separately",
      "extents that tile badly",
      "a cast that forgets extents, and back",
      "transpose into elementwise with several inputs into contraction",
      "gather into attention, attention into concat, computed scatter",
      "three or more runs at different sizes",
      "several functions",
      "permutations that are not their own inverse, rank 0, all dims",
      "a destination that is an earlier value",
      "several spellings",
      "unsigned integer ops",
      "extents from scalar arguments, constants in disguise",
      "the same op several times",
      "a rank-reducing slice with several unit dims",
      "complex numbers",
  };
  return summaries[structure];
}

Structures structuresOf(mlir::ModuleOp module, const TestCase &testCase) {
  Structures found;
  auto note = [&](Structure structure, bool has) {
    if (has)
      found.set(static_cast<size_t>(structure));
  };
  census::shapeRules(module, testCase, note);
  census::flowRules(module, note);
  census::bodyRules(module, note);
  census::runRules(module, testCase, note);
  return found;
}

} // namespace assay
