// Everything that a program may want of an allocator. Exits with the number of the line that it does not get it on.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition)                                                                           \
  do                                                                                               \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                      \
      _exit(1);                                                                                    \
    }                                                                                              \
  while (0)

static volatile size_t never = SIZE_MAX; // not known to the compiler

static void zeroes(void) {
  for (size_t size = 1; size < 100000; size = size * 3 + 1) {
    unsigned char *block = calloc(size, 3);
    CHECK(block && malloc_usable_size(block) >= size * 3);
    for (size_t i = 0; i < size * 3; ++i)
      CHECK(block[i] == 0);
    memset(block, 1, size * 3);
    free(block);
  }
}

static void sizes(void) {
  CHECK(!malloc(never) && errno == ENOMEM);
  errno = 0;
  CHECK(!calloc(never / 2, 3) && errno == ENOMEM);
  CHECK(!malloc(never / 4)); // there is not so much
  char *block = malloc(10);
  CHECK(!realloc(block, never) && !reallocarray(block, never / 2, 3));
  memset(block, 7, 10); // it is still there
  char *nothing = malloc(0), *other = malloc(0);
  CHECK(nothing && other && nothing != other);
  free(nothing);
  free(other);
  free(NULL);
  CHECK(malloc_usable_size(NULL) == 0);
  block = realloc(block, 1 << 20);
  CHECK(block[0] == 7 && block[9] == 7);
  block = realloc(block, 3);
  CHECK(block[0] == 7 && block[2] == 7);
  CHECK(realloc(block, 0) == NULL);
  block = realloc(NULL, 5);
  CHECK(block);
  free(block);
  // Much that is never touched costs nothing.
  char *huge = malloc((size_t)3 << 30);
  CHECK(huge);
  huge[((size_t)3 << 30) - 1] = 1;
  free(huge);
}

static void alignments(void) {
  for (size_t alignment = 8; alignment <= (size_t)1 << 22; alignment *= 2)
    for (size_t size = 0; size < 300; size += 37) {
      char *blocks[4] = {aligned_alloc(alignment, size), memalign(alignment, size), NULL, malloc(size)};
      CHECK(posix_memalign((void **)&blocks[2], alignment, size) == 0);
      for (int i = 0; i < 4; ++i) {
        CHECK(blocks[i] && (uintptr_t)blocks[i] % (i < 3 ? alignment : 16) == 0);
        memset(blocks[i], i, size);
      }
      for (int i = 0; i < 4; ++i)
        free(blocks[i]);
    }
  void *unset = &unset;
  CHECK(posix_memalign(&unset, 3, 8) == EINVAL && unset == &unset);
  CHECK((uintptr_t)valloc(1) % 4096 == 0 && (uintptr_t)pvalloc(1) % 4096 == 0);
}

static void *churn(void *number) {
  unsigned char *blocks[32] = {0};
  size_t sizes[32] = {0};
  unsigned random = (unsigned)(uintptr_t)number;
  for (int i = 0; i < 3000; ++i) {
    random = random * 1103515245 + 12345;
    const unsigned at = random >> 16 & 31;
    for (size_t j = 0; j < sizes[at]; ++j)
      CHECK(blocks[at][j] == at);
    const size_t size = random >> 8 & 2047;
    if (random & 1 << 30) {
      free(blocks[at]);
      blocks[at] = malloc(size);
    } else {
      blocks[at] = realloc(blocks[at], size);
    }
    sizes[at] = blocks[at] ? size : 0;
    memset(blocks[at], at, sizes[at]);
  }
  for (int at = 0; at < 32; ++at)
    free(blocks[at]);
  return NULL;
}

static void threads(void) {
  pthread_t all[4];
  for (uintptr_t i = 0; i < 4; ++i)
    CHECK(pthread_create(&all[i], NULL, churn, (void *)(i + 1)) == 0);
  // A child of a process with threads may go on allocating.
  for (int i = 0; i < 20; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      churn((void *)7);
      exit(0);
    }
    int status = 1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
  }
  for (int i = 0; i < 4; ++i)
    pthread_join(all[i], NULL);
}

static sigjmp_buf back;
static volatile sig_atomic_t caught;

static void onSignal(int number) {
  caught = number;
  siglongjmp(back, 1);
}

static void onAction(int number, siginfo_t *info, void *context) {
  (void)context;
  caught = info->si_addr == (void *)64 ? number : -1;
  siglongjmp(back, 1);
}

/// A program may have uses for the signal itself.
static void handlers(void) {
  struct sigaction action = {.sa_sigaction = onAction, .sa_flags = SA_SIGINFO}, old;
  CHECK(sigaction(SIGSEGV, &action, &old) == 0 && old.sa_handler == SIG_DFL);
  CHECK(sigaction(SIGSEGV, NULL, &old) == 0 && old.sa_sigaction == onAction);
  for (int i = 0; i < 2; ++i) {
    caught = 0;
    if (sigsetjmp(back, 1) == 0)
      *(volatile char *)64 = 1;
    CHECK(caught == SIGSEGV);
    CHECK(i == 1 || (void *)signal(SIGSEGV, onSignal) == (void *)onAction);
  }
  CHECK(signal(SIGSEGV, SIG_IGN) == onSignal);
  raise(SIGSEGV);
  CHECK(signal(SIGSEGV, SIG_DFL) == SIG_IGN);
  CHECK(signal(SIGUSR1, SIG_IGN) == SIG_DFL && signal(SIGUSR1, SIG_DFL) == SIG_IGN);
  // Unhandled, it ends a process as ever.
  const pid_t child = fork();
  if (child == 0)
    *(volatile char *)64 = 1;
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
}

/// Before main(), as static initialisers do.
static char *early;
__attribute__((constructor)) static void initialise(void) { early = strdup("early"); }

int main(void) {
  CHECK(strcmp(early, "early") == 0);
  free(early);
  zeroes();
  sizes();
  alignments();
  handlers();
  threads();
  // More blocks than are guarded, alive at once.
  enum { many = 30000 };
  static char *all[many];
  for (int i = 0; i < many; ++i) {
    all[i] = malloc(24);
    CHECK(all[i]);
    memset(all[i], i, 24);
  }
  for (int i = 0; i < many; ++i) {
    CHECK(all[i][0] == (char)i && all[i][23] == (char)i);
    free(all[i]);
  }
  return 0;
}
