#include "amdgpu/machine/Launch.h"
#include "amdgpu/tests/unit/Kernels.h"

#include <catch2/catch.hpp>

#include <cstring>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

namespace {

constexpr uint64_t begins = 1, ends = 2;
constexpr uint64_t part(uint64_t words, uint64_t flags, uint64_t name = 0) {
  return name << 8 | words << 5 | flags;
}
uint64_t text(const char *eight) {
  uint64_t word = 0;
  std::memcpy(&word, eight, strnlen(eight, sizeof word));
  return word;
}

/// A host, and what waves do in its buffer, at the offsets that the device library was compiled
/// with.
struct Called {
  Memory memory;
  Heap heap{memory};
  std::string out, err, all;
  Host host;

  explicit Called(uint64_t waves = 4)
      : host(
            *Packets::make(memory, waves),
            [this](std::FILE *stream, std::string_view text) {
              (stream == stderr ? err : out) += text;
              all += text;
            },
            &heap) {}

  uint64_t &word(uint64_t offset) {
    return *reinterpret_cast<uint64_t *>(host.buffer().address() + offset);
  }
  uint64_t *header(uint64_t index) { return reinterpret_cast<uint64_t *>(word(0)) + 3 * index; }
  uint64_t *payload(uint64_t index, unsigned lane) {
    return reinterpret_cast<uint64_t *>(word(8)) + 512 * index + size_t(8) * lane;
  }
  uint64_t &freeStack() { return word(24); }
  uint64_t &readyStack() { return word(32); }
  uint64_t mask() { return word(40); }

  void handOver(uint64_t packet, uint64_t lanes, uint32_t service) {
    uint64_t *words = header(packet & mask());
    words[0] = readyStack();
    words[1] = lanes;
    words[2] = service | uint64_t(1) << 32;
    readyStack() = packet;
  }
  bool isAnswered(uint64_t index) { return header(index)[2] >> 32 == 0; }

  /// The error of a call by lane 0 with these words; empty if there is none.
  std::string call(uint32_t service, std::vector<uint64_t> words) {
    std::ranges::copy(words, payload(1, 0));
    handOver(1, 1, service);
    auto answered = host.answer();
    CHECK(isAnswered(1));
    return answered ? "" : answered.error().message;
  }
};

bool has(const std::string &text, const char *part) { return text.find(part) != text.npos; }

} // namespace

TEST_CASE("the stack of free packets has all of them, and never the tag and index 0") {
  for (uint64_t waves : {0, 1, 2, 3, 16, 33}) {
    Called called(waves);
    const uint64_t count = called.mask() + 1;
    CHECK(count >= waves);
    std::vector<bool> seen(count);
    for (uint64_t next = called.freeStack(); next != 0;
         next = called.header(next & called.mask())[0]) {
      REQUIRE(!seen[next & called.mask()]);
      seen[next & called.mask()] = true;
    }
    CHECK(std::ranges::count(seen, true) == std::ptrdiff_t(count));
    CHECK(called.memory.find(called.host.buffer().address())->end >=
          reinterpret_cast<uint64_t>(called.payload(count, 0)));
  }
}

TEST_CASE("messages of several lanes and waves are put together, and answered by their lengths") {
  Called called;
  for (uint64_t packet : {2, 3}) {
    for (unsigned lane : {0U, 63U}) {
      called.payload(packet, lane)[0] = part(1, begins);
      called.payload(packet, lane)[1] = packet == 3; // to stderr
    }
    called.handOver(packet, 1 | uint64_t(1) << 63, 2);
  }
  REQUIRE(called.host.answer());
  for (uint64_t packet : {2, 3}) {
    CHECK(called.isAnswered(packet));
    for (unsigned lane : {0U, 63U}) {
      uint64_t *words = called.payload(packet, lane);
      words[0] |= part(2, ends);
      words[1] = text("%d\n");
      words[2] = packet * 100 + lane;
    }
    called.handOver(packet + called.mask() + 1, 1 | uint64_t(1) << 63, 2);
  }
  REQUIRE(called.host.answer());
  CHECK(called.out == "200\n263\n");
  CHECK(called.err == "300\n363\n");
  CHECK(called.all == called.out + called.err);
  CHECK(called.payload(2, 63)[0] == 4);
}

TEST_CASE("calls that are no calls are refused, and nobody waits for them in vain") {
  Called called;
  CHECK(has(called.call(1, {0x1234}), "a function of the host"));
  CHECK(has(called.call(77, {}), "service 77"));
  CHECK(has(called.call(2, {part(1, ends, 5)}), "message 5"));
  CHECK(has(called.call(2, {part(1, begins | 4)}), "describes no part"));
  CHECK(has(called.call(3, {0x1234}), "malloc did not give"));
  CHECK(called.call(2, {part(0, begins | ends)}).empty());
  CHECK(called.payload(1, 0)[0] == ~uint64_t(0));
  CHECK(called.call(2, {part(1, begins | ends), 9}).empty());
  CHECK(called.payload(1, 0)[0] == ~uint64_t(0));
  // Ended already.
  CHECK(has(called.call(2, {part(1, ends, 0)}), "is ended already"));
  CHECK(called.out.empty());
  CHECK(called.call(2, {part(2, begins | ends), 0, text("good")}).empty());
  CHECK(called.out == "good");
}

TEST_CASE("a stack that runs in a circle or out of the buffer is followed no further") {
  Called called;
  called.handOver(1, 0, 2);
  called.handOver(2, 0, 2);
  called.header(1)[0] = 2;
  CHECK(called.host.answer());
  CHECK(called.isAnswered(1));
  CHECK(called.isAnswered(2));
  called.readyStack() = 0xdeadbeefdeadbeef;
  called.word(0) = called.word(8) = called.word(40) = ~uint64_t(0);
  CHECK(called.host.answer());
}

TEST_CASE("messages that are never ended do not fill the host's memory") {
  Messages messages(10000);
  Payload payload = {};
  bool isRefused = false;
  for (int i = 0; i < 1000 && !isRefused; ++i) {
    payload[0] = part(7, begins);
    isRefused = !messages.take(payload);
  }
  CHECK(isRefused);
}

TEST_CASE("slabs lie where the device library looks for them, and what is freed is gone") {
  Called called;
  constexpr uint64_t slab = uint64_t(2) << 20;
  REQUIRE(called.call(3, {0, slab}).empty());
  const uint64_t first = called.payload(1, 0)[0];
  CHECK(first % slab == 0);
  CHECK(called.heap.isInSlab(first + slab - 1));
  CHECK(!called.heap.isInSlab(first + slab));
  REQUIRE(called.call(3, {0, 5000}).empty());
  const uint64_t second = called.payload(1, 0)[0];
  CHECK(second % 4096 == 0);
  CHECK(called.memory.find(second)->end == second + 5000);
  CHECK(called.call(3, {second}).empty());
  CHECK(called.memory.isFreed(second));
  CHECK(has(called.call(3, {second}), "freed already"));
  REQUIRE(called.call(3, {0, uint64_t(1) << 60}).empty());
  CHECK(called.payload(1, 0)[0] == 0);
  called.heap.reset();
  CHECK(!called.memory.find(first));
}

TEST_CASE("a kernel that calls the host for what it does not do ends with a fault") {
  constexpr const char *source = R"(
kernel void ask(uint service, ulong first, ulong second, global ulong *answer) {
  volatile global ulong *top = *(global ulong *constant *)(__builtin_amdgcn_implicitarg_ptr() + 80);
  volatile global ulong *header = (global ulong *)top[0] + 3;
  volatile global ulong *payload = (global ulong *)top[1] + 512;
  header[0] = 0;
  header[1] = 1;
  header[2] = service | 1ul << 32;
  payload[0] = first;
  payload[1] = second;
  top[4] = 1;
  __builtin_amdgcn_s_sendmsg(1, 0);
  while (header[2] >> 32) __builtin_amdgcn_s_sleep(1);
  answer[0] = payload[0];
}
// Of the protocol that has phases: two arrays of them, a bit for each packet in use, headers.
kernel void claim(uint service, ulong first, ulong second, global ulong *answer) {
  volatile global ulong *top = *(global ulong *constant *)(__builtin_amdgcn_implicitarg_ptr() + 80);
  volatile global uint *ofDevice = (global uint *)top[0], *ofHost = (global uint *)top[1];
  while (__opencl_atomic_fetch_or((global atomic_uint *)top[2], 1u, __ATOMIC_RELAXED, 2) & 1 ||
         *ofDevice != *ofHost)
    __builtin_amdgcn_s_sleep(1);
  ((volatile global ulong *)top[3])[1] = service;
})";
  for (Chip chip : {Chip::Gfx942, Chip::Gfx90a}) {
    Memory memory;
    auto object = CodeObject::read(compileOpenCl(source, chip));
    REQUIRE(object);
    auto module = Module::load(std::move(*object), memory);
    REQUIRE(module);
    Heap heap(memory);
    Options options;
    options.heap = &heap;
    options.instructionsPerWorkgroup = 10000;
    const uint64_t answer = *memory.allocate(8);
    auto run = [&](const char *kernel, uint32_t service, uint64_t first, uint64_t second) {
      const void *arguments[] = {&service, &first, &second, &answer};
      const Geometry geometry{{1, 1, 1}, {1, 1, 1}};
      const auto kernarg =
          packKernarg((*module)->findKernel(kernel)->metadata, arguments, geometry);
      auto outcome = launch(**module, kernel, geometry, kernarg, options);
      REQUIRE(outcome);
      return *outcome;
    };
    const Outcome refused = run("ask", 1, 0x1234, 0);
    REQUIRE(std::holds_alternative<Fault>(refused));
    CHECK(std::get<Fault>(refused).kind == Fault::Kind::HostCall);
    CHECK(has(std::get<Fault>(refused).instruction, "s_sendmsg"));
    const Outcome answered = run("ask", 3, 0, 100);
    if (const auto *fault = std::get_if<Fault>(&answered))
      FAIL(describe(*fault));
    CHECK(memory.find(*reinterpret_cast<uint64_t *>(answer))->name ==
          "memory of a kernel's malloc");
    const Outcome newer = run("claim", 2, 0, 0);
    REQUIRE(std::holds_alternative<Fault>(newer));
    CHECK(std::get<Fault>(newer).kind == Fault::Kind::OutOfBounds);
  }
}
