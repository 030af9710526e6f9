#include "campaign/workers/Protocol.h"

#include "check/CauseJson.h"
#include "check/VerdictJson.h"
#include "support/NameOf.h"
#include "support/Overloaded.h"

using nlohmann::json;

namespace assay {
namespace {

json toJson(const Setup &setup) {
  json targets = json::array();
  for (const TargetName &target : setup.targets)
    targets.push_back(target.text());
  return {{"seed", setup.seed},
          {"profile", setup.profile},
          {"targets", targets},
          {"inject", setup.options.inject},
          {"dump", setup.options.dumpFolder},
          {"trace", setup.options.tracesDispatches},
          {"watch", textOf(setup.options.watch)},
          {"measure", setup.options.measure},
          {"module", setup.options.module},
          {"steer", setup.steer},
          {"plan", setup.plan}};
}
json toJson(const RangeRequest &range) {
  return {{"range", {range.first, range.firstTarget, range.end}}, {"joint", range.joint}};
}
json toJson(const CaseRequest &request) {
  return {{"case", request.testCase}, {"target", request.target}};
}
json toJson(const MutantsRequest &request) {
  return {{"mutants", {request.index, request.first, request.end}},
          {"probes", request.probes},
          {"bugs", request.bugs}};
}
json toJson(const ExplainRequest &request) {
  return {{"explain", request.testCase},
          {"target", request.target.text()},
          {"inject", request.inject},
          {"seconds", request.seconds},
          {"seen", request.seen ? toJson(*request.seen) : json()}};
}
json toJson(const MutantReply &reply) {
  const MutantResult &result = reply.result;
  json lines = json::array();
  for (const SemanticsLine line : result.lines)
    lines.push_back(nameOf(line));
  return {{"n", reply.number},
          {"outcome", nameOf(result.outcome)},
          {"change", result.change ? result.change->text() : ""},
          {"kind", result.kind},
          {"values", result.isOfValues},
          {"admitted", result.isAdmitted},
          {"lines", lines},
          {"detail", result.detail}};
}
json toJson(const Ready &ready) {
  json devices = json::array();
  for (const std::optional<Device> &device : ready.devices)
    devices.push_back(device ? json{device->library, device->name, device->chip} : json());
  return {{"ready", ready.error}, {"devices", devices}};
}
/// For each point its number, tries and successes, one after the other; of one that is new, its
/// name in place of the number.
json toJson(std::span<const PointCount> coverage, SentPoints &sent) {
  json out = json::array();
  for (const auto &[point, tries, successes] : coverage) {
    const auto number = sent.find(point);
    out.push_back(number ? json(*number) : json{nameOf(point.kind), point.name, point.root});
    out.push_back(tries);
    out.push_back(successes);
  }
  return out;
}
json toJson(const CheckReply &reply, SentPoints &sent) {
  json out = assay::toJson(reply.verdict);
  out["i"] = reply.index;
  out["k"] = reply.target;
  out["j"] = reply.joint;
  out["o"] = reply.ops;
  if (reply.mutant)
    out["m"] = toJson(*reply.mutant);
  if (reply.cause)
    out["why"] = assay::toJson(*reply.cause);
  if (!reply.coverage.empty())
    out["c"] = toJson(reply.coverage, sent);
  return out;
}

std::string line(const json &out) {
  // A compiler's diagnostic may hold any bytes; JSON only takes UTF-8.
  return out.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::optional<Request> requestFrom(const json &message) {
  if (message.contains("range")) {
    const json &range = message["range"];
    return RangeRequest{range.at(0), range.at(1), range.at(2), message.at("joint")};
  }
  if (message.contains("case"))
    return CaseRequest{message["case"], message.at("target")};
  if (message.contains("mutants")) {
    const json &mutants = message["mutants"];
    return MutantsRequest{mutants.at(0), mutants.at(1), mutants.at(2), message.at("probes"),
                          message.at("bugs")};
  }
  if (message.contains("explain")) {
    auto target = TargetName::parse(message.at("target").get<std::string>());
    if (!target)
      return std::nullopt;
    return ExplainRequest{message["explain"], std::move(*target), message.at("inject"),
                          message.at("seconds"), verdictFromJson(message.at("seen"))};
  }
  Setup setup{message.at("seed"),
              message.at("profile"),
              {},
              {message.at("inject"), message.at("dump"), message.at("trace")},
              message.at("steer"),
              message.at("plan")};
  auto watch = metricsFrom(message.at("watch").get<std::string>());
  if (!watch)
    return std::nullopt;
  setup.options.watch = std::move(*watch);
  setup.options.measure = message.at("measure");
  setup.options.module = message.at("module");
  for (const std::string text : message.at("targets")) {
    auto target = TargetName::parse(text);
    if (!target)
      return std::nullopt;
    setup.targets.push_back(std::move(*target));
  }
  return setup;
}

std::optional<MutantReply> mutantFrom(const json &message) {
  const auto outcome = enumeratorNamed<MutantOutcome>(message.at("outcome").get<std::string>());
  if (!outcome)
    return std::nullopt;
  std::vector<SemanticsLine> lines;
  for (const json &name : message.at("lines")) {
    const auto line = enumeratorNamed<SemanticsLine>(name.get<std::string>());
    if (!line)
      return std::nullopt;
    lines.push_back(*line);
  }
  return MutantReply{message.at("n"),
                     {*outcome, Change::parse(message.at("change").get<std::string>()),
                      message.at("kind"), message.at("values"), message.at("admitted"),
                      std::move(lines), message.at("detail")}};
}

/// Whether it is what toJson() writes.
bool readCoverage(const json &message, SentPoints &received, std::vector<PointCount> &coverage) {
  coverage.reserve(message.size() / 3);
  for (size_t i = 0; i < message.size(); i += 3) {
    const CoveragePoint *point = nullptr;
    if (const json &name = message[i]; name.is_array()) {
      const auto kind = enumeratorNamed<CoveragePoint::Kind>(name.at(0).get<std::string>());
      if (!kind)
        return false;
      point = &received.add({*kind, name.at(1), name.at(2)});
    } else {
      point = received.at(name.get<size_t>());
    }
    if (!point)
      return false;
    coverage.push_back({*point, message.at(i + 1), message.at(i + 2)});
  }
  return true;
}

std::optional<Reply> replyFrom(const json &message, SentPoints &received) {
  if (message.contains("ready")) {
    Ready ready{message["ready"]};
    for (const json &device : message.at("devices"))
      ready.devices.push_back(
          device.is_null() ? std::nullopt
                           : std::optional(Device{device.at(0), device.at(1), device.at(2)}));
    return ready;
  }
  auto verdict = verdictFromJson(message);
  if (!verdict)
    return std::nullopt;
  CheckReply reply{message.at("i"), message.at("k"), message.at("j"), message.at("o"),
                   std::move(*verdict)};
  if (message.contains("m") && !(reply.mutant = mutantFrom(message["m"])))
    return std::nullopt;
  if (message.contains("why") && !(reply.cause = causeFromJson(message["why"])))
    return std::nullopt;
  if (message.contains("c") && !readCoverage(message["c"], received, reply.coverage))
    return std::nullopt;
  return reply;
}

} // namespace

std::optional<size_t> SentPoints::find(const CoveragePoint &point) {
  const auto [known, isNew] = numbers.try_emplace(point, points.size());
  if (!isNew)
    return known->second;
  points.push_back(&known->first);
  return std::nullopt;
}

const CoveragePoint &SentPoints::add(const CoveragePoint &point) {
  const auto known = find(point);
  return known ? *points[*known] : *points.back();
}

const CoveragePoint *SentPoints::at(size_t number) const {
  return number < points.size() ? points[number] : nullptr;
}

std::string encode(const Request &request) {
  return line(std::visit([](const auto &one) { return toJson(one); }, request));
}

std::string encode(const Reply &reply, SentPoints &sent) {
  return line(std::visit(Overloaded{[](const Ready &ready) { return toJson(ready); },
                                    [&](const CheckReply &check) { return toJson(check, sent); }},
                         reply));
}

std::string encode(const Reply &reply) {
  SentPoints none;
  return encode(reply, none);
}

std::optional<Request> decodeRequest(std::string_view line) try {
  return requestFrom(json::parse(line));
} catch (const json::exception &) {
  return std::nullopt;
}

std::optional<Reply> decodeReply(std::string_view line, SentPoints &received) try {
  return replyFrom(json::parse(line), received);
} catch (const json::exception &) {
  return std::nullopt;
}

std::optional<Reply> decodeReply(std::string_view line) {
  SentPoints none;
  return decodeReply(line, none);
}

static_assert(allOpKinds.size() <= 63, "a set of ops is stored as one SQL integer");

uint64_t opMask(const Program &program) {
  uint64_t mask = 0;
  for (const Node &node : program.nodes())
    mask |= uint64_t(1) << static_cast<unsigned>(kindOf(node.op));
  return mask;
}

std::optional<std::string> LineBuffer::next() {
  size_t end = buffer.find('\n', start);
  if (end == std::string::npos) {
    buffer.erase(0, start);
    start = 0;
    return std::nullopt;
  }
  std::string line = buffer.substr(start, end - start);
  start = end + 1;
  return line;
}

} // namespace assay
