#include "check/Diagnostic.h"
#include "check/FailureVerdict.h"
#include "check/MismatchSignature.h"

#include <catch2/catch.hpp>

#include <random>

using namespace assay;

TEST_CASE("a signature's text says what it is made of, and is read back") {
  Signature wrong;
  wrong.kind = Signature::Kind::Mismatch;
  wrong.joint = true;
  wrong.what = "topk.indices";
  wrong.marks = {"f32->i64", "named"};
  wrong.unwritten = wrong.together = true;
  CHECK(wrong.text() == "joint:mismatch:topk.indices:f32->i64:named:unwritten memory:together");
  CHECK(Signature::parse(wrong.text()) == wrong);

  const Signature crash = Signature::parse("crash:run:SIGSEGV:mlir::Pass::run<main");
  CHECK(crash.kind == Signature::Kind::Crash);
  CHECK(crash.stage == Stage::Run);
  CHECK(crash.what == "SIGSEGV:mlir::Pass::run<main");
  // "run" here is no stage, nor is "together" a mark of what is no value.
  CHECK_FALSE(Signature::parse("crash:mlir::Pass::run").stage);
  CHECK_FALSE(Signature::parse("run-failure:not:together").together);
  CHECK(Signature::parse("assay-bug:oracle:SIGABRT").isOurBug());
  const Signature missed =
      Signature::parse("missed-optimisation:transposes(sunk):transpose:collapse");
  CHECK(missed.kind == Signature::Kind::MissedOptimisation);
  CHECK(missed.what == "transposes(sunk)");
  CHECK(missed.marks == std::vector<std::string>{"transpose", "collapse"});
  CHECK(Signature::parse("flaky:mismatch:cast:f32").what == "mismatch:cast:f32");
  CHECK(Signature::parse("") == Signature());
}

TEST_CASE("every text is a signature's, and stays as it is") {
  const std::string_view parts[] = {"joint:",
                                    "mismatch",
                                    "nondeterministic-mismatch",
                                    "crash",
                                    "timeout",
                                    ":",
                                    "compile",
                                    "run",
                                    "topk.indices",
                                    ":together",
                                    ":unwritten memory",
                                    "*",
                                    "f32->i64",
                                    " ",
                                    "\xff"};
  std::mt19937 random(7);
  for (int count = 0; count < 5000; ++count) {
    std::string text;
    for (size_t left = random() % 8; left > 0; --left)
      text += parts[random() % std::size(parts)];
    INFO(text);
    CHECK(Signature::parse(text).text() == text);
    CHECK(Signature::parse(Signature::parse(text).text()) == Signature::parse(text));
  }
}

TEST_CASE("diagnostics that differ in numbers, names, places and shapes read the same") {
  const std::pair<const char *, const char *> pairs[] = {
      {"/tmp/a.mlir:3:14: error: 'linalg.generic' op expected 2 operands, found 3",
       "'linalg.generic' op expected # operands, found #"},
      {"loc(\"case\":3:14): error: failed to bufferize op\nsee current operation: %3 = ...",
       "failed to bufferize op"},
      {"m:3:1: failed to bufferize op\n\nm:2:1: called from\n\nm:3:1: see current operation: \n"
       "%3:2 = \"bufferization.alloc_tensor\"(%1) <{x = 1 : i32}> : (tensor<?xf32>) -> "
       "tensor<?xf32>\n",
       "failed to bufferize op in 'bufferization.alloc_tensor'"},
      {"error: <unknown>:0:0: stack frame size (1310) exceeds limit (72) in function "
       "'main_dispatch_0_D_f64'",
       "stack frame size (#) exceeds limit (#) in a function"},
      {"'scf.forall' op is bad\nm:3:1: see current operation: \"func.func\"() ({",
       "'scf.forall' op is bad"},
      {"cannot cast %12#1 from tensor<4x?x12xf32> to tensor<?xbf16>",
       "cannot cast % from tensor<#xf32> to tensor<#xbf16>"},
      {"'tensor.expand_shape' op expected dim sizes memref<2x3xi1, strided<[3, 1], offset: ?>>",
       "'tensor.expand_shape' op expected dim sizes memref<#xi1, strided<[#], offset: #>>"},
      {"bad map affine_map<(d0, d1, d2) -> (d2, d0)> for vector<[4]xf16>",
       "bad map affine_map<(d#) -> (d#)> for vector<#xf16>"},
      {"pointer 0x7fffdeadbeef of @main_12 in /usr/lib/libfoo.so is null",
       "pointer # of @main# in PATH is null"},
      {"memref<1x10xf32>, memref<0xbf16> at 0xf1", "memref<#xf32>, memref<#xbf16> at #"},
      {"takes tensor<f32> and i64, 3.5e-3 and -7", "takes tensor<#xf32> and i64, # and #"},
      {"", ""},
  };
  for (const auto &[text, expected] : pairs)
    CHECK(normaliseDiagnostic(text) == expected);
  CHECK(normaliseDiagnostic("rank [2, 3]") == normaliseDiagnostic("rank [5, ?, 9]"));
  CHECK(normaliseDiagnostic("f32 is not f16") != normaliseDiagnostic("f16 is not f32"));
  CHECK(normaliseDiagnostic(std::string(1 << 20, 'x')).size() == 160);
}

TEST_CASE("A diagnostic may name an op that a module has none of") {
  const char *module = R"(module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = tensor.empty() : tensor<4xf32>
    %1 = "linalg.map"(%arg0, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
})";
  const auto absent = [&](const char *diagnostic) { return opAbsentFrom(module, diagnostic); };
  CHECK(absent("m.mlir:3:1: error: 'tensor.pad' op cannot be tiled") == "tensor.pad");
  CHECK(absent("error: 'tensor.emp' op cannot be tiled") == "tensor.emp");
  CHECK(absent("error: 'tensor.empty' op cannot be tiled").empty());
  CHECK(absent("error: 'linalg.map' op cannot be tiled").empty());
  // Printed without its dialect.
  CHECK(absent("error: 'func.return' op has wrong operands").empty());
  // What is lowered to has a dialect of its own.
  CHECK(absent("error: 'memref.alloca' op is too large").empty());
  CHECK(absent("error: nothing is named\nnote: 'tensor.pad'").empty());
}

TEST_CASE("failures become verdicts by kind and stage") {
  using Kind = TargetFailure::Kind;
  auto verdict = [](Kind kind, Stage stage, const char *detail) {
    return failureVerdict({kind, stage, detail});
  };
  Verdict rejected = verdict(Kind::Rejected, Stage::Compile, "failed to legalize 'a.b' at 12");
  CHECK(rejected.name() == "compile_failure");
  CHECK(rejected.signature.text() == "compile-failure:compile:failed to legalize 'a.b' at #");
  CHECK(verdict(Kind::Rejected, Stage::Run, "no").name() == "run_failure");
  CHECK(verdict(Kind::Crashed, Stage::Run, "four").signature.text() == "crash:run:four");
  CHECK(verdict(Kind::TimedOut, Stage::Compile, "").signature.text() == "timeout:compile");
  CHECK(verdict(Kind::OutOfMemory, Stage::Run, "").signature.text() == "timeout:run:memory");
  CHECK(verdict(Kind::Unsupported, Stage::Compile, "f8").name() == "unsupported");
  CHECK_FALSE(verdict(Kind::Unsupported, Stage::Compile, "f8").isFinding());
  CHECK(
      verdict(Kind::Sanitizer, Stage::Run,
              "result 3 (16 bytes) was written behind its end: 4 bytes changed, 0 to 3 bytes away")
          .signature.text() == "sanitizer:run:result # (# bytes) was written behind its end");
}

TEST_CASE("a value's label names op, function, result, types and spelling, but no extents") {
  auto f32 = [](std::vector<Dim> dims) { return TensorType{ElementType::F32, std::move(dims)}; };
  auto label = [&](Op op, const std::vector<TensorType> &arguments, int result, Spelling spelling) {
    ProgramParts parts;
    parts.symbols = 1;
    parts.arguments = arguments;
    Node node;
    node.op = std::move(op);
    for (size_t i = 0; i < arguments.size(); ++i)
      node.operands.push_back(static_cast<ValueId>(i));
    node.spelling = spelling;
    parts.nodes = {node};
    const auto value = static_cast<ValueId>(arguments.size()) + result;
    parts.returns = {value};
    return valueLabel(Program::makeValid(parts), value);
  };
  const Dim d0 = Dim::symbol(0);
  assay::Binary multiply;
  multiply.function = BinaryKind::Mul;
  for (const Dim &extent : {d0, Dim(4)}) {
    CHECK(label(multiply, {f32({extent}), f32({extent})}, 0, Spelling::Generic) ==
          "binary(mul):f32:generic");
    CHECK(label(Topk{0, 1, true, true, ElementType::I32}, {f32({Dim(4), extent})}, 1,
                Spelling::Named) == "topk.indices:f32->i32:named");
    CHECK(label(Cast{ElementType::BF16, false}, {f32({extent})}, 0, Spelling::Generic) ==
          "cast:f32->bf16:generic");
    CHECK(label(Sort{}, {f32({extent}), f32({extent})}, 1, Spelling::Named) ==
          "sort.values:f32:named");
  }
  ProgramParts identity;
  identity.arguments = {{ElementType::I8, {}}};
  identity.returns = {0};
  CHECK(valueLabel(Program::makeValid(identity), 0) == "argument:i8");
}

TEST_CASE("a final signature names what the failure needs, and no more") {
  auto text = [](Op op, ElementType from, Spelling spelling, const char *actual, int result = 0,
                 const char *raw = "mismatch:x") {
    ProgramParts parts;
    parts.arguments = {{from, {Dim(4)}}};
    parts.nodes = {Node{std::move(op), {0}, std::nullopt, spelling}};
    parts.returns = {1 + result};
    Mismatch mismatch;
    mismatch.firstWrong = 1 + result;
    mismatch.difference.actual = actual;
    mismatch.difference.expected = "1";
    Verdict verdict;
    verdict.outcome = mismatch;
    verdict.signature = Signature::parse(raw);
    return finalSignature(Program::makeValid(parts), verdict).text();
  };
  using enum ElementType;
  for (ElementType from : {F32, I32, I64})
    for (ElementType to : {I32, I64})
      CHECK(text(Topk{0, 1, true, true, to}, from, Spelling::Named, "2", 1) ==
            "mismatch:topk.indices");
  CHECK(text(Topk{0, 1, true, true, I8}, F32, Spelling::Named, "2", 1) ==
        "mismatch:topk.indices:f32->i8");
  CHECK(text(Unary{}, BF16, Spelling::Extract, "nan") == "mismatch:unary(neg):bf16:extract:nan");
  CHECK(text(Unary{}, F32, Spelling::Named, "-inf", 0, "mismatch:x:together") ==
        "mismatch:unary(neg):inf:together");
  Verdict inaccurate;
  inaccurate.outcome = Inaccurate{{}, "loose_tanh"};
  ProgramParts one;
  one.arguments = {{F16, {}}};
  one.returns = {0};
  CHECK(finalSignature(Program::makeValid(one), inaccurate).text() == "accuracy:argument:f16");
  Verdict crash = failureVerdict({TargetFailure::Kind::Crashed, Stage::Run, "f32"});
  CHECK(finalSignature(Program(), crash) == crash.signature);
}

TEST_CASE("diagnostics with other element types have one cause") {
  CHECK(withoutElementTypes("cast of tensor<#xf32> to bf16 by i64") ==
        withoutElementTypes("cast of tensor<#xi8> to f16 by i32"));
  CHECK(withoutElementTypes("'arith.addf' of f32") != withoutElementTypes("'arith.subf' of f32"));
  CHECK(withoutElementTypes("profile32 of i8x") == "profile32 of i8x");
}

TEST_CASE("Words of a diagnostic that are no text are one and the same") {
  CHECK(normaliseDiagnostic("unexpected token \x80\xff behind it") ==
        "unexpected token * behind it");
  CHECK(normaliseDiagnostic("unexpected token \x90 behind it") ==
        normaliseDiagnostic("unexpected token a\x80\xbf behind it"));
  CHECK(normaliseDiagnostic("expected \xe2\x80\x98;\xe2\x80\x99") ==
        "expected \xe2\x80\x98;\xe2\x80\x99");
  CHECK(normaliseDiagnostic("a path of C:\\xa") == normaliseDiagnostic("a path of C:\\xa"));
}
