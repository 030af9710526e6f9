#include "amdgpu/machine/SourceLine.h"

#include <fmt/format.h>
#include <llvm/DebugInfo/DIContext.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ELFObjectFile.h>

namespace assay::amdgpu {

std::optional<std::string> sourceLine(std::span<const std::byte> elf, uint64_t address) {
  const llvm::StringRef bytes(reinterpret_cast<const char *>(elf.data()), elf.size());
  auto file = llvm::object::ObjectFile::createObjectFile({bytes, "code object"});
  if (!file) {
    llvm::consumeError(file.takeError());
    return std::nullopt;
  }
  auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  auto context = llvm::DWARFContext::create(
      **file, llvm::DWARFContext::ProcessDebugRelocations::Process, nullptr, "", ignore, ignore);
  llvm::object::SectionedAddress at{address, llvm::object::SectionedAddress::UndefSection};
  for (const llvm::object::SectionRef &section : (*file)->sections())
    if (section.isText() && section.getAddress() <= address &&
        address < section.getAddress() + section.getSize())
      at.SectionIndex = section.getIndex();
  const auto line = context->getLineInfoForAddress(
      at, {llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
           llvm::DILineInfoSpecifier::FunctionNameKind::None});
  if (!line || line->Line == 0)
    return std::nullopt;
  return fmt::format("{}:{}", line->FileName, line->Line);
}

} // namespace assay::amdgpu
