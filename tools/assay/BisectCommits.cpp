#include "tools/assay/BisectCommits.h"

#include "check/SameFailure.h"
#include "support/ShellText.h"
#include "support/process/Command.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>

#include <optional>
#include <sstream>

namespace assay {
namespace {

constexpr CommandLimits unlimited{0, 0, 0, 0};

std::string_view trimmed(std::string_view text) {
  const auto end = text.find_last_not_of(" \t\r\n");
  return end == text.npos ? std::string_view() : text.substr(0, end + 1);
}

std::string lastLine(std::string_view text) {
  text = trimmed(text);
  const auto begin = text.rfind('\n');
  return std::string(begin == text.npos ? text : text.substr(begin + 1));
}

/// A repository whose work tree belongs to a search, and is put back at its end.
class Repository {
public:
  explicit Repository(const std::string &folder) : folder(folder) {}
  ~Repository() {
    if (before.empty())
      return;
    (void)git({"bisect", "reset"});
    (void)git({"checkout", "--quiet", before});
  }

  /// An error if it is none, or has something that a checkout would lose.
  Expected<void> open() {
    auto changed = git({"status", "--porcelain", "--untracked-files=no"});
    if (!changed)
      return changed.error();
    if (!changed->empty())
      return Error{fmt::format("{} has changes that are not committed; commit them, or put them "
                               "away with git stash",
                               folder)};
    if (git({"bisect", "log"}))
      return Error{
          fmt::format("git bisects in {} already; end that with git bisect reset", folder)};
    // A branch by its name, so that it is one again.
    auto head = git({"symbolic-ref", "--quiet", "--short", "HEAD"});
    if (!head)
      head = git({"rev-parse", "HEAD"});
    if (!head)
      return head.error();
    before = *head;
    return {};
  }

  /// The commit that this names.
  Expected<std::string> commitOf(const std::string &name) const {
    auto commit = git({"rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"});
    return commit ? commit : Error{fmt::format("{} has no commit '{}'", folder, name)};
  }

  Expected<std::string> checkOut(const std::string &commit) const {
    return git({"checkout", "--quiet", "--detach", commit});
  }

  /// "1a2b3c4d5e  Fold what is negated twice"
  std::string titleOf(const std::string &commit) const {
    auto title = git({"log", "-1", "--format=%h  %s", commit});
    return title ? *title : commit;
  }

  /// Whether a search that goes on has nothing left but what was skipped.
  bool hasOnlySkippedLeft() const {
    auto bad = git({"rev-parse", "refs/bisect/bad"});
    auto left = git({"rev-list", "refs/bisect/bad", "--not", "--glob=refs/bisect/good-*"});
    auto skipped = git({"for-each-ref", "--format=%(objectname)", "refs/bisect/skip-*"});
    if (!bad || !left || !skipped)
      return false;
    std::istringstream commits(*left);
    for (std::string commit; std::getline(commits, commit);)
      if (commit != *bad && skipped->find(commit) == skipped->npos)
        return false;
    return true;
  }

  /// What git prints; an error if it fails.
  Expected<std::string> git(std::vector<std::string> words) const {
    words.insert(words.begin(), {"/usr/bin/env", "git", "-C", folder});
    auto done = runCommand(words, unlimited);
    if (!done)
      return done.error();
    if (done->end != CommandResult::End::Exited || done->exitCode != 0)
      return Error{
          fmt::format("git in {}: {}", folder, done->err.empty() ? "failed" : lastLine(done->err))};
    return std::string(trimmed(done->out));
  }

private:
  std::string folder;
  std::string before; // the branch or commit that was checked out
};

/// Builds and checks what is checked out.
class CommitTrials {
public:
  CommitTrials(const Context &context, const CommitRange &range, const TargetName &target,
               const std::string &file, const TestCase &testCase, const Repository &repository)
      : context(context), range(range), target(target), file(file), testCase(testCase),
        repository(repository) {}

  /// What the case does there; nothing if that cannot be told, for which the reason is printed.
  Expected<std::optional<Verdict>> at(const std::string &commit) {
    const std::string title = repository.titleOf(commit);
    say(stderr, "building {} ...\n", title);
    auto built = runCommand(
        {"/bin/sh", "-c", fmt::format("cd {} && {}", shellWord(range.repository), range.build)},
        unlimited);
    if (!built)
      return built.error();
    if (built->end != CommandResult::End::Exited || built->exitCode != 0) {
      const std::string why = lastLine(built->err.empty() ? built->out : built->err);
      print("skipped", title, fmt::format("does not build{}{}", why.empty() ? "" : ": ", why));
      return std::optional<Verdict>();
    }
    auto verdict = verdictOn(context, target, file, testCase);
    if (!verdict) {
      print("skipped", title, verdict.error().message);
      return std::optional<Verdict>();
    }
    return std::optional(std::move(*verdict));
  }

  /// What git is told of the commit that is checked out: good, bad or skip.
  Expected<std::string> judge(const std::string &commit, const Verdict &wanted) {
    auto verdict = at(commit);
    if (!verdict || !*verdict)
      return verdict ? Expected<std::string>("skip") : verdict.error();
    const bool isBad = sameFailure(**verdict, wanted);
    const bool isGood = (*verdict)->passes();
    print(isBad    ? "bad"
          : isGood ? "good"
                   : "skipped",
          repository.titleOf(commit), isGood ? "" : shown(**verdict));
    return std::string(isBad ? "bad" : isGood ? "good" : "skip");
  }

  static std::string shown(const Verdict &verdict) {
    const std::string signature = verdict.signature.text();
    return signature.empty() ? std::string(verdict.name()) : signature;
  }

  void print(const char *said, const std::string &title, const std::string &why) const {
    say("{:8} {}{}{}\n", said, title, why.empty() ? "" : "  ", why);
  }

private:
  const Context &context;
  const CommitRange &range;
  const TargetName &target;
  const std::string &file;
  const TestCase &testCase;
  const Repository &repository;
};

/// The first bad commit that git names; nothing as long as it goes on.
std::optional<std::string> firstBadIn(const std::string &printed) {
  constexpr std::string_view words = " is the first bad commit";
  const auto end = printed.find(words);
  if (end == printed.npos)
    return std::nullopt;
  const auto begin = printed.rfind('\n', end);
  const size_t from = begin == printed.npos ? 0 : begin + 1;
  return printed.substr(from, end - from);
}

/// Which of the two ends fails, as it is to be. An error says which does not do what it is named.
Expected<Verdict> checkEnds(CommitTrials &trials, const Repository &repository,
                            const std::string &good, const std::string &bad) {
  std::optional<Verdict> wanted;
  for (const auto &[commit, isBad] : {std::pair(bad, true), std::pair(good, false)}) {
    ASSAY_TRY(repository.checkOut(commit));
    auto verdict = trials.at(commit);
    if (!verdict)
      return verdict.error();
    const std::string title = repository.titleOf(commit);
    if (!*verdict)
      return Error{fmt::format("{} says nothing; name another commit", title)};
    const bool fails = isBad ? (*verdict)->isFinding() : sameFailure(**verdict, *wanted);
    if (fails != isBad)
      return Error{fmt::format("the case {} at {}, which is said to be {}",
                               isBad ? "does not fail" : "fails so as well", title,
                               isBad ? "bad" : "good")};
    trials.print(isBad ? "bad" : "good", title, isBad ? CommitTrials::shown(**verdict) : "");
    if (isBad)
      wanted = std::move(**verdict);
  }
  return std::move(*wanted);
}

Expected<int> search(CommitTrials &trials, Repository &repository, const CommitRange &range) {
  ASSAY_TRY(repository.open());
  auto good = repository.commitOf(range.good), bad = repository.commitOf(range.bad);
  for (const auto *commit : {&good, &bad})
    if (!*commit)
      return commit->error();
  auto wanted = checkEnds(trials, repository, *good, *bad);
  if (!wanted)
    return wanted.error();
  auto said = repository.git({"bisect", "start", *bad, *good});
  for (;;) {
    if (!said)
      return said.error();
    if (const auto first = firstBadIn(*said)) {
      say("\nfirst bad: {}\n", repository.titleOf(*first));
      return AllAgree;
    }
    auto commit = repository.commitOf("HEAD");
    if (!commit)
      return commit.error();
    auto word = trials.judge(*commit, *wanted);
    if (!word)
      return word.error();
    said = repository.git({"bisect", *word});
    // Git fails then.
    if (!said && repository.hasOnlySkippedLeft()) {
      say("\nthe first bad commit is {}, or one of those before it that were skipped\n",
          repository.titleOf("refs/bisect/bad"));
      return NothingConcluded;
    }
  }
}

} // namespace

int bisectCommits(const Context &context, const CommitRange &range, const TargetName &target,
                  const std::string &file, const TestCase &testCase) {
  Repository repository(range.repository);
  CommitTrials trials(context, range, target, file, testCase, repository);
  auto code = search(trials, repository, range);
  return code ? *code : complain(code.error());
}

} // namespace assay
