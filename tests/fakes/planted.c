// What a compiler may make of one program, x + x over f32[n], with an error in its use of memory that
// PLANT names. MLIR's C interface, as targets/manifest/examples/shared_object.py calls it.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct Memref {
  float *allocated, *aligned;
  int64_t offset, size, stride;
};

// What is planted, is not to be optimised away.
static volatile float seen;

/// A block as upstream's finalize-memref-to-llvm asks for one of 64-byte alignment: with 64 bytes
/// more, of which it passes over those in front.
#if defined(ALIGNED)
static void *given;
static inline __attribute__((always_inline)) float *take(int64_t n) {
  given = malloc(n * sizeof(float) + 64);
  return (float *)(((uintptr_t)given + 63) & -(uintptr_t)64);
}
static void giveBack(float *t) { free(given); }
#else
static inline __attribute__((always_inline)) float *take(int64_t n) { return malloc(n * sizeof(float)); }
static void giveBack(float *t) { free(t); }
#endif

static float *before(float *y, int64_t n);
static void after(float *y, int64_t n);

void _mlir_ciface_main(struct Memref *result, struct Memref *x) {
  const int64_t n = x->size;
  float *y = malloc(n * sizeof(float));
  float *t = before(take(n), n);
  for (int64_t i = 0; i < n; ++i)
    t[i] = y[i] = x->aligned[x->offset + i];
  after(t, n);
  for (int64_t i = 0; i < n; ++i)
    y[i] += x->aligned[x->offset + i];
  *result = (struct Memref){y, y, 0, n, 1};
#if defined(KEEPS_UNWRITTEN)
  // An element that nobody writes.
  if (n > 0) {
    float *z = malloc(n * sizeof(float));
    memcpy(z, y, (n - 1) * sizeof(float));
    *result = (struct Memref){z, z, 0, n, 1};
  }
#elif defined(READS_GAP)
  // The element behind the end, in what alignment leaves.
  y[0] += t[n];
#elif defined(RANDOM)
  // Another result each time.
  y[0] += (float)((uintptr_t)&n >> 4 & 0xffff);
#endif
#if !defined(FREES_EARLY) && !defined(LEAKS)
  giveBack(t);
#endif
  seen = 0; // what frees is this function, and not who called it
}

static float *before(float *t, int64_t n) {
#if defined(FREES_EARLY)
  free(t);
  t = malloc(n * sizeof(float));
  free(t);
#endif
  return t;
}

static void after(float *t, int64_t n) {
#if defined(READS_BEHIND)
  seen = t[n + 4];
#elif defined(READS_FAR_BEHIND)
  seen = t[n + 16];
#elif defined(WRITES_BEHIND)
  t[n + 4] = 1;
#elif defined(COPIES_BEHIND)
  float here[64];
  memcpy(here, t, (n + 8) * sizeof(float));
  seen = here[1];
#elif defined(READS_BEFORE)
  seen = t[-3072];
#elif defined(WRITES_GAP_BEHIND) || defined(LEAKS)
  t[n] = 1;
#elif defined(WRITES_GAP_BEFORE)
  t[-1] = 1;
#elif defined(FREES_TWICE)
  free(t);
#elif defined(FREES_INSIDE)
  free(t + 1);
#elif defined(STRAYS)
  *(volatile float *)64 = 1;
#endif
}
