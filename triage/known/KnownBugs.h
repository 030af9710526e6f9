#pragma once

#include "check/Accused.h"
#include "check/SameCause.h"
#include "check/Verdict.h"
#include "program/TestCase.h"
#include "support/Expected.h"
#include "target/TargetName.h"

#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>

namespace assay {

/// A bug of another compiler that is not news: a predicate on failures. docs/known-bugs.md says how
/// one is written down.
struct KnownBug {
  std::string id;
  std::string compiler;            // "iree": what stands before the @ of a target
  std::string backend;             // "vmvx": what follows the version; empty for all of them
  std::vector<std::string> levels; // "O0", "O1": of the target; empty for all of them
  std::string flavour; // "torch": what its modules are written in; empty for all of them
  /// "sccp": passes that the target's name spells out in this order, among others.
  std::vector<std::string> passes;
  /// Both, or neither for a compiler whose targets name no version.
  std::optional<VersionNumber> since, until;
  std::vector<std::string> verdicts; // as Verdict::name(): one, or those that it shows as
  /// Part of the signature; empty if the structure says it all.
  std::string says;
  /// What a node of the program looks like that fails; null if the diagnostic says it all.
  nlohmann::json structure;
  /// What a target is given for the bug not to show, as TargetName::with() takes it: a failure that
  /// shows with each of these as well is another. Empty where the rest says it all.
  std::vector<std::string> hiddenBy;
  /// Backends that do not look for what others refuse in the words of `says`, and go on with it.
  std::vector<std::string> unseenOn;
  /// Nodes that most programs fail with which hold one: campaigns pass over most of them.
  std::vector<nlohmann::json> steers;
  /// Why its case fails, as it is kept beside that; empty if nobody looked, or another form has it.
  std::string keptCause;
  std::string link;
  std::string caseFile;         // from the repository's root, or as seen from here
  std::string said;             // the entry itself
  std::string sameCauseAs = {}; // the bug that it is another name of; empty for none

  /// Where a program holds the structure; if there are wrong values, where one may have become so.
  std::vector<NodeId> placesIn(const TestCase &testCase, const std::vector<ValueId> &wrong) const;
  /// That, read when it is first asked for, which few do; nothing as well if another version of
  /// assay found it.
  const std::optional<FoundCause> &cause() const;
  /// Whether something that hides the bug hid what was found.
  bool isHiddenWith(const Cause &found) const;
  /// Whether a failure on the target, of a release that has the bug, has the cause of its case, on
  /// a backend on which that shows and as far as causes tell. Undecided at least if it says what
  /// the bug says, or does so when something is changed, and if the case is small and holds the
  /// bug's structure, however it fails, where few nodes have that.
  Sameness hasCause(const Cause &of, const TargetName &target, const TestCase &testCase) const;
  /// The nodes that hold a structure that most programs fail with.
  std::set<NodeId> expectedAt(const TestCase &testCase) const;

private:
  struct ReadCause {
    std::once_flag isRead;
    std::optional<FoundCause> cause;
  };
  /// Of all copies.
  std::shared_ptr<ReadCause> readCause = std::make_shared<ReadCause>();
};

/// A list of known bugs.
class KnownBugs {
public:
  /// An error names the place in `source` that is wrong.
  static Expected<KnownBugs> parse(std::string_view text, std::string_view source);
  /// Those that come with this program.
  static const KnownBugs &builtIn();

  /// Those of a file, of which one that is not there yet holds none. Cases are seen from its
  /// folder.
  static Expected<KnownBugs> ofFile(const std::string &file);
  /// These, and behind them those.
  KnownBugs followedBy(const KnownBugs &others) const;

  const std::vector<KnownBug> &all() const { return bugs; }
  /// A hash of what it says of bugs of these compilers, in hex digits.
  std::string nameFor(const std::set<std::string> &compilers) const;

  /// The bug that a failure on the target is; nullptr if it is news, or one of suspects().
  const KnownBug *explain(const TestCase &testCase, const TargetName &target,
                          const Verdict &verdict) const;
  /// All that it may be, of which that is the first.
  std::vector<const KnownBug *> explanations(const TestCase &testCase, const TargetName &target,
                                             const Verdict &verdict) const;
  /// The bugs that a failure on the target is if what hides them hides it.
  std::vector<const KnownBug *> suspects(const TestCase &testCase, const TargetName &target,
                                         const Verdict &verdict) const;
  /// What the bug of that id is about in a failure that is it; nothing if the target has no such
  /// bug.
  std::optional<Accused> accused(const TestCase &testCase, const TargetName &target,
                                 const Verdict &verdict, std::string_view id) const;
  /// The bug that one of that id is another name of, whether or not that is on the list; else that
  /// id.
  std::string originalOf(const std::string &id) const;
  /// The bugs whose cause the failure of a case on the target has or may have, each by its
  /// originalOf().
  KnownCause withCause(const Cause &cause, const TargetName &target,
                       const TestCase &testCase) const;
  /// A bug that the program would most likely run into on the target, by its structure.
  const KnownBug *expect(const TestCase &testCase, const TargetName &target) const;
  /// Where it would run into such bugs.
  std::set<NodeId> expectedAt(const TestCase &testCase, const TargetName &target) const;

private:
  std::vector<KnownBug> bugs;
};

} // namespace assay
