#pragma once

#include "program/Program.h"

namespace assay {

/// What a target takes for granted of a value beyond what the program says: what none of its
/// elements is. Where it does not hold, a wrong result means nothing.
struct Premise {
  enum class Without : uint8_t {
    Least, // the least number of the type
    Greatest,
    Nan,
  };
  ValueId value = 0;
  Without without = Without::Least;
};

} // namespace assay
