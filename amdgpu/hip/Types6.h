#pragma once

#include "amdgpu/hip/Hip.h"

namespace assay::amdhip {

// What HIP 6 and 7 pass to functions that HIP 5.2 does not have, or pass otherwise than it does;
// the names of members are HIP's. Members that nothing here reads are one array.
// NOLINTBEGIN(readability-identifier-naming)

/// hipLaunchAttributeID.
enum class LaunchAttributeId : int {
  AccessPolicyWindow = 1,
  Cooperative = 2,
  SynchronizationPolicy = 3,
  Priority = 8,
  MemSyncDomainMap = 9,
  MemSyncDomain = 10,
};

/// hipLaunchAttributeValue; the one for nodes of HIP 5.2, hipKernelNodeAttrValue, is its beginning.
union LaunchAttributeValue {
  char bytes[64];
  int cooperative;
  int priority;
};

struct LaunchAttribute {
  LaunchAttributeId id;
  int padding;
  LaunchAttributeValue value;
};
static_assert(sizeof(LaunchAttribute) == 72);

/// hipLaunchConfig_t
struct LaunchConfig {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  hipStream_t stream;
  const LaunchAttribute *attrs;
  unsigned numAttrs;
};

/// HIP_LAUNCH_CONFIG
struct DriverLaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
  hipStream_t hStream;
  const LaunchAttribute *attrs;
  unsigned numAttrs;
};

/// HIP_MEMCPY3D, whose numbers are of 64 bits since HIP 6.
struct DriverBox6 {
  size_t srcXInBytes, srcY, srcZ, srcLOD;
  hipMemoryType srcMemoryType;
  const void *srcHost;
  hipDeviceptr_t srcDevice;
  hipArray_t srcArray;
  size_t srcPitch, srcHeight;
  size_t dstXInBytes, dstY, dstZ, dstLOD;
  hipMemoryType dstMemoryType;
  void *dstHost;
  hipDeviceptr_t dstDevice;
  hipArray_t dstArray;
  size_t dstPitch, dstHeight;
  size_t WidthInBytes, Height, Depth;
};
static_assert(sizeof(DriverBox6) == 184);

/// hipMemcpy3DPeerParms
struct PeerBox {
  hipArray_t srcArray;
  hipPos srcPos;
  hipPitchedPtr srcPtr;
  int srcDevice;
  hipArray_t dstArray;
  hipPos dstPos;
  hipPitchedPtr dstPtr;
  int dstDevice;
  hipExtent extent;
};

/// hipMemcpyAttributes, for the copies of a batch from some number on.
struct BatchAttributes {
  int srcAccessOrder; // 1: in the stream, 2: during the call, 3: any
  hipMemLocation srcLocHint, dstLocHint;
  unsigned flags;
};

/// hipMemAllocNodeParams
struct AllocationNode {
  hipMemPoolProps poolProps;
  const hipMemAccessDesc *accessDescs;
  size_t accessDescCount, bytesize;
  void *dptr;
};
static_assert(sizeof(AllocationNode) == 120);

/// hipGraphNodeParams
struct AnyNode {
  int type; // numberOf(hipGraphNodeType)
  int reserved0[3];
  union {
    long long reserved1[29];
    hipKernelNodeParams kernel;
    struct {
      int flags, reserved[3];
      hipMemcpy3DParms copyParams;
    } memcpy;
    hipMemsetParams memset;
    hipHostNodeParams host;
    struct {
      hipGraph_t graph;
    } graph;
    struct {
      hipEvent_t event;
    } event; // eventWait and eventRecord
    AllocationNode alloc;
    struct {
      void *dptr;
    } free;
  };
  long long reserved2;
};
static_assert(sizeof(AnyNode) == 256);

/// hipGraphInstantiateParams
struct InstantiateParameters {
  hipGraphNode_t errNode_out;
  unsigned long long flags;
  int result_out; // 0: done, 1: an error, 2: the structure is wrong
  hipStream_t uploadStream;
};

// NOLINTEND(readability-identifier-naming)
} // namespace assay::amdhip
