#pragma once

#include <SQLiteCpp/Database.h>

#include <span>
#include <string_view>

namespace assay {

/// Marks an SQLite file as a store of ours ("assy").
inline constexpr int storeApplicationId = 0x61737379;

/// The steps from an empty file to the schema of this version; step n leads to schema version n
/// + 1. Steps are only ever added.
std::span<const std::string_view> storeMigrations();

/// Applies the steps that the database has not seen, in one transaction that also sets
/// user_version: a kill leaves a new file empty, and no store looks like one of an older program.
/// Throws SQLite::Exception.
void migrate(SQLite::Database &database, std::span<const std::string_view> steps);

} // namespace assay
