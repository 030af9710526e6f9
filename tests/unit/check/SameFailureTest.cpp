#include "check/SameFailure.h"

#include <catch2/catch.hpp>

using namespace assay;

static Verdict wrongIn(Frequency frequency, bool nondeterministic = false) {
  Verdict verdict;
  Mismatch mismatch;
  mismatch.nondeterministic = nondeterministic;
  verdict.outcome = mismatch;
  verdict.frequency = frequency;
  return verdict;
}

/// The chance that a failure of that share of checks stays away in so many.
static double overlooked(double share, int checks) {
  double all = 1;
  for (int i = 0; i < checks; ++i)
    all *= 1 - share;
  return all;
}

TEST_CASE("What always fails is gone after one check, what comes now and then after more") {
  CHECK(checksUntilGone(wrongIn({1, 1})) == 1);
  CHECK(checksUntilGone(wrongIn({2, 2})) == 1);
  // Of nine checks, the first is why anybody looked.
  CHECK(overlooked(4.0 / 8, checksUntilGone(wrongIn({5, 9}))) < 0.01);
  CHECK(overlooked(2.0 / 8, checksUntilGone(wrongIn({3, 9}))) < 0.01);
  CHECK(checksUntilGone(wrongIn({3, 9})) > checksUntilGone(wrongIn({5, 9})));
  // Nobody waits for what hardly ever comes.
  CHECK(checksUntilGone(wrongIn({2, 9})) == checksUntilGone(wrongIn({2, 900})));
  // Two checks do not tell that it is always there.
  CHECK(overlooked(0.5, checksUntilGone(wrongIn({2, 2}, true))) < 0.01);
  CHECK(overlooked(0.5, checksUntilGone(wrongIn({8, 9}))) < 0.01);
}
