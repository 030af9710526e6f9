#include "campaign/gate/OutputText.h"
#include "campaign/gate/Outputs.h"
#include "check/Accusations.h"
#include "support/FirstLine.h"
#include "support/Hash.h"
#include "support/NameOf.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace assay {

using Json = nlohmann::ordered_json;

namespace {

/// GitHub keeps the worst 5,000 results, and takes 10 MB.
constexpr size_t mostResults = 5'000, longestMessage = 1'000;

/// As a URI, relative if the path is.
std::string uriOf(const std::filesystem::path &path) {
  std::string out = path.is_absolute() ? "file://" : "";
  for (const char letter : path.lexically_normal().string()) {
    const bool isPlain = std::isalnum(static_cast<unsigned char>(letter)) ||
                         std::string_view("/-._~").find(letter) != std::string_view::npos;
    out += isPlain ? std::string(1, letter)
                   : fmt::format("%{:02X}", static_cast<unsigned char>(letter));
  }
  return out;
}

Json locationOf(const std::filesystem::path &file) {
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", uriOf(file)}}}, {"region", {{"startLine", 1}}}}}};
}

/// The way to what is to blame, as far as it is known: each step in the case, but for the passes,
/// which are in the IR before them if that is kept.
Json codeFlowsOf(const GateResult &result, const GateFinding &finding) {
  if (!finding.cause)
    return Json::array();
  const std::filesystem::path file = fileOf(result, finding);
  Json steps = Json::array();
  const auto add = [&](const std::string &what, const Blamed &blamed,
                       const std::filesystem::path &where) {
    Json location = locationOf(where);
    location["message"] = {
        {"text", shortened(fmt::format("{} ({})", what, nameOf(blamed.evidence)), longestMessage)}};
    steps.push_back({{"location", location}});
  };
  const Cause &cause = *finding.cause;
  if (cause.phase)
    add(blamedText(*cause.phase, "phase"), *cause.phase, file);
  for (const Blamed &pass : cause.passes)
    add(blamedText(pass, "pass"), pass, cause.beforePass ? passFile(file) : file);
  if (cause.function)
    add("function " + cause.function->name, *cause.function, file);
  if (cause.dispatch)
    add("dispatch " + cause.dispatch->name, *cause.dispatch, file);
  if (cause.instruction)
    add("instruction " + cause.instruction->name, *cause.instruction, file);
  if (steps.empty())
    return Json::array();
  return {{{"message", {{"text", shortened(causeOf(finding), longestMessage)}}},
           {"threadFlows", {{{"locations", steps}}}}}};
}

Json toJson(const GateResult &result, const GateJudgement &judgement, const GateFinding &finding) {
  const std::string text = fmt::format("{}: {}\n{}\n{}", titleOf(finding), finding.signature,
                                       firstLine(finding.detail), targetsText(finding));
  Json out = {{"ruleId", finding.verdict},
              {"ruleIndex", rankOf(finding.verdict)},
              {"level", fails(finding, judgement.failOn) ? "error" : "warning"},
              {"kind", "fail"},
              {"baselineState", finding.change == GateChange::New ? "new" : "updated"},
              {"message", {{"text", shortened(text, longestMessage)}}},
              {"locations", Json::array({locationOf(fileOf(result, finding))})},
              {"partialFingerprints", {{"assaySignature/v1", contentName(finding.signature)}}},
              {"properties",
               {{"signature", shortened(finding.signature, longestMessage)},
                {"replay", replayCommand(result, finding)}}}};
  if (Json flows = codeFlowsOf(result, finding); !flows.empty())
    out["codeFlows"] = std::move(flows);
  return out;
}

} // namespace

std::string gateSarif(const GateResult &result, const GateJudgement &judgement) {
  Json described = Json::array(), results = Json::array();
  for (const auto &[verdict, title, sentence] : accusations)
    described.push_back({{"id", verdict}, {"shortDescription", {{"text", sentence}}}});
  for (const GateFinding *finding : accusing(result))
    if (results.size() < mostResults)
      results.push_back(toJson(result, judgement, *finding));
  const Json out = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs",
       {{{"tool",
          {{"driver", {{"name", "assay"}, {"version", result.version}, {"rules", described}}}}},
         {"invocations",
          {{{"executionSuccessful",
             result.end == GateResult::End::Completed || result.end == GateResult::End::Equal},
            {"exitCode", judgement.exitCode}}}},
         {"results", results}}}}};
  // In ASCII: nothing that a compiler printed acts on a terminal that shows it.
  return out.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

} // namespace assay
