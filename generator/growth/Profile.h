#pragma once

#include "program/Op.h"
#include "program/TestCase.h"
#include "support/NameOf.h"

#include <array>
#include <string_view>
#include <vector>

namespace assay {

/// How often an op is drawn in the default profile, relative to others; beside what draws it.
#define ASSAY_OP(Enumerator, tag, Family) extern const double weightOf##Enumerator;
#include "program/Ops.def"

/// Shapes of programs that broke real compilers and that single ops rarely fall into by chance.
enum class Motif : uint8_t {
#define ASSAY_MOTIF(Enumerator) Enumerator,
#include "generator/growth/Motifs.def"
};
inline constexpr std::array allMotifs = {
#define ASSAY_MOTIF(Enumerator) Motif::Enumerator,
#include "generator/growth/Motifs.def"
};
constexpr auto names(Motif) {
  return std::array<std::string_view, std::size(allMotifs)>{
#define ASSAY_MOTIF(Enumerator) #Enumerator,
#include "generator/growth/Motifs.def"
  };
}

/// What a program tells the compiler about its symbols.
enum class KnowledgeMode : uint8_t {
  AllStatic,
  AllDynamic,
  AllButOne, // dynamic, but for a small static one
  Mixed,     // each on its own
};
constexpr std::array<std::string_view, 4> names(KnowledgeMode) {
  return {"AllStatic", "AllDynamic", "AllButOne", "Mixed"};
}

/// How likely each class of extent is.
struct ExtentWeights {
  double zero = 2, unit = 9, small = 46, medium = 22, odd = 18, large = 3;
  bool operator==(const ExtentWeights &) const = default;
};

/// What programs are made of. Weights are relative, 0 switches off; percentages are 0 .. 100.
struct Profile {
  std::string_view name;
  std::string_view summary;

  std::array<double, std::size(allOpKinds)> ops{};
  std::array<double, std::size(allElementTypes)> elements{};
  std::array<double, std::size(allMotifs)> motifs{};
  std::array<double, 4> knowledge{24, 20, 24, 32};
  ExtentWeights extents;

  /// Nodes of a program; the default is spread over 1 .. 60 with a median of 6 to 8.
  int minOps = 1, maxOps = 60;
  /// Elements of all values together, and multiplications, in all runs of a program.
  double maxElements = 200'000, maxWork = 2'000'000;

  double boundedPercent = 90;     // programs whose float inputs are reals
  double complexPercent = 18;     // programs on complex numbers
  double motifPercent = 25;       // steps of growth that are a motif
  double firstMotifPercent = 70;  // programs that begin with one
  double destinationPercent = 28; // ops that get a destination
  double unsignedPercent = 48;    // integer ops in unsigned form
  double functionPercent = 22;    // programs with outlined functions
  double bodyPercent = 55;        // elementwise neighbours that become one body
  double returnPercent = 12;      // used values that are also returned
  double repeatReturnPercent = 6; // programs that return a value twice, or an argument
  double argumentPercent = 18;    // operands that are a new argument though a value would fit
  double twinPercent = 7.9;       // ops of several operands that read one value twice
  double specialPercent = 18;     // programs with NaN and infinities among their inputs
  double contractPercent = 0;     // programs with what has contract bits that rely on these
  /// Whether further runs have inputs drawn as freely as the program permits; and the work of all
  /// of them, in elements of all values and multiplications, but that there are two of a program of
  /// more; 0: no runs.
  bool drawsFreely = true;
  double furtherWork = 100'000;
  bool swarm = true; // switch a random subset off in each batch

  bool operator==(const Profile &) const = default;

  double &weight(OpKind kind) { return ops[static_cast<size_t>(kind)]; }
  double &weight(ElementType type) { return elements[static_cast<size_t>(type)]; }
  double &weight(Motif motif) { return motifs[static_cast<size_t>(motif)]; }
};

/// All profiles, the default first.
const std::vector<Profile> &profiles();

/// The profile called `name`; an error lists those there are.
Expected<Profile> profileFromName(std::string_view name);

/// Number of neighbouring indices that share a random subset of the profile.
inline constexpr uint64_t batchSize = 64;

/// The profile with a random subset of ops, types and structures switched off or up, as in Groce et
/// al., Swarm Testing (ISSTA 2012): a campaign that does everything at once rarely does one thing
/// hard. The same for every index of a batch.
Profile swarmed(const Profile &profile, uint64_t seed, uint64_t index);

} // namespace assay
