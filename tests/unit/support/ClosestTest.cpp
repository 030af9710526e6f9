#include "support/Closest.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("A mistyped word is close to the one that was meant") {
  const std::string_view ops[] = {"topk", "transpose", "gather", "gather_nd", "one_hot", "sort"};
  CHECK(closest("topq", ops) == "topk");
  CHECK(closest("tranpsose", ops) == "transpose");
  CHECK(closest("TopK", ops) == "topk");
  CHECK(closest("gather_dn", ops) == "gather_nd");
  CHECK(closest("onehot", ops) == "one_hot");
  CHECK(closest("trans", ops) == "transpose");
  CHECK(didYouMean("topq", ops) == "; did you mean topk?");
}

TEST_CASE("A word that is far from all of them is close to none") {
  const std::string_view words[] = {"topk", "no", "sort"};
  for (const char *word : {"", "convolution", "xy", "matmul"})
    CHECK(didYouMean(word, words) == "");
  CHECK(closest(std::string(1000, 't'), words).empty());
}
