#pragma once

#include "flavours/JointModule.h"
#include "program/TestCase.h"
#include "support/VersionNumber.h"
#include "target/Mutant.h"
#include "target/Outcome.h"
#include "target/Premise.h"

#include <memory>
#include <optional>
#include <span>

namespace assay {

/// The dialects that a compiler takes a program in.
enum class Flavour : uint8_t {
  Linalg,    // upstream's linalg, tensor, arith, math, scf
  Iree,      // those and iree_linalg_ext
  Stablehlo, // StableHLO and CHLO
  Torch,     // torch-mlir's torch dialect
};
inline constexpr std::array<std::string_view, 4> names(Flavour) {
  return {"linalg", "iree", "stablehlo", "torch"};
}
/// Whether what the flavour gives a compiler promises what the contract says: StableHLO clamps
/// indices of gathers and skips those of scatters, and torch is given clamped ones; iree_linalg_ext
/// does not say in which order equal keys come, which all others are given written out, or say.
constexpr bool promises(Flavour flavour, Contract contract) {
  switch (contract) {
  case Contract::StableSort:
  case Contract::LowestIndexFirst:
    return flavour != Flavour::Iree;
  case Contract::ClampedGather:
    return flavour == Flavour::Stablehlo || flavour == Flavour::Torch;
  case Contract::SkippedScatter:
    return flavour == Flavour::Stablehlo;
  case Contract::NanOrder:
    return false;
  case Contract::BoolArithmetic:
    return true;
  }
  return false;
}
/// Whether programs are written in it by way of the assay dialect, into which faults and mutants
/// are built.
constexpr bool takesFaults(Flavour flavour) {
  return flavour == Flavour::Linalg || flavour == Flavour::Iree;
}

/// The newest version of a compiler that the flavours were tried with.
inline constexpr VersionNumber newestKnownVersion{3, 13, 0};

/// Writes programs as modules in one flavour and for one version of the compiler that reads them:
/// what differs between versions stands in IreeSyntax.h. The entry is @main as program/Abi.h says.
class FlavourWriter {
public:
  /// Every module has the fault of that name from compiler/faults, if it is not empty, and the
  /// change, if there is one: where it is emitted, or in what is written. What does not verify with
  /// it is Rejected.
  FlavourWriter(Flavour flavour, VersionNumber version, std::string fault = {},
                std::optional<MutantOptions> mutant = {});
  ~FlavourWriter();

  /// The module in MLIR's textual form. Unsupported, at Stage::Emit, where the flavour has no way
  /// to say an op.
  Outcome<std::string> write(const TestCase &testCase);

  /// One module with the programs of all.
  JointModule write(std::span<const TestCase *const> cases);

  std::vector<Premise> premises(const Program &program) const;

private:
  struct Session;

  /// Before so many programs are written.
  void renewSession(int programs);

  Flavour flavour;
  VersionNumber version;
  std::string fault;
  std::optional<MutantOptions> mutant;
  /// Replaced now and then: what a context has uniqued it never forgets.
  std::unique_ptr<Session> session;
};

} // namespace assay
