#include "compiler/coverage/UpstreamPoints.h"

#include "compiler/coverage/CoverageCounter.h"
#include "compiler/coverage/StandIns.h"
#include "compiler/pipelines/Pipelines.h"

#include <mlir/InitAllDialects.h>
#include <mlir/InitAllExtensions.h>

#include <set>

namespace assay {

/// As the canonicalizer collects them.
static void addCanonicalization(std::set<CoveragePoint> &points) {
  mlir::DialectRegistry dialects;
  mlir::registerAllDialects(dialects);
  mlir::registerAllExtensions(dialects);
  mlir::MLIRContext context(dialects, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  mlir::RewritePatternSet patterns(&context);
  for (mlir::Dialect *dialect : context.getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (const mlir::RegisteredOperationName op : context.getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, &context);
  for (const auto &pattern : patterns.getNativePatterns())
    points.insert(pointOf(*pattern));
}

std::vector<CoveragePoint> upstreamPoints() {
  std::set<CoveragePoint> points;
  registerPasses();
  for (const std::string &pass : registeredPasses())
    if (pass.find("assay") == std::string::npos)
      points.insert({CoveragePoint::Kind::Pass, pass});
  addCanonicalization(points);
  return {points.begin(), points.end()};
}

} // namespace assay
