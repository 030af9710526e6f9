#pragma once

#include "check/Cause.h"
#include "check/Verdict.h"
#include "mutation/MutantResult.h"
#include "target/Target.h"
#include "target/TargetName.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace assay {

/// Supervisor and worker speak in lines of JSON over two pipes of their own, so that what a
/// compiler prints disturbs nobody. A worker answers Setup once, then each check, in the order of
/// the requests.

/// Where a worker finds its ends. 0 is /dev/null; 1 and 2 are a file that is kept small.
namespace worker_files {
inline constexpr int requests = 3;
inline constexpr int replies = 4;
inline constexpr int progress = 5;
} // namespace worker_files

/// The first request: what all later ones are about.
struct Setup {
  uint64_t seed = 0;
  std::string profile;
  std::vector<TargetName> targets;
  TargetOptions options = {};
  /// Programs that known bugs would most likely spoil are passed over, but for as many as the plan
  /// says.
  bool steer = false;
  /// The text of the plan that `profile` names; empty if it is none.
  std::string plan = {};
};

/// Checks every index in [first, end) against every target; the first index from `firstTarget` on.
struct RangeRequest {
  int64_t first = 0;
  int firstTarget = 0;
  int64_t end = 0;
  /// The programs may be compiled as one module.
  bool joint = true;
};

/// Programs in one of these, as a rule, which a target may compile as one module: few enough that
/// an end does not wait.
inline constexpr int64_t programsPerRequest = 8;

/// Checks one given case.
struct CaseRequest {
  std::string testCase; // JSON
  int target = 0;
};

/// Has mutants [first, end) of the first target compile the program of that index.
struct MutantsRequest {
  int64_t index = 0;
  int64_t first = 0, end = 0;
  /// Other inputs that are tried, over all of its runs.
  int64_t probes = 0;
  /// The deliberate bugs that the mutants are, by number; if there are none, each is drawn.
  std::vector<std::string> bugs = {};
};

/// Looks for the cause of what a case does on a target, which need not be among those of Setup.
struct ExplainRequest {
  std::string testCase; // JSON
  TargetName target;
  std::string inject; // as in TargetOptions
  double seconds = 60;
  /// What it was found with, if that is known.
  std::optional<Verdict> seen = {};
};

using Request = std::variant<Setup, RangeRequest, CaseRequest, MutantsRequest, ExplainRequest>;

/// The worker can begin, or says why it cannot.
struct Ready {
  std::string error;
  /// Where each target's code runs, as Target::device() says.
  std::vector<std::optional<Device>> devices = {};
};

/// What came of a mutant.
struct MutantReply {
  int64_t number = 0;
  MutantResult result;
};

/// One check is done.
struct CheckReply {
  int64_t index = -1; // -1 for a CaseRequest or an ExplainRequest
  int target = 0;
  /// The program was one of several in a module, or was to be.
  bool joint = false;
  /// Bit OpKind is set for each op in the program.
  uint64_t ops = 0;
  Verdict verdict = {};
  /// In answer to a MutantsRequest, in place of the verdict.
  std::optional<MutantReply> mutant = {};
  /// In answer to an ExplainRequest, likewise.
  std::optional<Cause> cause = {};
  /// In answer to a RangeRequest: which parts of the target's compiler did something.
  std::vector<PointCount> coverage = {};
};

using Reply = std::variant<Ready, CheckReply>;

/// The points of coverage that went over a pipe, in their order: each is written out once, and goes
/// by its number from then on. Both ends have one.
class SentPoints {
public:
  /// The number of the point; nothing if it is new, and has the next one from now on.
  std::optional<size_t> find(const CoveragePoint &point);
  const CoveragePoint &add(const CoveragePoint &point);
  /// Null if none has that number.
  const CoveragePoint *at(size_t number) const;

private:
  std::unordered_map<CoveragePoint, size_t> numbers;
  std::vector<const CoveragePoint *> points; // in the map, which leaves them where they are
};

/// One line each, with its line feed.
std::string encode(const Request &request);
std::string encode(const Reply &reply, SentPoints &sent);
/// The reply by itself.
std::string encode(const Reply &reply);
/// Nothing if the line is not what encode() writes.
std::optional<Request> decodeRequest(std::string_view line);
std::optional<Reply> decodeReply(std::string_view line, SentPoints &received);
std::optional<Reply> decodeReply(std::string_view line);

/// The ops of a program as in CheckReply::ops.
uint64_t opMask(const Program &program);

/// Cuts a stream of bytes into lines.
class LineBuffer {
public:
  void append(std::string_view bytes) { buffer.append(bytes); }
  /// The next whole line without its line feed.
  std::optional<std::string> next();
  /// Bytes that wait for their line feed.
  size_t pending() const { return buffer.size() - start; }

private:
  std::string buffer;
  size_t start = 0;
};

} // namespace assay
