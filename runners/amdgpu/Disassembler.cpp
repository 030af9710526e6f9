#include "runners/amdgpu/Disassembler.h"

#include "support/Assert.h"

#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/raw_ostream.h>

// llvm/Support/TargetSelect.h would ask for every target that LLVM was built with.
extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUDisassembler();
}

namespace assay::amdgpu {
namespace {

const llvm::Triple triple("amdgcn-amd-amdhsa");

const llvm::Target &target() {
  static const llvm::Target *found = [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
    std::string error;
    return llvm::TargetRegistry::lookupTarget(triple, error);
  }();
  ASSAY_ASSERT(found, "this LLVM was built without AMDGPU");
  return *found;
}

/// The assembler's mnemonic says beside the instruction's name how its operands are encoded.
std::string_view withoutEncoding(std::string_view mnemonic) {
  while (mnemonic.ends_with(' '))
    mnemonic.remove_suffix(1);
  for (std::string_view suffix : {"_e32", "_e64", "_sdwa", "_dpp"})
    if (mnemonic.ends_with(suffix))
      mnemonic.remove_suffix(suffix.size());
  return mnemonic;
}

llvm::ArrayRef<uint8_t> bytesOf(std::span<const std::byte> code) {
  return {reinterpret_cast<const uint8_t *>(code.data()), code.size()};
}

} // namespace

struct Disassembler::Parts {
  llvm::MCTargetOptions options;
  std::unique_ptr<llvm::MCRegisterInfo> registers{target().createMCRegInfo(triple)};
  std::unique_ptr<llvm::MCAsmInfo> assembly{target().createMCAsmInfo(*registers, triple, options)};
  std::unique_ptr<llvm::MCInstrInfo> instructions{target().createMCInstrInfo()};
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstPrinter> printer{target().createMCInstPrinter(
      triple, assembly->getAssemblerDialect(), *assembly, *instructions, *registers)};

  explicit Parts(Chip chip) : subtarget(target().createMCSubtargetInfo(triple, nameOf(chip), "")) {
    context =
        std::make_unique<llvm::MCContext>(triple, assembly.get(), registers.get(), subtarget.get());
    disassembler.reset(target().createMCDisassembler(*subtarget, *context));
  }
};

Disassembler::Disassembler(Chip chip) : parts(std::make_unique<Parts>(chip)) {}
Disassembler::~Disassembler() = default;

std::optional<Disassembler::Line> Disassembler::decode(std::span<const std::byte> code,
                                                       uint64_t address) const {
  llvm::MCInst instruction;
  uint64_t bytes = 0;
  // SoftFail stands for encodings that the chip need not take: as good as none.
  if (parts->disassembler->getInstruction(instruction, bytes, bytesOf(code), address,
                                          llvm::nulls()) != llvm::MCDisassembler::Success)
    return std::nullopt;
  const char *mnemonic = parts->printer->getMnemonic(instruction).first;
  return Line{std::string(withoutEncoding(mnemonic ? mnemonic : "")), static_cast<unsigned>(bytes)};
}

std::optional<std::string> Disassembler::text(std::span<const std::byte> code,
                                              uint64_t address) const {
  llvm::MCInst instruction;
  uint64_t bytes = 0;
  if (parts->disassembler->getInstruction(instruction, bytes, bytesOf(code), address,
                                          llvm::nulls()) != llvm::MCDisassembler::Success)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream stream(text);
  parts->printer->printInst(&instruction, address, "", *parts->subtarget, stream);
  return llvm::StringRef(text).trim().str();
}

} // namespace assay::amdgpu
