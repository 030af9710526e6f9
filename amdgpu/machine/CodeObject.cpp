#include "amdgpu/machine/CodeObject.h"

#include <fmt/format.h>
#include <llvm/Object/ELF.h>

#include <algorithm>
#include <cstring>

namespace assay::amdgpu {
namespace {

using Elf = llvm::object::ELF64LE;
using File = llvm::object::ELFFile<Elf>;

Error wrong(llvm::Error error) {
  return {fmt::format("the code object is damaged: {}", llvm::toString(std::move(error)))};
}

class Reader {
public:
  Reader(File file, std::span<const std::byte> bytes) : file(std::move(file)), bytes(bytes) {}

  Expected<CodeObject> read() {
    auto chip = chipFromElfFlags(file.getHeader().e_flags);
    if (file.getHeader().e_machine != llvm::ELF::EM_AMDGPU || !chip)
      return Error{
          fmt::format("this is no code object for gfx90a or gfx942 (e_machine {}, e_flags {:#x})",
                      uint16_t(file.getHeader().e_machine), uint32_t(file.getHeader().e_flags))};
    object.chip = *chip;
    for (auto step : {&Reader::segments, &Reader::sections, &Reader::notes, &Reader::kernels})
      ASSAY_TRY((this->*step)());
    return std::move(object);
  }

private:
  Expected<void> segments() {
    auto headers = file.program_headers();
    if (!headers)
      return wrong(headers.takeError());
    uint64_t end = 0;
    for (const auto &header : *headers) {
      if (header.p_type != llvm::ELF::PT_LOAD)
        continue;
      if (header.p_offset > bytes.size() || header.p_filesz > bytes.size() - header.p_offset ||
          header.p_memsz > CodeObject::maxImageBytes ||
          header.p_vaddr > CodeObject::maxImageBytes || header.p_filesz > header.p_memsz)
        return Error{"the code object is cut off: a segment lies behind its end"};
      end = std::max<uint64_t>(end, header.p_vaddr + header.p_memsz);
    }
    object.image.resize(end);
    for (const auto &header : *headers)
      if (header.p_type == llvm::ELF::PT_LOAD)
        std::memcpy(object.image.data() + header.p_vaddr, bytes.data() + header.p_offset,
                    header.p_filesz);
    return {};
  }

  bool isInImage(uint64_t address, uint64_t size) const {
    return address <= object.image.size() && size <= object.image.size() - address;
  }

  Expected<void> sections() {
    auto headers = file.sections();
    if (!headers)
      return wrong(headers.takeError());
    for (const auto &header : *headers) {
      if (header.sh_flags & llvm::ELF::SHF_EXECINSTR) {
        if (!isInImage(header.sh_addr, header.sh_size))
          return Error{"the code object is damaged: its code lies outside of its segments"};
        object.code.emplace_back(header.sh_addr, header.sh_size);
      }
      if (header.sh_type == llvm::ELF::SHT_RELA)
        ASSAY_TRY(relocations(header, *headers));
      if (header.sh_type == llvm::ELF::SHT_DYNSYM)
        ASSAY_TRY(symbols(header, *headers));
    }
    return {};
  }

  Expected<void> relocations(const Elf::Shdr &section, Elf::ShdrRange headers) {
    auto entries = file.relas(section);
    auto table = section.sh_link < headers.size() ? file.symbols(&headers[section.sh_link])
                                                  : llvm::Expected<Elf::SymRange>(Elf::SymRange());
    if (!entries || !table)
      return wrong(llvm::joinErrors(entries.takeError(), table.takeError()));
    for (const auto &entry : *entries) {
      const uint32_t type = entry.getType(false), symbol = entry.getSymbol(false);
      if (!isInImage(entry.r_offset, 8))
        return Error{"the code object is damaged: a relocation lies outside of its segments"};
      int64_t addend = entry.r_addend;
      if (type == llvm::ELF::R_AMDGPU_ABS64) {
        if (symbol >= table->size() || (*table)[symbol].st_shndx == llvm::ELF::SHN_UNDEF)
          return Error{"the code object needs a symbol that it does not define"};
        addend += static_cast<int64_t>(uint64_t((*table)[symbol].st_value));
      } else if (type != llvm::ELF::R_AMDGPU_RELATIVE64) {
        return Error{fmt::format("the code object has a relocation of unknown type {}", type)};
      }
      object.relocations.push_back({static_cast<uint32_t>(entry.r_offset), addend});
    }
    return {};
  }

  Expected<void> symbols(const Elf::Shdr &section, Elf::ShdrRange headers) {
    auto table = file.symbols(&section);
    auto strings = file.getStringTableForSymtab(section, headers);
    if (!table || !strings)
      return wrong(llvm::joinErrors(table.takeError(), strings.takeError()));
    for (const auto &symbol : *table) {
      auto name = symbol.getName(*strings);
      if (!name)
        return wrong(name.takeError());
      if (symbol.getType() == llvm::ELF::STT_OBJECT && isInImage(symbol.st_value, symbol.st_size))
        object.variables.emplace(name->str(),
                                 std::pair<uint32_t, uint32_t>(symbol.st_value, symbol.st_size));
    }
    return {};
  }

  Expected<void> notes() {
    auto headers = file.program_headers();
    if (!headers)
      return wrong(headers.takeError());
    for (const auto &header : *headers) {
      if (header.p_type != llvm::ELF::PT_NOTE)
        continue;
      llvm::Error error = llvm::Error::success();
      for (const auto &note : file.notes(header, error)) {
        if (note.getName() != "AMDGPU" || note.getType() != llvm::ELF::NT_AMDGPU_METADATA)
          continue;
        auto description = note.getDesc(std::max<size_t>(header.p_align, 4));
        auto read = readMetadata(std::as_bytes(std::span(description.data(), description.size())));
        if (!read) {
          llvm::consumeError(std::move(error));
          return read.error();
        }
        metadata = std::move(*read);
      }
      if (error)
        return wrong(std::move(error));
    }
    if (!metadata)
      return Error{"the code object has no metadata: versions before 3 are not read"};
    return {};
  }

  Expected<void> kernels() {
    for (KernelMetadata &one : *metadata) {
      auto symbol = object.variables.find(one.symbol);
      if (symbol == object.variables.end() || symbol->second.second < 64)
        return Error{
            fmt::format("the code object has no descriptor for its kernel '{}'", one.name)};
      if (one.wavefrontSize != 64)
        return Error{fmt::format("kernel '{}' has waves of {} lanes", one.name, one.wavefrontSize)};
      auto read = descriptor(symbol->second.first);
      if (!read)
        return read.error();
      std::string name = one.name;
      object.variables.erase(symbol);
      object.kernels.emplace(std::move(name), Kernel{std::move(one), *read});
    }
    return {};
  }

  template <class T> T at(uint32_t offset) const {
    T value;
    std::memcpy(&value, object.image.data() + offset, sizeof value);
    return value;
  }

  Expected<KernelDescriptor> descriptor(uint32_t begin) const {
    KernelDescriptor result;
    result.ldsBytes = at<uint32_t>(begin);
    result.scratchBytes = at<uint32_t>(begin + 4);
    result.kernargBytes = at<uint32_t>(begin + 8);
    result.rsrc3 = at<uint32_t>(begin + 44);
    result.rsrc1 = at<uint32_t>(begin + 48);
    result.rsrc2 = at<uint32_t>(begin + 52);
    result.properties = at<uint16_t>(begin + 56);
    result.kernargPreload = at<uint16_t>(begin + 58);
    const auto entry = static_cast<int64_t>(uint64_t(begin) + at<uint64_t>(begin + 16));
    const bool isCode = std::ranges::any_of(object.code, [&](const auto &section) {
      return entry >= section.first && entry < int64_t(section.first) + section.second;
    });
    if (!isCode)
      return Error{"the code object is damaged: a kernel begins outside of its code"};
    result.entry = static_cast<uint32_t>(entry);
    return result;
  }

  File file;
  std::span<const std::byte> bytes;
  CodeObject object;
  std::optional<std::vector<KernelMetadata>> metadata;
};

} // namespace

std::vector<Section> CodeObject::sections() const {
  std::vector<Section> result;
  for (auto [offset, size] : code)
    result.push_back({offset, std::span(image).subspan(offset, size)});
  return result;
}

Expected<CodeObject> CodeObject::read(std::span<const std::byte> bytes) {
  if (bytes.empty())
    return Error{"the code object is empty"};
  // LLVM's reader looks at headers in place, and the loader may give an address of any alignment.
  std::vector<uint64_t> aligned((bytes.size() + 7) / 8);
  std::memcpy(aligned.data(), bytes.data(), bytes.size());
  const auto copy = std::as_bytes(std::span(aligned)).first(bytes.size());
  auto file =
      File::create(llvm::StringRef(reinterpret_cast<const char *>(copy.data()), copy.size()));
  if (!file)
    return wrong(file.takeError());
  return Reader(std::move(*file), copy).read();
}

uint64_t elfSize(const void *begin) {
  Elf::Ehdr header;
  std::memcpy(static_cast<void *>(&header), begin, sizeof header);
  if (!header.checkMagic())
    return 0;
  return header.e_shoff + uint64_t(header.e_shnum) * header.e_shentsize;
}

} // namespace assay::amdgpu
