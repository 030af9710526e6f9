#pragma once

#include "campaign/Campaign.h"

#include <map>

namespace assay {

/// Failures that are known bugs if another setting of the same compiler hides them: each is looked
/// for there, by workers of its own that start when they are first needed. One thread, as Pool.
class Suspects {
public:
  /// The known bug that the failure turned out to be; nothing if it is news.
  using OnAnswer = std::function<void(std::optional<Verdict> known)>;

  /// `onCheck` is told of each check, for keeping account of time. Once `stop` says so, no workers
  /// are waited for and what is asked is not answered any more.
  Suspects(const Services &services, const FuzzOptions &options, OnCheck onCheck,
           std::function<bool()> stop)
      : services(services), options(options), onCheck(std::move(onCheck)), stop(std::move(stop)) {}

  /// Answered by poll(), or at once if nothing is suspected.
  void ask(const TestCase &testCase, const TargetName &target, const Verdict &verdict,
           const OnAnswer &onAnswer);
  /// The known bug that a failure is by the list, or else by what ask() answers, which is waited
  /// for; nothing if it is none, or nobody waits any longer. An error of the workers' is one. No
  /// workers stay for a target that is none of the campaign's.
  Expected<std::optional<Verdict>> explain(const TestCase &testCase, const TargetName &target,
                                           const Verdict &verdict);
  Expected<void> poll(int milliseconds);

private:
  /// A failure, and what is still to be looked at of it.
  struct Question;
  void askOf(Question question);
  void askNext(const std::shared_ptr<Question> &question);
  /// The failure is the suspect's bug if on its other target nothing is wrong, or another value
  /// first, as another known bug makes it.
  void judge(const std::shared_ptr<Question> &question, const Suspect &suspect,
             const Verdict &verdict);
  /// Where its other target gives no results for the program, which holds more than what is to
  /// blame: whether these nodes alone fail so, and not there.
  void askAlone(const std::shared_ptr<Question> &question, const Suspect &suspect);
  /// By the workers for the target, if there is one.
  void check(const std::string &json, const TargetName &target,
             const std::function<void(const Verdict &)> &onVerdict,
             const std::function<void()> &onNoTarget);
  /// The workers for a target; nullptr if there is no such target.
  Pool *poolFor(const TargetName &target);

  const Services &services;
  const FuzzOptions &options;
  OnCheck onCheck;
  std::function<bool()> stop;
  std::map<TargetName, std::unique_ptr<Pool>> pools;
};

} // namespace assay
