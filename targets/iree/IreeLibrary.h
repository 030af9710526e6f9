#pragma once

#include "support/Expected.h"
#include "target/Outcome.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace assay {

struct IreeApi;

/// libIREECompiler.so of one version, loaded into this process through its C API. A crash of the
/// compiler is a crash of the process. Libraries of one process may have different flags, unless
/// one of them is no session's flag: then all are the process's, which has them once.
class IreeLibrary {
public:
  /// The library at that path; an error says what is missing from it, or that it is in use with
  /// other flags of the process.
  static Expected<std::shared_ptr<IreeLibrary>> load(const std::filesystem::path &path,
                                                     const std::vector<std::string> &flags);
  ~IreeLibrary();

  /// Compiles a module's text to bytecode in the file `output`. Rejected with the first error;
  /// if that is of the linker, with what the linker said.
  Outcome<std::monostate> compile(const std::string &module, const std::string &output);

private:
  IreeLibrary() = default;
  void renewSession();
  Outcome<std::monostate> compileOnce(const std::string &module, const std::string &output);

  std::unique_ptr<IreeApi> api;
  std::vector<std::string> sessionFlags;
  void *session = nullptr;
  int compiled = 0; // in the current session
};

} // namespace assay
