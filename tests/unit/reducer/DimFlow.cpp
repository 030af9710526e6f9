// drop_dims on each kind of op through which a unit dim may flow.

#include "tests/unit/reducer/Cases.h"

using namespace assay;

#define CHECK_DROPS(before, after) CHECK(applied("drop_dims", before) == normal(after))
#define CHECK_KEEPS(text) CHECK(applied("drop_dims", text) == normal(text))

static std::string program(const std::string &argument, const std::string &node,
                           const std::string &element = "[3]") {
  return "%0 = argument " + argument + "\n%1 = " + node + "\nreturn %1\nrun\n  %0 = " + argument +
         " " + element + "\n";
}

TEST_CASE("a unit dim vanishes from elementwise ops") {
  CHECK_DROPS(program("f32[1,2]", "unary(%0)", "[3,4]"), program("f32[2]", "unary(%0)", "[3,4]"));
}

TEST_CASE("a unit dim vanishes when it is bound to 1 by the run") {
  CHECK_DROPS("d0 dynamic\n%0 = argument f32[d0]\nreturn %0\nrun d0=1\n  %0 = f32[1] [5]\n",
              "%0 = argument f32[]\nreturn %0\nrun\n  %0 = f32[] [5]\n");
  CHECK_KEEPS("d0 dynamic\n%0 = argument f32[d0]\nreturn %0\nrun d0=1\n  %0 = f32[1] [5]\n"
              "run d0=0\n  %0 = f32[0] []\n");
}

TEST_CASE("a transpose loses the dim on both sides") {
  CHECK_DROPS(program("f32[2,1,3]", "transpose(%0) {permutation=[2,0,1]}", "[1,2,3,4,5,6]"),
              program("f32[2,3]", "transpose(%0) {permutation=[1,0]}", "[1,2,3,4,5,6]"));
}

TEST_CASE("a contraction loses an iteration dim") {
  CHECK_DROPS(R"(%0 = argument f32[1,2]
%1 = argument f32[2,3]
%2 = contraction(%0, %1) {lhs=[0,2], rhs=[2,1], out=[0,1]}
return %2
run
  %0 = f32[1,2] [1,2]
  %1 = f32[2,3] [1,2,3,4,5,6]
)",
              R"(%0 = argument f32[2]
%1 = argument f32[2,3]
%2 = contraction(%0, %1) {lhs=[1], rhs=[1,0], out=[0]}
return %2
run
  %0 = f32[2] [1,2]
  %1 = f32[2,3] [1,2,3,4,5,6]
)");
}

TEST_CASE("an op keeps the dim that it works along") {
  CHECK_KEEPS("%0 = argument f32[1]\n%1, %2 = topk(%0)\nreturn %1\nrun\n  %0 = f32[1] [3]\n");
  CHECK_KEEPS(program("f32[1]", "softmax(%0)"));
  CHECK_KEEPS(program("f32[1]", "scan(%0)"));
  CHECK_KEEPS(program("f32[1]", "concat(%0)"));
}

TEST_CASE("a dim in front of the one that an op works along moves that one") {
  CHECK_DROPS("%0 = argument f32[1,2]\n%1, %2 = topk(%0) {dim=1}\nreturn %1\nrun\n  %0 = f32[1,2] "
              "[3,4]\n",
              "%0 = argument f32[2]\n%1, %2 = topk(%0)\nreturn %1\nrun\n  %0 = f32[2] [3,4]\n");
  CHECK_DROPS(program("f32[1,2]", "reduce(%0) {dims=[1]}", "[3,4]"),
              program("f32[2]", "reduce(%0) {dims=[0]}", "[3,4]"));
  CHECK_DROPS(program("f32[1,2]", "reverse(%0) {dims=[0,1]}", "[3,4]"),
              program("f32[2]", "reverse(%0) {dims=[0]}", "[3,4]"));
}

TEST_CASE("a reduction over a unit dim stays one, unless another dim is reduced too") {
  CHECK(applied("drop_dims", program("f32[1]", "reduce(%0) {dims=[0]}")) == "invalid");
  CHECK_DROPS(program("f32[2,1]", "reduce(%0) {dims=[0,1]}", "[3,4]"),
              program("f32[2]", "reduce(%0) {dims=[0]}", "[3,4]"));
}

TEST_CASE("reshapes lose unit dims within a group") {
  CHECK_DROPS(program("f32[4]", "expand(%0) {groups=[[2,1,2]]}", "[1,2,3,4]"),
              program("f32[4]", "expand(%0) {groups=[[2,2]]}", "[1,2,3,4]"));
  CHECK_DROPS(program("f32[2,1]", "collapse(%0) {groups=[[0,1]]}", "[1,2]"),
              program("f32[2]", "collapse(%0) {groups=[[0]]}", "[1,2]"));
  CHECK_DROPS(program("f32[]", "expand(%0) {units=2}"), program("f32[]", "expand(%0)"));
}

TEST_CASE("slices, inserts, pads and broadcasts lose the dim's entries") {
  CHECK_DROPS(
      program("f32[1,4]", "extract_slice(%0) {offsets=[0,1], sizes=[1,2], strides=[1,1]}",
              "[1,2,3,4]"),
      program("f32[4]", "extract_slice(%0) {offsets=[1], sizes=[2], strides=[1]}", "[1,2,3,4]"));
  CHECK_DROPS(program("f32[1,2]", "pad(%0) {low=[0,1], high=[0,0]}", "[1,2]"),
              program("f32[2]", "pad(%0) {low=[1], high=[0]}", "[1,2]"));
  CHECK_DROPS(program("f32[2]", "broadcast(%0) {shape=[1,2], added=[0]}", "[1,2]"),
              program("f32[2]", "broadcast(%0) {shape=[2]}", "[1,2]"));
}

TEST_CASE("windows lose a dim's entries") {
  CHECK_DROPS(
      program("f32[1,4]",
              "reduce_window(%0) {window=[1,2], sizes=[1,3], strides=[2,1], dilations=[1,1], "
              "low=[0,0], high=[0,0]}",
              "[1,2,3,4]"),
      program("f32[4]",
              "reduce_window(%0) {window=[2], sizes=[3], strides=[1], dilations=[1], "
              "low=[0], high=[0]}",
              "[1,2,3,4]"));
  CHECK_DROPS(R"(%0 = argument f32[2,1,1,3]
%1 = argument f32[2,1,1,2]
%2 = conv(%0, %1) {sizes=[1,2], strides=[4,1], dilations=[1,1], low=[0,0], high=[0,0]}
return %2
run
  %0 = f32[2,1,1,3] [1,2,3,4,5,6]
  %1 = f32[2,1,1,2] [1,2,3,4]
)",
              R"(%0 = argument f32[2,1,3]
%1 = argument f32[2,1,2]
%2 = conv(%0, %1) {sizes=[2], strides=[1], dilations=[1], low=[0], high=[0]}
return %2
run
  %0 = f32[2,1,3] [1,2,3,4,5,6]
  %1 = f32[2,1,2] [1,2,3,4]
)");
}

TEST_CASE("indexing loses window and batch dims, not the indexed one") {
  CHECK_DROPS(R"(%0 = argument f32[3,1]
%1 = argument i64[2,1]
%2 = gather_nd(%0, %1)
return %2
run
  %0 = f32[3,1] [1,2,3]
  %1 = i64[2,1] [0,1]
)",
              R"(%0 = argument f32[3]
%1 = argument i64[2,1]
%2 = gather_nd(%0, %1)
return %2
run
  %0 = f32[3] [1,2,3]
  %1 = i64[2,1] [0,1]
)");
}

TEST_CASE("sources lose the dim from their shape") {
  CHECK_DROPS("%0 = fill() {shape=[1,2]}\n%1 = iota() {shape=[1,2], dim=1}\nreturn %0, %1\nrun\n",
              "%0 = fill() {shape=[2]}\n%1 = iota() {shape=[2]}\nreturn %0, %1\nrun\n");
  CHECK_DROPS("%0 = constant() {value=f32[1,2] [3,4]}\nreturn %0\nrun\n",
              "%0 = constant() {value=f32[2] [3,4]}\nreturn %0\nrun\n");
}

TEST_CASE("a scan's initial value loses the dim with it") {
  CHECK_DROPS(R"(%0 = argument f32[1,2]
%1 = argument f32[1]
%2 = scan(%0) into %1 {dim=1}
return %2
run
  %0 = f32[1,2] [1,2]
  %1 = f32[1] [7]
)",
              R"(%0 = argument f32[2]
%1 = argument f32[]
%2 = scan(%0) into %1
return %2
run
  %0 = f32[2] [1,2]
  %1 = f32[] [7]
)");
}

TEST_CASE("cut_dims leaves one index of the dim, the first that is chosen") {
  const std::string before = program("f32[2,3]", "unary(%0)", "[1,2,3,4,5,6]");
  auto check = [&](const Places &places, const char *type, const char *elements) {
    CHECK(applied("cut_dims", before, places) == normal(program(type, "unary(%0)", elements)));
  };
  check(Places(0, 1), "f32[3]", "[1,2,3]");
  check(Places(1, 2), "f32[3]", "[4,5,6]");
  check(Places(2, 5), "f32[2]", "[1,4]");
  check(Places(4, 5), "f32[2]", "[3,6]");
  check(Places(0, 5), "f32[]", "[1]");
  CHECK(applied("cut_dims", program("f32[2,3]", "reduce(%0) {dims=[1]}", "[1,2,3,4,5,6]"),
                Places(0, 1)) == normal(program("f32[3]", "reduce(%0) {dims=[0]}", "[1,2,3]")));
}

TEST_CASE("cut_dims keeps unit dims, and the dim that an op works along") {
  CHECK(applied("cut_dims", program("f32[1]", "unary(%0)")) ==
        normal(program("f32[1]", "unary(%0)")));
  CHECK(applied("cut_dims", program("f32[3]", "softmax(%0)", "[1,2,3]")) ==
        normal(program("f32[3]", "softmax(%0)", "[1,2,3]")));
}
