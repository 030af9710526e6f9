#include "targets/iree/IreeLibrary.h"

#include "targets/commands/CommandFailure.h"
#include "targets/iree/CaughtStderr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <map>

namespace assay {

/// The functions of IREE's embedding_api.h that are used here, which are stable across versions,
/// and two of its mlir_interop.h and of MLIR's C API.
struct IreeApi {
  using Error = void;
  using Diagnose = void (*)(int severity, const char *message, size_t size, void *user);

  void (*globalInitialize)();
  void (*setupGlobalCl)(int count, const char **arguments, const char *banner, bool handlers);
  void *(*sessionCreate)();
  void (*sessionDestroy)(void *session);
  void *(*sessionBorrowContext)(void *session);
  void (*contextEnableMultithreading)(void *context, bool enable);
  Error *(*sessionSetFlags)(void *session, int count, const char *const *flags);
  const char *(*errorMessage)(Error *error);
  void (*errorDestroy)(Error *error);
  void *(*invocationCreate)(void *session);
  void (*invocationDestroy)(void *invocation);
  void (*enableDiagnostics)(void *invocation, int flags, Diagnose callback, void *user);
  bool (*parseSource)(void *invocation, void *source);
  bool (*pipeline)(void *invocation, int pipeline);
  Error *(*outputBytecode)(void *invocation, void *output);
  Error *(*wrapBuffer)(void *session, const char *name, const char *buffer, size_t length,
                       bool isTerminated, void **source);
  void (*sourceDestroy)(void *source);
  Error *(*outputOpenFile)(const char *path, void **output);
  void (*outputKeep)(void *output);
  void (*outputDestroy)(void *output);

  /// The message of an error that a function returned, which is destroyed; empty for none.
  std::string take(Error *error) const {
    if (!error)
      return "";
    std::string message = errorMessage(error);
    errorDestroy(error);
    return message.empty() ? "an error without a message" : message;
  }
};

namespace {

/// Compilations after which a session, with its MLIR context, is replaced.
constexpr int sessionLength = 64;

/// Where a diagnostic says no more than that linking failed. The reason goes to stderr: what the
/// linker says, a process of its own, or LLVM's code generator did not hold against the program.
constexpr std::string_view linkErrors[] = {"failed to link executable", "iree-lld execute fail"};

size_t findLinkError(std::string_view diagnostic) {
  size_t first = diagnostic.npos;
  for (std::string_view error : linkErrors)
    first = std::min(first, diagnostic.find(error));
  return first;
}

Expected<std::unique_ptr<IreeApi>> bind(const std::filesystem::path &path) {
  // Its LLVM must not meet ours.
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!library)
    return Error{fmt::format("cannot load {}: {}", path.string(), dlerror())};
  auto api = std::make_unique<IreeApi>();
  std::string missing;
  auto find = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
    if (!function)
      missing = name;
  };
  find(api->globalInitialize, "ireeCompilerGlobalInitialize");
  find(api->setupGlobalCl, "ireeCompilerSetupGlobalCL");
  find(api->sessionCreate, "ireeCompilerSessionCreate");
  find(api->sessionDestroy, "ireeCompilerSessionDestroy");
  find(api->sessionBorrowContext, "ireeCompilerSessionBorrowContext");
  find(api->contextEnableMultithreading, "mlirContextEnableMultithreading");
  find(api->sessionSetFlags, "ireeCompilerSessionSetFlags");
  find(api->errorMessage, "ireeCompilerErrorGetMessage");
  find(api->errorDestroy, "ireeCompilerErrorDestroy");
  find(api->invocationCreate, "ireeCompilerInvocationCreate");
  find(api->invocationDestroy, "ireeCompilerInvocationDestroy");
  find(api->enableDiagnostics, "ireeCompilerInvocationEnableCallbackDiagnostics");
  find(api->parseSource, "ireeCompilerInvocationParseSource");
  find(api->pipeline, "ireeCompilerInvocationPipeline");
  find(api->outputBytecode, "ireeCompilerInvocationOutputVMBytecode");
  find(api->wrapBuffer, "ireeCompilerSourceWrapBuffer");
  find(api->sourceDestroy, "ireeCompilerSourceDestroy");
  find(api->outputOpenFile, "ireeCompilerOutputOpenFile");
  find(api->outputKeep, "ireeCompilerOutputKeep");
  find(api->outputDestroy, "ireeCompilerOutputDestroy");
  if (!missing.empty())
    return Error{fmt::format("{} has no function {}: it is no IREE compiler of a known version",
                             path.string(), missing)};
  api->globalInitialize();
  return api;
}

/// The first error that was reported.
struct FirstError {
  std::string text;

  static void receive(int severity, const char *message, size_t size, void *user) {
    constexpr int isError = 2;
    auto &self = *static_cast<FirstError *>(user);
    if (severity == isError && self.text.empty())
      self.text.assign(message, size);
  }
};

} // namespace

Expected<std::shared_ptr<IreeLibrary>> IreeLibrary::load(const std::filesystem::path &path,
                                                         const std::vector<std::string> &flags) {
  // Never unloaded: LLVM's globals do not survive that.
  static std::map<std::filesystem::path, std::unique_ptr<IreeApi>> loaded;
  static std::map<std::filesystem::path, std::vector<std::string>> commandLines;
  const bool isFirst = !loaded.contains(path);
  if (isFirst) {
    setenv("IREE_COMPILER_TASK_COUNT", "1", true);
    auto api = bind(path);
    if (!api)
      return api.error();
    loaded.emplace(path, std::move(*api));
  }
  std::shared_ptr<IreeLibrary> library(new IreeLibrary);
  library->api = std::make_unique<IreeApi>(*loaded.at(path));
  IreeApi &api = *library->api;
  void *trial = api.sessionCreate();
  bool needsCommandLine = false;
  for (const std::string &flag : flags) {
    const char *text = flag.c_str();
    needsCommandLine |= !api.take(api.sessionSetFlags(trial, 1, &text)).empty();
  }
  api.sessionDestroy(trial);
  // Where there is a command line, a session takes from it what a level stands for, whatever its
  // own flags say.
  std::vector<std::string> commandLine;
  (needsCommandLine ? commandLine : library->sessionFlags) = flags;
  if (isFirst) {
    commandLines[path] = commandLine;
    std::vector<const char *> arguments{"iree-compile", "--mlir-disable-threading"};
    for (const std::string &flag : commandLine)
      arguments.push_back(flag.c_str());
    if (needsCommandLine)
      api.setupGlobalCl(static_cast<int>(arguments.size()), arguments.data(), "", false);
  } else if (commandLines[path] != commandLine) {
    return Error{fmt::format("{} is loaded with other flags", path.string())};
  }
  return library;
}

IreeLibrary::~IreeLibrary() {
  if (session)
    api->sessionDestroy(session);
}

void IreeLibrary::renewSession() {
  if (session && compiled++ < sessionLength)
    return;
  if (session)
    api->sessionDestroy(session);
  session = api->sessionCreate();
  compiled = 0;
  // A pool of one thread, which is the least that IREE makes, costs a sixth of the time.
  api->contextEnableMultithreading(api->sessionBorrowContext(session), false);
  for (const std::string &flag : sessionFlags) {
    const char *text = flag.c_str();
    api->take(api->sessionSetFlags(session, 1, &text));
  }
}

Outcome<std::monostate> IreeLibrary::compile(const std::string &module, const std::string &output) {
  auto compiled = compileOnce(module, output);
  auto *failure = compiled.failure();
  const size_t place = failure ? findLinkError(failure->detail) : std::string::npos;
  if (place != std::string::npos) {
    CaughtStderr caught;
    (void)compileOnce(module, output);
    if (const std::string reason = firstDiagnostic(caught.text(), {}); !reason.empty())
      failure->detail.insert(place, reason + "\n");
  }
  return compiled;
}

Outcome<std::monostate> IreeLibrary::compileOnce(const std::string &module,
                                                 const std::string &output) {
  renewSession();
  FirstError first;
  void *invocation = api->invocationCreate(session);
  api->enableDiagnostics(invocation, 0, FirstError::receive, &first);
  void *source = nullptr, *file = nullptr;
  std::string failure = api->take(
      api->wrapBuffer(session, "module.mlir", module.c_str(), module.size() + 1, true, &source));
  Stage stage = Stage::Emit;
  bool succeeded = failure.empty() && api->parseSource(invocation, source);
  if (succeeded) {
    stage = Stage::Compile;
    succeeded = api->pipeline(invocation, 0);
  }
  if (succeeded) {
    failure = api->take(api->outputOpenFile(output.c_str(), &file));
    if (failure.empty()) {
      failure = api->take(api->outputBytecode(invocation, file));
      api->outputKeep(file);
    }
    succeeded = failure.empty();
  }
  if (file)
    api->outputDestroy(file);
  api->invocationDestroy(invocation);
  if (source)
    api->sourceDestroy(source);
  if (succeeded)
    return std::monostate();
  if (failure.empty())
    failure = first.text.empty() ? "failed without a diagnostic" : first.text;
  return TargetFailure{TargetFailure::Kind::Rejected, stage, std::move(failure)};
}

} // namespace assay
