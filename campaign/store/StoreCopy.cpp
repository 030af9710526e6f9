#include "campaign/store/StoreCopy.h"

#include "campaign/store/StoreState.h"

#include <fmt/format.h>

namespace assay {

Expected<void> copyStore(const std::filesystem::path &store,
                         const std::filesystem::path &copy) try {
  SQLite::Database database(store.string(), SQLite::OPEN_READONLY, busyMilliseconds);
  SQLite::Statement into(database, "VACUUM INTO ?");
  into.bind(1, copy.string());
  into.exec();
  return {};
} catch (const SQLite::Exception &exception) {
  // It may be either of them that fails.
  return Error{fmt::format("cannot copy the store {} to {}: {}; free some space there, or name "
                           "another place with TMPDIR",
                           store.string(), copy.string(), exception.what())};
}

} // namespace assay
