// One case for each pass: what it makes of a small program.

#include "reducer/Excision.h"
#include "tests/unit/reducer/Cases.h"

using namespace assay;

#define CHECK_PASS(pass, before, after) CHECK(applied(pass, before) == normal(after))
#define CHECK_PASS_AT(pass, place, before, after)                                                  \
  CHECK(applied(pass, before, Places(place, place + 1)) == normal(after))

static const std::string negAbs = R"(d0 static
%0 = argument f32[d0]
%1 = unary(%0)
%2 = unary(%1) {function=abs}
return %1, %2
run d0=5
  %0 = integers {seed=1, low=-4, high=4}
)";

TEST_CASE("remove_runs leaves one run") {
  CHECK_PASS("remove_runs", R"(d0 dynamic
%0 = argument f32[d0]
return %0
run d0=2
  %0 = f32[2] [1,2]
run d0=3
  %0 = f32[3] [1,2,3]
)",
             R"(d0 dynamic
%0 = argument f32[d0]
return %0
run d0=2
  %0 = f32[2] [1,2]
)");
}

TEST_CASE("cap_extents lowers every extent to 8 and keeps what the program needs") {
  CHECK_PASS("cap_extents", R"(d0 dynamic
d1 static
%0 = argument f32[d0]
%1, %2 = topk(%0) {k=d1}
return %1
run d0=700 d1=50
  %0 = integers {seed=1, low=-4, high=4}
)",
             R"(d0 dynamic
d1 static
%0 = argument f32[d0]
%1, %2 = topk(%0) {k=d1}
return %1
run d0=8 d1=8
  %0 = integers {seed=1, low=-4, high=4}
)");
}

TEST_CASE("remove_nodes gives the users of a removed node the reference's value") {
  CHECK_PASS_AT("remove_nodes", 0, negAbs, R"(d0 static
%0 = argument f32[d0]
%1 = unary(%0) {function=abs}
return %1
run d0=5
  %0 = f32[5] [3,3,3,3,3]
)");
}

TEST_CASE("remove_nodes returns what a removed node used") {
  CHECK(applied("remove_nodes", R"(%0 = argument f32[]
%1 = unary(%0)
%2 = unary(%1)
%3 = unary(%2)
return %3
run
  %0 = f32[] [1]
)",
                Places({false, false, true})) == normal(R"(%0 = argument f32[]
%1 = unary(%0)
%2 = unary(%1)
return %2
run
  %0 = f32[] [1]
)"));
}

TEST_CASE("remove_nodes shrinks groups with their nodes") {
  CHECK(applied("remove_nodes", R"(%0 = argument f32[]
%1 = unary(%0)
%2 = unary(%1)
%3 = unary(%2)
return %3
function 0 .. 1
function 1 .. 3
run
  %0 = f32[] [1]
)",
                Places({true, true, false})) == normal(R"(%0 = argument f32[]
%1 = unary(%0)
return %1
function 0 .. 1
run
  %0 = f32[] [3]
)"));
}

TEST_CASE("Nodes are cut out of a program, and the program is left without them") {
  const TestCase chain = caseFrom(R"(%0 = argument f32[]
%1 = unary(%0)
%2 = unary(%1) {function=abs}
%3 = unary(%2)
%4 = binary(%3, %1)
return %4
run
  %0 = f32[] [1]
)");
  const Evaluator evaluator = threes;
  const CaseValues values(chain, evaluator);
  auto alone = excise(chain, {1}, values);
  REQUIRE(alone);
  CHECK(alone->seesTheSame);
  CHECK(textOf(alone->testCase) == normal(R"(%0 = argument f32[]
%1 = unary(%0) {function=abs}
return %1
run
  %0 = f32[] [3]
)"));
  auto rest = exciseOthers(chain, {1}, values);
  REQUIRE(rest);
  CHECK(rest->seesTheSame);
  CHECK(textOf(rest->testCase) == normal(R"(%0 = argument f32[]
%1 = argument f32[]
%2 = unary(%0)
%3 = unary(%1)
%4 = binary(%3, %2)
return %4, %2
run
  %0 = f32[] [1]
  %1 = f32[] [3]
)"));
  CHECK_FALSE(excise(chain, {}, values));
  CHECK_FALSE(exciseOthers(chain, {0, 1, 2, 3}, values));
}

TEST_CASE("What is cut out of a program whose values are open does not see what it saw") {
  const TestCase chain = caseFrom(R"(%0 = argument f32[]
%1 = unary(%0)
%2 = unary(%1)
return %2
run
  %0 = f32[] [1]
)");
  const Evaluator nothing;
  const CaseValues values(chain, nothing);
  CHECK_FALSE(excise(chain, {1}, values)->seesTheSame);
  CHECK(excise(chain, {0}, values)->seesTheSame); // it reads an argument
}

TEST_CASE("remove_nodes cannot remove all") { CHECK(applied("remove_nodes", negAbs) == "invalid"); }

TEST_CASE("remove_returns drops the nodes that only they needed") {
  CHECK_PASS_AT("remove_returns", 1, negAbs, R"(d0 static
%0 = argument f32[d0]
%1 = unary(%0)
return %1
run d0=5
  %0 = integers {seed=1, low=-4, high=4}
)");
}

TEST_CASE("a node that was dead from the start stays until it is removed itself") {
  const std::string dead = R"(%0 = argument f32[]
%1 = unary(%0) {function=exp}
%2 = unary(%0)
return %2, %2
run
  %0 = f32[] [1]
)";
  CHECK_PASS_AT("remove_returns", 0, dead, R"(%0 = argument f32[]
%1 = unary(%0) {function=exp}
%2 = unary(%0)
return %2
run
  %0 = f32[] [1]
)");
  CHECK_PASS_AT("remove_nodes", 0, dead, R"(%0 = argument f32[]
%1 = unary(%0)
return %1, %1
run
  %0 = f32[] [1]
)");
}

TEST_CASE("bypass_nodes replaces a result by an operand of its type") {
  CHECK_PASS_AT("bypass_nodes", 0, negAbs, R"(d0 static
%0 = argument f32[d0]
%1 = unary(%0) {function=abs}
return %0, %1
run d0=5
  %0 = integers {seed=1, low=-4, high=4}
)");
}

TEST_CASE("merge_arguments uses the first argument of a type for the others") {
  CHECK_PASS("merge_arguments", R"(%0 = argument f32[2]
%1 = argument f32[2]
%2 = binary(%0, %1)
return %2
run
  %0 = f32[2] [1,2]
  %1 = f32[2] [3,4]
)",
             R"(%0 = argument f32[2]
%1 = binary(%0, %0)
return %1
run
  %0 = f32[2] [1,2]
)");
}

TEST_CASE("remove_groups makes calls and bodies plain code") {
  CHECK_PASS("remove_groups", R"(%0 = argument f32[2]
%1 = unary(%0)
return %1
function 0 .. 1
body 0 .. 1
run
  %0 = f32[2] [1,2]
)",
             R"(%0 = argument f32[2]
%1 = unary(%0)
return %1
run
  %0 = f32[2] [1,2]
)");
}

TEST_CASE("remove_contracts takes promises back") {
  CHECK_PASS("remove_contracts", R"(contract stable_sort
contract nan_order
%0 = argument f32[]
return %0
run
  %0 = f32[] [1]
)",
             R"(%0 = argument f32[]
return %0
run
  %0 = f32[] [1]
)");
}

TEST_CASE("remove_arguments and remove_symbols take what is not used") {
  const std::string unused = R"(d0 dynamic
d1 dynamic
%0 = argument f32[]
%1 = argument f32[d1]
return %0
run d0=1 d1=2
  %0 = f32[] [1]
  %1 = f32[2] [1,2]
)";
  CHECK_PASS("remove_arguments", unused, R"(d0 dynamic
%0 = argument f32[]
return %0
run d0=1
  %0 = f32[] [1]
)");
  CHECK_PASS("remove_symbols", unused, R"(d0 dynamic
%0 = argument f32[]
%1 = argument f32[d0]
return %0
run d0=2
  %0 = f32[] [1]
  %1 = f32[2] [1,2]
)");
}

TEST_CASE("drop_destinations") {
  CHECK_PASS("drop_destinations", R"(%0 = argument f32[2]
%1 = argument f32[2]
%2 = unary(%0) into %1
return %2
run
  %0 = f32[2] [1,2]
  %1 = f32[2] [0,0]
)",
             R"(%0 = argument f32[2]
%1 = unary(%0)
return %1
run
  %0 = f32[2] [1,2]
)");
}

TEST_CASE("nodes_to_fills and nodes_to_constants write the reference's values down") {
  const std::string twice = R"(%0 = argument f32[2]
%1 = unary(%0)
return %1
run
  %0 = f32[2] [1,2]
)";
  CHECK_PASS("nodes_to_fills", twice, R"(%0 = fill() {shape=[2], value=3}
return %0
run
)");
  CHECK_PASS("nodes_to_constants", twice, R"(%0 = constant() {value=f32[2] [3,3]}
return %0
run
)");
}

TEST_CASE("rename_extents makes an extent that is an expression a symbol of its own") {
  CHECK_PASS("rename_extents", R"(d0 static
d1 dynamic
%0 = argument f32[2*d0+d1]
%1 = argument f32[d0]
return %0, %1
run d0=2 d1=3
  %0 = f32[7] [1,2,3,4,5,6,7]
  %1 = f32[2] [1,2]
)",
             R"(d0 static
d1 dynamic
%0 = argument f32[d1]
%1 = argument f32[d0]
return %0, %1
run d0=2 d1=7
  %0 = f32[7] [1,2,3,4,5,6,7]
  %1 = f32[2] [1,2]
)");
}

static std::string oneSymbol(const std::string &knowledge, const std::string &extent = "4",
                             const std::string &tensor = "f32[4] [1,2,3,4]") {
  return "d0 " + knowledge + "\n%0 = argument f32[d0]\nreturn %0\nrun d0=" + extent +
         "\n  %0 = " + tensor + "\n";
}

TEST_CASE("make_static, undisguise and bind_symbols say more about a symbol") {
  CHECK_PASS("make_static", oneSymbol("dynamic"), oneSymbol("static"));
  CHECK_PASS("make_static", oneSymbol("disguised"), oneSymbol("static"));
  CHECK_PASS("undisguise", oneSymbol("disguised"), oneSymbol("dynamic"));
  CHECK_PASS("bind_symbols", oneSymbol("static"),
             "%0 = argument f32[4]\nreturn %0\nrun\n  %0 = f32[4] [1,2,3,4]\n");
  CHECK_PASS("bind_symbols", oneSymbol("dynamic"), oneSymbol("dynamic"));
}

TEST_CASE("extents shrink, and inputs keep their leading elements") {
  CHECK_PASS("extents_to_one", oneSymbol("static"), oneSymbol("static", "1", "f32[1] [1]"));
  CHECK_PASS("extents_to_one", oneSymbol("static", "0", "f32[0] []"),
             oneSymbol("static", "1", "f32[1] [0]"));
  CHECK_PASS("extents_to_two", oneSymbol("static"), oneSymbol("static", "2", "f32[2] [1,2]"));
  CHECK_PASS("halve_extents", oneSymbol("static"), oneSymbol("static", "2", "f32[2] [1,2]"));
  CHECK_PASS("extents_to_three", oneSymbol("static"), oneSymbol("static", "3", "f32[3] [1,2,3]"));
  CHECK_PASS("extents_to_four", oneSymbol("static", "5", "f32[5] [1,2,3,4,5]"),
             oneSymbol("static"));
  CHECK_PASS("decrement_extents", oneSymbol("static"), oneSymbol("static", "3", "f32[3] [1,2,3]"));
  CHECK_PASS("trim_extents", oneSymbol("static", "8", "f32[8] [1,2,3,4,5,6,7,8]"),
             oneSymbol("static", "6", "f32[6] [1,2,3,4,5,6]"));
}

TEST_CASE("shrinking a matrix keeps its leading block") {
  CHECK_PASS_AT("decrement_extents", 1, R"(d0 static
d1 static
%0 = argument i8[d0,d1]
return %0
run d0=2 d1=3
  %0 = i8[2,3] [1,2,3,4,5,6]
)",
                R"(d0 static
d1 static
%0 = argument i8[d0,d1]
return %0
run d0=2 d1=2
  %0 = i8[2,2] [1,2,4,5]
)");
}

TEST_CASE("indices stay in range when what they point into shrinks") {
  CHECK_PASS_AT("extents_to_two", 0, R"(d0 static
d1 static
%0 = argument f32[d0]
%1 = argument i64[d1]
%2 = gather(%0, %1)
return %2
run d0=4 d1=2
  %0 = f32[4] [1,2,3,4]
  %1 = i64[2] [3,2]
)",
                R"(d0 static
d1 static
%0 = argument f32[d0]
%1 = argument i64[d1]
%2 = gather(%0, %1)
return %2
run d0=2 d1=2
  %0 = f32[2] [1,2]
  %1 = i64[2] [1,0]
)");
}

TEST_CASE("constant extents shrink wherever they stand") {
  const std::string before = R"(%0 = argument f32[6]
%1 = fill() {shape=[6], value=1}
%2 = binary(%0, %1)
return %2
run
  %0 = f32[6] [1,2,3,4,5,6]
)";
  auto after = [](const std::string &extent, const std::string &values) {
    return "%0 = argument f32[" + extent + "]\n%1 = fill() {shape=[" + extent +
           "], value=1}\n%2 = binary(%0, %1)\nreturn %2\nrun\n  %0 = f32[" + extent + "] " +
           values + "\n";
  };
  CHECK_PASS("constants_to_one", before, after("1", "[1]"));
  CHECK_PASS("constants_to_two", before, after("2", "[1,2]"));
  CHECK_PASS("constants_to_three", before, after("3", "[1,2,3]"));
  CHECK_PASS("halve_constants", before, after("3", "[1,2,3]"));
  CHECK_PASS("decrement_constants", before, after("5", "[1,2,3,4,5]"));
}

TEST_CASE("merge_symbols makes one symbol of two that cannot be told apart") {
  CHECK_PASS("merge_symbols", R"(d0 dynamic
d1 dynamic
d2 static
%0 = argument f32[d0,d1,d2]
return %0
run d0=2 d1=2 d2=2
  %0 = integers {seed=1, low=-4, high=4}
)",
             R"(d0 dynamic
d1 static
%0 = argument f32[d0,d0,d1]
return %0
run d0=2 d1=2
  %0 = integers {seed=1, low=-4, high=4}
)");
}

TEST_CASE("simplify_types turns floats into f32, integers into i32, and drops casts") {
  CHECK_PASS("simplify_types", R"(%0 = argument f16[2]
%1 = argument i8[2]
%2 = cast(%0) {to=f32}
%3 = unary(%1)
return %2, %3
run
  %0 = f16[2] [1,2]
  %1 = i8[2] [3,4]
)",
             R"(%0 = argument f32[2]
%1 = argument i32[2]
%2 = unary(%1)
return %0, %2
run
  %0 = f32[2] [1,2]
  %1 = i32[2] [3,4]
)");
}

TEST_CASE("match_operand_types gives a contraction two operands of one type") {
  const std::string unlike = R"(%0 = argument i16[2]
%1 = argument i8[2]
%2 = contraction(%0, %1) {lhs=[0], rhs=[0], out=[], result=i32}
return %2
run
  %0 = i16[2] [300,2]
  %1 = i8[2] [3,4]
)";
  CHECK_PASS_AT("match_operand_types", 0, unlike, R"(%0 = argument i8[2]
%1 = argument i8[2]
%2 = contraction(%0, %1) {lhs=[0], rhs=[0], out=[], result=i32}
return %2
run
  %0 = i8[2] [44,2]
  %1 = i8[2] [3,4]
)");
  CHECK_PASS_AT("match_operand_types", 1, unlike, R"(%0 = argument i16[2]
%1 = argument i16[2]
%2 = contraction(%0, %1) {lhs=[0], rhs=[0], out=[], result=i32}
return %2
run
  %0 = i16[2] [300,2]
  %1 = i16[2] [3,4]
)");
}

TEST_CASE("simplify_attributes has a contraction extend its operands in one way") {
  CHECK_PASS("simplify_attributes", R"(%0 = argument i8[2]
%1 = contraction(%0, %0) {lhs=[0], rhs=[0], out=[], result=i32, rhs_unsigned=true}
return %1
run
  %0 = i8[2] [3,4]
)",
             R"(%0 = argument i8[2]
%1 = contraction(%0, %0) {lhs=[0], rhs=[0], out=[], result=i32}
return %1
run
  %0 = i8[2] [3,4]
)");
}

TEST_CASE("simplify_spellings writes each node the first way") {
  CHECK_PASS(
      "simplify_spellings",
      "%0 = argument f32[]\n%1 = unary(%0) as primitives\nreturn %1\nrun\n  %0 = f32[] [1]\n",
      "%0 = argument f32[]\n%1 = unary(%0)\nreturn %1\nrun\n  %0 = f32[] [1]\n");
}

TEST_CASE("plain_windows takes padding, strides and gaps from windows") {
  CHECK_PASS("plain_windows", R"(d0 dynamic
d1 dynamic
%0 = argument f32[1,2,d0]
%1 = argument f32[1,2,3]
%2 = argument f32[d0]
%3 = conv(%0, %1) {sizes=[d1], strides=[3], dilations=[2], low=[1], high=[0]}
%4 = reduce_window(%2) {window=[2], sizes=[d0], strides=[1], dilations=[1], low=[0], high=[1]}
return %3, %4
run d0=8 d1=2
  %0 = integers {seed=1, low=-4, high=4}
  %1 = integers {seed=2, low=-4, high=4}
  %2 = integers {seed=3, low=-4, high=4}
)",
             R"(d0 dynamic
%0 = argument f32[1,2,d0]
%1 = argument f32[1,2,3]
%2 = argument f32[d0]
%3 = conv(%0, %1) {sizes=[d0-2], strides=[1], dilations=[1], low=[0], high=[0]}
%4 = reduce_window(%2) {window=[2], sizes=[d0-1], strides=[1], dilations=[1], low=[0], high=[0]}
return %3, %4
run d0=8
  %0 = integers {seed=1, low=-4, high=4}
  %1 = integers {seed=2, low=-4, high=4}
  %2 = integers {seed=3, low=-4, high=4}
)");
}

TEST_CASE("simplify_attributes brings defaults, unit strides and identities") {
  CHECK_PASS("simplify_attributes", R"(%0 = argument f32[5,5]
%1 = transpose(%0) {permutation=[1,0]}
%2 = extract_slice(%1) {offsets=[1,0], sizes=[2,2], strides=[2,1]}
%3 = unary(%2) {function=exp}
%4 = reverse(%3) {dims=[0,1]}
return %4
run
  %0 = integers {seed=1, low=-4, high=4}
)",
             R"(%0 = argument f32[5,5]
%1 = transpose(%0) {permutation=[0,1]}
%2 = extract_slice(%1) {offsets=[0,0], sizes=[2,2], strides=[1,1]}
%3 = unary(%2)
%4 = reverse(%3) {dims=[0]}
return %4
run
  %0 = integers {seed=1, low=-4, high=4}
)");
}

TEST_CASE("keep_last_three keeps the end of inputs along symbols and constants") {
  CHECK_PASS("keep_last_three", R"(d0 dynamic
%0 = argument f32[d0,4]
%1 = unary(%0)
return %1
run d0=5
  %0 = f32[5,4] [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]
)",
             R"(d0 dynamic
%0 = argument f32[d0,3]
%1 = unary(%0)
return %1
run d0=3
  %0 = f32[3,3] [9,10,11,13,14,15,17,18,19]
)");
}

TEST_CASE("ungroup_attention gives every query head its own keys") {
  CHECK_PASS("ungroup_attention", R"(%0 = argument f32[6,1,2]
%1 = argument f32[2,3,2]
%2 = argument i1[6,1,3]
%3 = attention(%0, %1, %1, %2) {mask=boolean, group=3}
return %3
run
  %0 = integers {seed=1, low=-4, high=4}
  %1 = integers {seed=1, low=-4, high=4}
  %2 = integers {seed=1, low=0, high=1}
)",
             R"(%0 = argument f32[2,1,2]
%1 = argument f32[2,3,2]
%2 = argument i1[2,1,3]
%3 = attention(%0, %1, %1, %2) {mask=boolean}
return %3
run
  %0 = integers {seed=1, low=-4, high=4}
  %1 = integers {seed=1, low=-4, high=4}
  %2 = integers {seed=1, low=0, high=1}
)");
}

static std::string withInput(const std::string &type, const std::string &values) {
  return "%0 = argument " + type + "\nreturn %0\nrun\n  %0 = " + type + " " + values + "\n";
}

TEST_CASE("inputs become zeros, steps, counts and small integers") {
  CHECK_PASS("zero_inputs", withInput("f32[2]", "[1.5,-2]"), withInput("f32[2]", "[0,0]"));
  CHECK_PASS("step_inputs", withInput("f32[2,3]", "[9,9,9,9,9,9]"),
             withInput("f32[2,3]", "[0,1,1,0,1,1]"));
  CHECK_PASS("count_inputs", withInput("f32[2,2]", "[9,9,9,9]"),
             withInput("f32[2,2]", "[0,1,0,1]"));
  CHECK_PASS("count_inputs", withInput("i1[3]", "[1,1,1]"), withInput("i1[3]", "[0,1,0]"));
  CHECK_PASS("integer_inputs", withInput("f32[3]", "[1.25,-700,0]"),
             withInput("f32[3]", "[1,-9,0]"));
  CHECK_PASS("integer_inputs", withInput("i64[2]", "[9007199254740993,-4]"),
             withInput("i64[2]", "[9,-4]"));
  CHECK_PASS_AT("zero_elements", 1, withInput("f32[4]", "[5,0,6,7]"),
                withInput("f32[4]", "[5,0,0,7]"));
}

TEST_CASE("inputs from a recipe are written out when they change") {
  CHECK_PASS("zero_inputs",
             "%0 = argument c64[2]\nreturn %0\nrun\n  %0 = normal {seed=1, low=0, high=1}\n",
             "%0 = argument c64[2]\nreturn %0\nrun\n  %0 = c64[2] [0,0,0,0]\n");
}
