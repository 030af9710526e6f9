#include "amdgpu/machine/Repertoire.h"

#include "amdgpu/machine/Disassembler.h"
#include "amdgpu/machine/Formats.h"

#include <cstring>

namespace assay::amdgpu {
namespace {

/// Where a format has its opcode: `count` values from bit `low` on.
struct Opcodes {
  uint32_t base;
  unsigned low, count;
};
constexpr Opcodes opcodes[] = {
    {0x80000000, 23, 96},   // SOP2: what is above are SOPK, SOP1, SOPC, SOPP
    {0xb0000000, 23, 29},   // SOPK
    {0xbe800000, 8, 256},   // SOP1
    {0xbf000000, 16, 128},  // SOPC
    {0xbf800000, 16, 128},  // SOPP
    {0xc0000000, 18, 256},  // SMEM
    {0x00000000, 25, 62},   // VOP2: what is above are VOPC and VOP1
    {0x7e000000, 9, 256},   // VOP1
    {0x7c000000, 17, 256},  // VOPC
    {0xd0000000, 16, 1024}, // VOP3, and VOP3P and MAI within
    {0xd8000000, 17, 256},  // DS
    {0xdc000000, 18, 128},  // FLAT
    {0xdc004000, 18, 128},  // SCRATCH
    {0xdc008000, 18, 128},  // GLOBAL
    {0xe0000000, 18, 128},  // MUBUF
    {0xe8000000, 15, 16},   // MTBUF
};

// Some instructions are only taken with certain bits set: LDS of FLAT and MUBUF, GDS of DS, IMM of
// SMEM, SC0 of atomics that return; VGPRs as sources, an absent SADDR. MAI has accumulators.
constexpr uint32_t firstDwords[] = {0,       1 << 13, 1 << 16, 1 << 14, 1 << 17,
                                    1 << 15, 1 << 12, 0x80,    0xff,    0x100};
constexpr uint32_t secondDwords[] = {0, 0x04020100, 0x007f0000, 0x80000000, 0x1c020100, 0x03ca0100};

} // namespace

std::map<Format, std::set<std::string>> repertoire(Chip chip) {
  const Disassembler disassembler(chip);
  std::map<Format, std::set<std::string>> names;
  for (const Opcodes &format : opcodes)
    for (unsigned opcode = 0; opcode < format.count; ++opcode)
      for (uint32_t first : firstDwords)
        for (uint32_t second : secondDwords) {
          const uint32_t words[3] = {(format.base + (opcode << format.low)) | first, second, 0};
          std::byte bytes[sizeof words];
          std::memcpy(bytes, words, sizeof words);
          if (auto line = disassembler.decode(bytes, 0))
            names[formatOf(words[0])].insert(line->name);
        }
  return names;
}

const char *nameOf(Format format) {
  switch (format) {
  case Format::Sop1:
    return "SOP1";
  case Format::Sop2:
    return "SOP2";
  case Format::Sopk:
    return "SOPK";
  case Format::Sopc:
    return "SOPC";
  case Format::Sopp:
    return "SOPP";
  case Format::Smem:
    return "SMEM";
  case Format::Vop1:
    return "VOP1";
  case Format::Vop2:
    return "VOP2";
  case Format::Vopc:
    return "VOPC";
  case Format::Vop3:
    return "VOP3";
  case Format::Vop3p:
    return "VOP3P";
  case Format::Mai:
    return "MAI";
  case Format::Ds:
    return "DS";
  case Format::Flat:
    return "FLAT";
  case Format::Mubuf:
    return "MUBUF";
  case Format::Mtbuf:
    return "MTBUF";
  case Format::Other:
    return "others";
  }
  return "";
}

} // namespace assay::amdgpu
