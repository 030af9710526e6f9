#include "campaign/workers/Protocol.h"

#include "check/VerdictJson.h"
#include "support/NameOf.h"

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
          {"steer", setup.steer}};
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
json toJson(const MutantReply &reply) {
  const MutantResult &result = reply.result;
  return {{"n", reply.number},
          {"outcome", nameOf(result.outcome)},
          {"change", result.change ? result.change->text() : ""},
          {"kind", result.kind},
          {"values", result.isOfValues},
          {"admitted", result.isAdmitted},
          {"detail", result.detail}};
}
json toJson(const Ready &ready) {
  json devices = json::array();
  for (const std::optional<Device> &device : ready.devices)
    devices.push_back(device ? json{device->library, device->name, device->chip} : json());
  return {{"ready", ready.error}, {"devices", devices}};
}
json toJson(const CheckReply &reply) {
  json out = assay::toJson(reply.verdict);
  out["i"] = reply.index;
  out["k"] = reply.target;
  out["j"] = reply.joint;
  out["o"] = reply.ops;
  if (reply.mutant)
    out["m"] = toJson(*reply.mutant);
  return out;
}

template <class Message> std::string encodeMessage(const Message &message) {
  json out = std::visit([](const auto &one) { return toJson(one); }, message);
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
  Setup setup{message.at("seed"),
              message.at("profile"),
              {},
              {message.at("inject"), message.at("dump")},
              message.at("steer")};
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
  return MutantReply{message.at("n"),
                     {*outcome, Change::parse(message.at("change").get<std::string>()),
                      message.at("kind"), message.at("values"), message.at("admitted"),
                      message.at("detail")}};
}

std::optional<Reply> replyFrom(const json &message) {
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
  return reply;
}

} // namespace

std::string encode(const Request &request) { return encodeMessage(request); }
std::string encode(const Reply &reply) { return encodeMessage(reply); }

std::optional<Request> decodeRequest(std::string_view line) try {
  return requestFrom(json::parse(line));
} catch (const json::exception &) {
  return std::nullopt;
}

std::optional<Reply> decodeReply(std::string_view line) try {
  return replyFrom(json::parse(line));
} catch (const json::exception &) {
  return std::nullopt;
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
