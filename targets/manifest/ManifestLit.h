#pragma once

#include "check/Verdict.h"
#include "triage/litcase/LitCase.h"
#include "targets/manifest/ManifestTarget.h"

namespace assay {

/// The part of a lit case that is the own of a manifest's compiler: the module in the flavour that
/// it takes, RUN lines of the manifest's commands with the inputs' bytes, and a script in comments
/// that compares the results' files. They fail where the verdict was one and need nothing but a
/// shell, base64 and Python. What several right answers tie for is not compared. An error says
/// why there can be none.
struct ManifestLit {
  std::string module;
  std::vector<std::string> runLines;
  std::string byHand;
};
Expected<ManifestLit> manifestLit(const TestCase &testCase, const Verdict &verdict,
                                  const ManifestChoice &choice,
                                  const std::vector<ExpectedRun> &expected);

} // namespace assay
