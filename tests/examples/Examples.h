#pragma once

#include "program/TestCase.h"

#include <string_view>

namespace assay {

/// The small cases of the files beside this one: <tag>.txt for each op of program/Ops.def, each
/// with two or more cases, zero and unit extents among them, and structures.txt for groups and for
/// what several ops do together. Every symbol is Static there.
std::vector<TestCase> exampleCases();
std::vector<TestCase> exampleCases(OpKind kind);
std::vector<TestCase> structureCases();

/// The case once for each spelling that a node of it may have: every node that may has it.
std::vector<TestCase> respelled(const TestCase &testCase);

/// The case with all symbols Static, all Dynamic, all Disguised, and two mixtures of the three.
/// Those that are equal are left out.
std::vector<TestCase> respecialized(const TestCase &testCase);

/// The case that `text` describes: as readText() takes it, but without its first line and its
/// inputs.
TestCase caseOf(std::string_view text);

/// exampleCases() in every spelling under every specialization.
std::vector<TestCase> allExampleVariants();

} // namespace assay
