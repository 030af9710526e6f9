#pragma once

#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

// The headers of HIP 5.2 take it from the OpenCL library, which clang no longer links.
extern "C" __device__ inline void __atomic_work_item_fence(__cl_mem_fence_flags, __memory_order,
                                                           __memory_scope) {
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
}

// For programs that say what they expect and end with the number of what was not so.

inline int failures = 0;

#define CHECK(...)                                                                                 \
  do {                                                                                             \
    if (!(__VA_ARGS__)) {                                                                          \
      std::printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #__VA_ARGS__);                        \
      ++failures;                                                                                  \
    }                                                                                              \
  } while (false)

#define CHECK_IS(CODE, ...)                                                                        \
  do {                                                                                             \
    if (hipError_t error = (__VA_ARGS__); error != (CODE)) {                                       \
      std::printf("%s:%d: %s gives %s\n", __FILE__, __LINE__, #__VA_ARGS__,                        \
                  hipGetErrorName(error));                                                         \
      ++failures;                                                                                  \
    }                                                                                              \
  } while (false)

#define OK(...) CHECK_IS(hipSuccess, __VA_ARGS__)

template <class T> T *onDevice(const std::vector<T> &values) {
  T *pointer = nullptr;
  OK(hipMalloc(&pointer, values.size() * sizeof(T)));
  OK(hipMemcpy(pointer, values.data(), values.size() * sizeof(T), hipMemcpyHostToDevice));
  return pointer;
}

template <class T> std::vector<T> fromDevice(const T *pointer, size_t count) {
  std::vector<T> values(count);
  OK(hipMemcpy(values.data(), pointer, count * sizeof(T), hipMemcpyDeviceToHost));
  return values;
}
