#include "runners/cpu/FastSelection.h"

#include <catch2/catch.hpp>

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

using namespace assay;

namespace {

struct Prepared {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;

  explicit Prepared(const char *text) {
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString(text, error, context);
    if (!module)
      FAIL(error.getMessage().str());
    prepareFastSelection(*module);
    CHECK_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  }

  template <class Inst> int count() const {
    int found = 0;
    for (llvm::Function &function : *module)
      for (llvm::Instruction &instruction : llvm::instructions(function))
        found += llvm::isa<Inst>(instruction);
    return found;
  }
};

} // namespace

TEST_CASE("a returned struct is stored field by field") {
  Prepared prepared(R"(
    define internal { ptr, [2 x i64] } @main(ptr %p, i64 %n) {
      %a = insertvalue { ptr, [2 x i64] } poison, ptr %p, 0
      %b = insertvalue { ptr, [2 x i64] } %a, i64 %n, 1, 0
      %c = insertvalue { ptr, [2 x i64] } %b, i64 7, 1, 1
      ret { ptr, [2 x i64] } %c
    }
    define internal void @wrapper(ptr %result, ptr %p, i64 %n) {
      %r = call { ptr, [2 x i64] } @main(ptr %p, i64 %n)
      store { ptr, [2 x i64] } %r, ptr %result
      ret void
    }
    define void @entry(ptr %words) {
      %n = load i64, ptr %words
      call void @wrapper(ptr %words, ptr %words, i64 %n)
      ret void
    })");
  CHECK(prepared.module->size() == 1);
  CHECK(prepared.count<llvm::CallInst>() == 0);
  CHECK(prepared.count<llvm::InsertValueInst>() == 0);
  CHECK(prepared.count<llvm::StoreInst>() == 3);
}

TEST_CASE("of a loaded struct only the fields that are used are loaded") {
  Prepared prepared(R"(
    define i64 @sum(ptr %descriptor) {
      %d = load { ptr, i64, [2 x i64] }, ptr %descriptor
      %x = extractvalue { ptr, i64, [2 x i64] } %d, 1
      %y = extractvalue { ptr, i64, [2 x i64] } %d, 2, 1
      %s = add i64 %x, %y
      ret i64 %s
    })");
  CHECK(prepared.count<llvm::ExtractValueInst>() == 0);
  CHECK(prepared.count<llvm::LoadInst>() == 2);
}

TEST_CASE("functions called twice stay, and structs of unknown fields are stored whole") {
  Prepared prepared(R"(
    define internal { i64, i64 } @pair(i64 %n) {
      %a = insertvalue { i64, i64 } poison, i64 %n, 0
      %b = insertvalue { i64, i64 } %a, i64 1, 1
      ret { i64, i64 } %b
    }
    define void @entry(ptr %p) {
      %x = call { i64, i64 } @pair(i64 1)
      %y = call { i64, i64 } @pair(i64 2)
      store { i64, i64 } %x, ptr %p
      store { i64, i64 } %y, ptr %p
      ret void
    })");
  CHECK(prepared.module->size() == 2);
  CHECK(prepared.count<llvm::StoreInst>() == 2);
}
