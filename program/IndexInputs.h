#pragma once

#include "program/Program.h"
#include "program/TestCase.h"

namespace assay {

/// Brings inputs that serve as indices (directly, or through ops that only move elements) into the
/// range that the program's extents in `run` leave, so that a program stays defined at extents that
/// its inputs were not drawn for.
void confineIndices(const Program &program, Run &run);

/// How many rows a shape has, of one for each place in its last dim; 1 of a scalar.
int64_t rowsIn(const Shape &shape);

} // namespace assay
