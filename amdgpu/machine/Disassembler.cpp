#include "amdgpu/machine/Disassembler.h"

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

#include <algorithm>
#include <cstring>

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

/// The assembler's mnemonic says beside the instruction's name how its operands are encoded, and
/// has some operands: "scratch_store_dword off, ".
std::string_view withoutEncoding(std::string_view mnemonic) {
  mnemonic = mnemonic.substr(0, mnemonic.find_first_of(" \t"));
  for (std::string_view suffix : {"_e32", "_e64", "_sdwa", "_dpp"})
    if (mnemonic.ends_with(suffix))
      mnemonic.remove_suffix(suffix.size());
  return mnemonic;
}

/// LLVM 22 follows a null pointer where an operand asks for a literal for which there is no room:
/// behind the end, and in all instructions of two dwords, which have none on these chips.
struct Padded {
  uint8_t bytes[16] = {};
  explicit Padded(std::span<const std::byte> code) {
    std::memcpy(bytes, code.data(), std::min(code.size(), sizeof bytes));
  }
  uint32_t field(unsigned dword, unsigned high, unsigned low) const {
    uint32_t word;
    std::memcpy(&word, bytes + 4 * dword, sizeof word);
    return word >> low & ((uint64_t(1) << (high - low + 1)) - 1);
  }
  /// LLVM 22 crashes on v_madmk_f16 and v_madak_f16 with the constant 255, which it takes for an
  /// operand that asks for a literal. Another constant takes its place, `readableConstant`; true if
  /// that was so.
  bool replaceUnreadableConstant() {
    const bool isHalfMad = field(0, 31, 26) == 0x12; // VOP2, opcodes 0x24 and 0x25
    if (!isHalfMad || field(1, 31, 0) != literal)
      return false;
    bytes[4] = readableConstant;
    return true;
  }
  static constexpr uint8_t readableConstant = 0xfe;

  /// LLVM 22 decodes an SDWA that selects or keeps what no value stands for, and then cannot print
  /// it.
  bool selectsNothing() const {
    if (field(0, 31, 31) != 0 || field(0, 8, 0) != sdwa)
      return false;
    constexpr uint32_t vop1 = 0x3f, vopc = 0x3e, noPart = 7, noUnused = 3;
    const uint32_t opcode = field(0, 31, 25);
    return field(1, 18, 16) == noPart || (opcode != vop1 && field(1, 26, 24) == noPart) ||
           (opcode != vopc && (field(1, 10, 8) == noPart || field(1, 12, 11) == noUnused));
  }

  static constexpr uint32_t literal = 255, sdwa = 249;

  bool asksForImpossibleLiteral() const {
    const uint32_t encoding = field(0, 31, 26);
    if (encoding == 0x34) { // VOP3, VOP3P, MAI
      const uint32_t opcode = field(0, 25, 16);
      const bool isScalarResult = opcode < 0x100 || opcode == 0x142 || opcode == 0x289;
      return field(1, 8, 0) == literal || field(1, 17, 9) == literal ||
             field(1, 26, 18) == literal || (isScalarResult && field(0, 7, 0) == literal);
    }
    if (encoding == 0x38 || encoding == 0x3a) // MUBUF, MTBUF: SOFFSET
      return field(1, 31, 24) == literal;
    if (encoding < 0x20 && field(0, 8, 0) == sdwa) {
      const bool isReadfirstlane = field(0, 31, 25) == 0x3f && field(0, 16, 9) == 2;
      return (field(1, 7, 0) == literal && field(1, 23, 23)) ||
             (field(0, 16, 9) == literal && field(1, 31, 31)) ||
             (isReadfirstlane && field(0, 24, 17) == literal);
    }
    return false;
  }
};

struct Decoded {
  llvm::MCInst instruction;
  uint64_t bytes = 0;
  /// Its constant is `Padded::readableConstant` now.
  bool isReplaced = false;
};

std::optional<Decoded> decodeOne(const llvm::MCDisassembler &disassembler,
                                 std::span<const std::byte> code, uint64_t address) {
  Decoded decoded;
  Padded padded(code);
  decoded.isReplaced = padded.replaceUnreadableConstant();
  // SoftFail stands for encodings that the chip need not take: as good as none.
  if (padded.asksForImpossibleLiteral() || padded.selectsNothing() ||
      disassembler.getInstruction(decoded.instruction, decoded.bytes, padded.bytes, address,
                                  llvm::nulls()) != llvm::MCDisassembler::Success ||
      decoded.bytes == 0 || decoded.bytes > code.size())
    return std::nullopt;
  return decoded;
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

Disassembler::Disassembler(Chip chip) : of(chip), parts(std::make_unique<Parts>(chip)) {}
Disassembler::~Disassembler() = default;

std::optional<Disassembler::Line> Disassembler::decode(std::span<const std::byte> code,
                                                       uint64_t address) const {
  const auto decoded = decodeOne(*parts->disassembler, code, address);
  if (!decoded)
    return std::nullopt;
  const char *mnemonic = parts->printer->getMnemonic(decoded->instruction).first;
  return Line{std::string(withoutEncoding(mnemonic ? mnemonic : "")),
              static_cast<unsigned>(decoded->bytes)};
}

std::optional<std::string> Disassembler::text(std::span<const std::byte> code,
                                              uint64_t address) const {
  const auto decoded = decodeOne(*parts->disassembler, code, address);
  if (!decoded)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream stream(text);
  parts->printer->printInst(&decoded->instruction, address, "", *parts->subtarget, stream);
  if (const auto at = text.find("0xfe"); decoded->isReplaced && at != std::string::npos)
    text.replace(at, 4, "0xff");
  return llvm::StringRef(text).trim().str();
}

} // namespace assay::amdgpu
