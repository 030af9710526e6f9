#pragma once

#include "campaign/store/Schema.h"
#include "campaign/store/Store.h"
#include "support/FolderLock.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>

#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <type_traits>

namespace assay {

inline constexpr int busyMilliseconds = 5000;

/// What SQLite says, as a sentence about the store that says what to do.
Error storeError(const std::filesystem::path &path, const SQLite::Exception &exception);
/// What is in the store is not what was written.
Error damagedStore(const std::filesystem::path &path, std::string_view why);

/// What is only read may have been written before there was the column.
bool hasColumn(SQLite::Database &database, const char *table, const char *column);

/// A name that a store holds; throws what guard() makes an Error of.
TargetName targetFromStore(const std::string &text);

/// Whether the compiler took the program, by the name and signature of the verdict.
bool isAccepted(const std::string &verdict, const std::string &signature);

/// A list in the table of campaigns, by campaign.
std::map<int64_t, std::vector<std::string>> namesIn(SQLite::Database &database, const char *column);

/// Adds up how often programs with an op are accepted, by its bit in checks.ops.
class AcceptanceCount {
public:
  void add(uint64_t ops, bool accepted);
  /// `names` of the bits.
  void addTo(std::map<std::string, OpAcceptance> &ops, const std::vector<std::string> &names) const;

private:
  std::array<OpAcceptance, 64> byBit;
};

/// Private to Store's sources: the only ones that know SQLite.
struct Store::State {
  std::filesystem::path path;
  FolderLock lock; // until the database is closed
  std::unique_ptr<SQLite::Database> database;
  std::unique_ptr<SQLite::Transaction> transaction;
  bool namesCases = false; // what the transaction writes
  std::unique_ptr<SQLite::Statement> insertCheck, insertCoverage;

  /// The result of `body`, or the error that its exception is.
  template <class Body> auto guard(const Body &body) -> Expected<std::invoke_result_t<Body>> {
    try {
      if constexpr (std::is_void_v<std::invoke_result_t<Body>>) {
        body();
        return {};
      } else {
        return body();
      }
    } catch (const SQLite::Exception &exception) {
      return storeError(path, exception);
    } catch (const nlohmann::json::exception &exception) {
      return damagedStore(path, exception.what());
    } catch (const std::logic_error &exception) { // of what should be a number
      return damagedStore(path, exception.what());
    }
  }

  /// guard() inside the running transaction.
  template <class Body> Expected<void> write(const Body &body) {
    return guard([&] {
      if (!transaction)
        transaction = std::make_unique<SQLite::Transaction>(*database,
                                                            SQLite::TransactionBehavior::IMMEDIATE);
      body();
    });
  }
};

} // namespace assay
