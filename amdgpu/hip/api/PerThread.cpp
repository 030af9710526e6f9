#include "amdgpu/hip/Stream.h"

// What programs compiled with -fgpu-default-stream=per-thread call: the same functions, in which no
// stream means that of the thread.

namespace {

hipStream_t own(hipStream_t stream) { return stream ? stream : hipStreamPerThread; }

/// As the functions without a stream do it, which wait.
hipError_t finished(hipError_t error) {
  return error == hipSuccess ? hipStreamSynchronize(hipStreamPerThread) : error;
}

} // namespace

extern "C" {

hipError_t hipMemcpy_spt(void *to, const void *from, size_t bytes, hipMemcpyKind kind) {
  return finished(hipMemcpyAsync(to, from, bytes, kind, hipStreamPerThread));
}

hipError_t hipMemcpyAsync_spt(void *to, const void *from, size_t bytes, hipMemcpyKind kind,
                              hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, kind, own(stream));
}

hipError_t hipMemcpyToSymbol_spt(const void *symbol, const void *from, size_t bytes, size_t offset,
                                 hipMemcpyKind kind) {
  return finished(hipMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, hipStreamPerThread));
}

hipError_t hipMemcpyFromSymbol_spt(void *to, const void *symbol, size_t bytes, size_t offset,
                                   hipMemcpyKind kind) {
  return finished(hipMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, hipStreamPerThread));
}

hipError_t hipMemcpy2D_spt(void *to, size_t toPitch, const void *from, size_t fromPitch,
                           size_t width, size_t height, hipMemcpyKind kind) {
  return finished(
      hipMemcpy2DAsync(to, toPitch, from, fromPitch, width, height, kind, hipStreamPerThread));
}

hipError_t hipMemcpy3D_spt(const hipMemcpy3DParms *parameters) {
  return finished(hipMemcpy3DAsync(parameters, hipStreamPerThread));
}

hipError_t hipMemset_spt(void *to, int value, size_t bytes) {
  return finished(hipMemsetAsync(to, value, bytes, hipStreamPerThread));
}

hipError_t hipMemset2D_spt(void *to, size_t pitch, int value, size_t width, size_t height) {
  return finished(hipMemset2DAsync(to, pitch, value, width, height, hipStreamPerThread));
}

hipError_t hipMemset3D_spt(hipPitchedPtr to, int value, hipExtent extent) {
  return finished(hipMemset3DAsync(to, value, extent, hipStreamPerThread));
}

hipError_t hipStreamQuery_spt(hipStream_t stream) { return hipStreamQuery(own(stream)); }

hipError_t hipStreamSynchronize_spt(hipStream_t stream) {
  return hipStreamSynchronize(own(stream));
}

hipError_t hipStreamGetPriority_spt(hipStream_t stream, int *priority) {
  return hipStreamGetPriority(own(stream), priority);
}

hipError_t hipStreamGetFlags_spt(hipStream_t stream, unsigned int *flags) {
  return hipStreamGetFlags(own(stream), flags);
}

hipError_t hipStreamWaitEvent_spt(hipStream_t stream, hipEvent_t event, unsigned int flags) {
  return hipStreamWaitEvent(own(stream), event, flags);
}

hipError_t hipLaunchKernel_spt(const void *function, dim3 grid, dim3 block, void **arguments,
                               size_t lds, hipStream_t stream) {
  return hipLaunchKernel(function, grid, block, arguments, lds, own(stream));
}

hipError_t hipLaunchCooperativeKernel_spt(const void *function, dim3 grid, dim3 block,
                                          void **arguments, unsigned int lds, hipStream_t stream) {
  return hipLaunchCooperativeKernel(function, grid, block, arguments, lds, own(stream));
}

hipError_t hipLaunchHostFunc_spt(hipStream_t stream, hipHostFn_t function, void *data) {
  return hipLaunchHostFunc(own(stream), function, data);
}

hipError_t hipMemcpyToSymbolAsync_spt(const void *symbol, const void *from, size_t bytes,
                                      size_t offset, hipMemcpyKind kind, hipStream_t stream) {
  return hipMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, own(stream));
}

hipError_t hipMemcpyFromSymbolAsync_spt(void *to, const void *symbol, size_t bytes, size_t offset,
                                        hipMemcpyKind kind, hipStream_t stream) {
  return hipMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, own(stream));
}

hipError_t hipMemcpy2DAsync_spt(void *to, size_t toPitch, const void *from, size_t fromPitch,
                                size_t width, size_t height, hipMemcpyKind kind,
                                hipStream_t stream) {
  return hipMemcpy2DAsync(to, toPitch, from, fromPitch, width, height, kind, own(stream));
}

hipError_t hipMemcpy3DAsync_spt(const hipMemcpy3DParms *parameters, hipStream_t stream) {
  return hipMemcpy3DAsync(parameters, own(stream));
}

hipError_t hipMemsetAsync_spt(void *to, int value, size_t bytes, hipStream_t stream) {
  return hipMemsetAsync(to, value, bytes, own(stream));
}

hipError_t hipMemset2DAsync_spt(void *to, size_t pitch, int value, size_t width, size_t height,
                                hipStream_t stream) {
  return hipMemset2DAsync(to, pitch, value, width, height, own(stream));
}

hipError_t hipMemset3DAsync_spt(hipPitchedPtr to, int value, hipExtent extent, hipStream_t stream) {
  return hipMemset3DAsync(to, value, extent, own(stream));
}

hipError_t hipEventRecord_spt(hipEvent_t event, hipStream_t stream) {
  return hipEventRecord(event, own(stream));
}

hipError_t hipGraphLaunch_spt(hipGraphExec_t executable, hipStream_t stream) {
  return hipGraphLaunch(executable, own(stream));
}

hipError_t hipStreamAddCallback_spt(hipStream_t stream, hipStreamCallback_t callback, void *data,
                                    unsigned int flags) {
  return hipStreamAddCallback(own(stream), callback, data, flags);
}

hipError_t hipStreamBeginCapture_spt(hipStream_t stream, hipStreamCaptureMode mode) {
  return hipStreamBeginCapture(own(stream), mode);
}

hipError_t hipStreamEndCapture_spt(hipStream_t stream, hipGraph_t *graph) {
  return hipStreamEndCapture(own(stream), graph);
}

hipError_t hipStreamIsCapturing_spt(hipStream_t stream, hipStreamCaptureStatus *result) {
  return hipStreamIsCapturing(own(stream), result);
}

hipError_t hipStreamGetCaptureInfo_spt(hipStream_t stream, hipStreamCaptureStatus *result,
                                       unsigned long long *id) {
  return hipStreamGetCaptureInfo(own(stream), result, id);
}

hipError_t hipStreamGetCaptureInfo_v2_spt(hipStream_t stream, hipStreamCaptureStatus *result,
                                          unsigned long long *id, hipGraph_t *graph,
                                          const hipGraphNode_t **nodes, size_t *count) {
  return hipStreamGetCaptureInfo_v2(own(stream), result, id, graph, nodes, count);
}
}
