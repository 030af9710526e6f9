#include "Check.h"

#include <algorithm>
#include <cassert>
#include <cinttypes>
#include <functional>
#include <sstream>
#include <string>
#include <unistd.h>

// What kernels print, and how kernels end whose assertions fail.

/// What goes to a stream until the work is done.
std::string printed(FILE *stream, const std::function<void()> &work) {
  std::fflush(stream);
  FILE *file = std::tmpfile();
  const int kept = dup(fileno(stream));
  dup2(fileno(file), fileno(stream));
  work();
  std::fflush(stream);
  dup2(kept, fileno(stream));
  close(kept);
  std::string text(static_cast<size_t>(lseek(fileno(file), 0, SEEK_END)), '\0');
  CHECK(pread(fileno(file), text.data(), text.size(), 0) == ssize_t(text.size()));
  std::fclose(file);
  return text;
}

template <class... Arguments>
std::string printedBy(void (*kernel)(Arguments...), dim3 grid, dim3 block,
                      std::type_identity_t<Arguments>... arguments) {
  return printed(stdout, [&] {
    kernel<<<grid, block>>>(arguments...);
    OK(hipDeviceSynchronize());
  });
}

std::vector<std::string> sortedLines(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

template <class... Arguments> std::string byHost(const char *format, Arguments... arguments) {
  std::string text(std::snprintf(nullptr, 0, format, arguments...), '\0');
  std::snprintf(text.data(), text.size() + 1, format, arguments...);
  return text;
}

#define SAY(...) printf(__VA_ARGS__);
#define EXPECT(...) wanted += byHost(__VA_ARGS__);

// The same on both sides.
#define CONVERSIONS(SAY)                                                                           \
  SAY("plain text, 100%%\n")                                                                       \
  SAY("%d %i %u\n", i[0], i[1], i[2])                                                              \
  SAY("[%5d] [%-5d] [%05d] [%+d] [% d] [%.3d]\n", i[0], i[0], i[0], i[0], i[0], i[0])              \
  SAY("%x %X %o %#x %#o\n", i[2], i[2], i[0], i[2], i[0])                                          \
  SAY("%hhd %hd %ld %lld %zu\n", (signed char)i[2], (short)i[2], l[0], (long long)l[1],            \
      (size_t)l[0])                                                                                \
  SAY("%jd %td %lx\n", (intmax_t)l[1], (ptrdiff_t)l[1], l[1])                                      \
  SAY("%f %.2f %10.3f %-10.3f| %e %E %g %G %a\n", d[0], d[0], d[0], d[0], d[0], d[0], d[1], d[1],  \
      d[0])                                                                                        \
  SAY("%f %f %F %5.1f\n", d[2], d[3], d[3], (double)f[0])                                          \
  SAY("%c%c %5c|%-5c|\n", i[3], i[3] + 1, i[3], i[3])                                              \
  SAY("%s|%10s|%-10s|%.3s|%s\n", s, s, s, s, s + 3)                                                \
  SAY("%*d|%-*d|%.*f|%*.*f\n", i[4], i[0], i[4], i[0], i[5], d[0], i[4], i[5], d[0])               \
  SAY("%p %p\n", (void *)l[0], (void *)(l[0] - l[0]))                                              \
  SAY("%d %d %d %d %d %d %d %d %d %d %s %f %d\n", i[0], i[1], i[2], i[3], i[4], i[5], i[0], i[1],  \
      i[2], i[3], s, d[0], i[4])                                                                   \
  SAY("\n")

__global__ void conversions(const int *i, const long *l, const double *d, const float *f,
                            const char *s) {
  CONVERSIONS(SAY)
}

void testConversions() {
  const std::vector<int> i = {42, -7, 0x7fffabcd, 'A', 8, 3};
  const std::vector<long> l = {1L << 40, -3};
  const std::vector<double> d = {3.14159, 1e-10, INFINITY, NAN};
  const std::vector<float> f = {-2.5f};
  const char s[] = "string";
  std::string wanted;
  CONVERSIONS(EXPECT)
  CHECK(printedBy(conversions, 1, 1, onDevice(i), onDevice(l), onDevice(d), onDevice(f),
                  onDevice(std::vector(s, std::end(s)))) == wanted);
}

__global__ void diverging(int *returned) {
  const int i = threadIdx.x;
  if (i % 3 == 0)
    returned[i] = printf("fizz %d of %s\n", i, i % 2 == 0 ? "even" : "an odd lane");
  else if (i % 5 == 0)
    for (int turn = 0; turn < i % 7; ++turn)
      returned[i] += printf("buzz %d.%d\n", i, turn);
  else
    returned[i] = -5;
}

void testDivergence() {
  const int count = 150;
  int *device = onDevice(std::vector<int>(count, 0));
  std::vector<int> wantedReturns(count, 0);
  std::string wanted;
  for (int i = 0; i < count; ++i)
    if (i % 3 == 0) {
      const std::string line =
          byHost("fizz %d of %s\n", i, i % 2 == 0 ? "even" : "an odd lane");
      wantedReturns[i] = int(line.size());
      wanted += line;
    } else if (i % 5 == 0) {
      for (int turn = 0; turn < i % 7; ++turn) {
        const std::string line = byHost("buzz %d.%d\n", i, turn);
        wantedReturns[i] += int(line.size());
        wanted += line;
      }
    } else {
      wantedReturns[i] = -5;
    }
  CHECK(sortedLines(printedBy(diverging, 1, count, device)) == sortedLines(wanted));
  CHECK(fromDevice(device, count) == wantedReturns);
  OK(hipFree(device));
}

__global__ void crowd(const char *text, int rounds) {
  for (int round = 0; round < rounds; ++round)
    printf("%d %d %d %s\n", int(blockIdx.x), int(threadIdx.x), round, text + threadIdx.x % 4);
}

void testManyWorkgroups() {
  const std::string text = "some text that is longer than a packet of the protocol has room for, "
                           "and then some: 0123456789012345678901234567890123456789";
  char *device = onDevice(std::vector<char>(text.c_str(), text.c_str() + text.size() + 1));
  std::string wanted;
  for (int block = 0; block < 7; ++block)
    for (int thread = 0; thread < 130; ++thread)
      for (int round = 0; round < 3; ++round)
        wanted += byHost("%d %d %d %s\n", block, thread, round, text.c_str() + thread % 4);
  CHECK(sortedLines(printedBy(crowd, 7, 130, device, 3)) == sortedLines(wanted));
  OK(hipFree(device));
}

void testCooperativeLaunch() {
  char *device = onDevice(std::vector<char>{'c', 'o', 'o', 'p', 0});
  int rounds = 2;
  void *arguments[] = {&device, &rounds};
  std::string wanted;
  for (int block = 0; block < 5; ++block)
    for (int thread = 0; thread < 100; ++thread)
      for (int round = 0; round < rounds; ++round)
        wanted += byHost("%d %d %d %s\n", block, thread, round, "coop" + thread % 4);
  const std::string text = printed(stdout, [&] {
    OK(hipLaunchCooperativeKernel((void *)crowd, 5, 100, arguments, 0, nullptr));
    OK(hipDeviceSynchronize());
  });
  CHECK(sortedLines(text) == sortedLines(wanted));
  OK(hipFree(device));
}

__global__ void sayString(const char *text) { printf("<%s>\n", text); }

void testLongString() {
  std::string text;
  for (int i = 0; i < 3000; ++i)
    text += char('a' + i * i % 26);
  char *device = onDevice(std::vector<char>(text.c_str(), text.c_str() + text.size() + 1));
  CHECK(printedBy(sayString, 1, 1, device) == "<" + text + ">\n");
  CHECK(printedBy(sayString, 1, 1, nullptr) == "<>\n");
  OK(hipFree(device));
}

void testOrder() {
  const std::string text = printed(stdout, [] {
    std::printf("before\n");
    sayString<<<1, 1>>>(nullptr);
    OK(hipDeviceSynchronize());
    std::printf("behind\n");
  });
  CHECK(text == "before\n<>\nbehind\n");
}

__global__ void insist(const int *values) { assert(values[threadIdx.x] != 3 && "no threes"); }

/// The launch's error is the stream's until hipDeviceReset().
void testAssert() {
  std::vector<int> values(100, 1);
  int *device = onDevice(values);
  CHECK(printed(stderr, [&] {
          insist<<<1, 100>>>(device);
          OK(hipDeviceSynchronize());
        }).empty());
  values[70] = 3;
  OK(hipMemcpy(device, values.data(), 100 * sizeof(int), hipMemcpyHostToDevice));
  const std::string text = printed(stderr, [&] {
    insist<<<1, 100>>>(device);
    CHECK_IS(hipErrorAssert, hipDeviceSynchronize());
  });
  const std::string_view assertion = "`values[threadIdx.x] != 3 && \"no threes\"' failed";
  CHECK(text.find(assertion) != text.npos);
  CHECK(text.find(assertion, text.find(assertion) + 1) == text.npos);
  CHECK(text.find("Printf.hip:") != text.npos);
  (void)hipGetLastError();
  OK(hipDeviceReset());
  OK(hipFree(device));
  // The stream is as new.
  CHECK(printedBy(sayString, 1, 1, nullptr) == "<>\n");
}

int main() {
  testConversions();
  testDivergence();
  testManyWorkgroups();
  testCooperativeLaunch();
  testLongString();
  testOrder();
  testAssert();
  // What the device library does for a call is no finding.
  setenv("ASSAY_HIP_CHECKS", "races,waits,uninitialised", 1);
  OK(hipDeviceReset());
  testDivergence();
  testManyWorkgroups();
  testLongString();
  return failures != 0;
}
