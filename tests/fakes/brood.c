// Leaves processes behind in every way there is: brood HOW [MARK]. So that a test that fails does
// no more harm than that, there are never more than 200 of them, and none lives for long.
#define _GNU_SOURCE
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { mostBorn = 200, longestLife = 20 };

static atomic_int *born;
static time_t end;

static time_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

static void stayAlive(void) {
  while (now() < end)
    usleep(200000);
  _exit(0);
}

/// fork(2), as long as there are not too many.
static pid_t bear(void) {
  if (now() >= end)
    _exit(0);
  if (atomic_fetch_add(born, 1) >= mostBorn)
    stayAlive();
  return fork();
}

static void ignoreSignals(void) {
  for (int number = 1; number < NSIG; ++number)
    signal(number, SIG_IGN);
}

/// Whatever its parent and its session are, it goes on.
static void becomeDaemon(void) {
  if (bear() != 0)
    return;
  setsid();
  if (bear() != 0)
    _exit(0);
  setsid();
  ignoreSignals();
  stayAlive();
}

/// It is never there for longer than it takes to have a child.
static void hop(void) {
  if (bear() != 0)
    return;
  for (;;) {
    setsid();
    if (bear() != 0)
      _exit(0);
  }
}

/// Each has children as fast as it can, in sessions of their own.
static void multiply(void) {
  ignoreSignals();
  for (;;)
    if (bear() == 0)
      setsid();
}

/// A parent that waits for its child to become a program, which never happens.
static void waitInVfork(void) {
  if (bear() != 0)
    return;
  setsid();
  if (vfork() == 0)
    stayAlive();
}

/// Two that wake each other whenever they are stopped.
static void wakeEachOther(void) {
  if (bear() != 0)
    return;
  setsid();
  const pid_t first = getpid(), second = bear();
  while (now() < end)
    kill(second == 0 ? first : second, SIGCONT);
  _exit(0);
}

int main(int count, char **words) {
  const char *how = count > 1 ? words[1] : "";
  born = mmap(NULL, sizeof(*born), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (born == MAP_FAILED)
    return 1;
  end = now() + longestLife;
  if (strcmp(how, "daemon") == 0) {
    becomeDaemon();
  } else if (strcmp(how, "daemons") == 0) {
    for (int i = 0; i < 100; ++i)
      becomeDaemon();
  } else if (strcmp(how, "hop") == 0) {
    hop();
  } else if (strcmp(how, "multiply") == 0) {
    multiply();
  } else if (strcmp(how, "multiply-and-end") == 0) {
    if (bear() == 0)
      multiply();
  } else if (strcmp(how, "vfork") == 0) {
    waitInVfork();
  } else if (strcmp(how, "wake") == 0) {
    wakeEachOther();
  } else if (strcmp(how, "kill-parent") == 0) {
    becomeDaemon();
    usleep(50000);
    kill(getppid(), SIGKILL);
    stayAlive();
  } else if (strcmp(how, "hang") == 0) {
    becomeDaemon();
    stayAlive();
  } else {
    return 2;
  }
  usleep(50000);
  return 0;
}
