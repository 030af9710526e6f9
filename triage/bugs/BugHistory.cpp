#include "triage/bugs/BugHistory.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace assay {

BugHistory::BugHistory(BugState first, std::string detail)
    : first(first), firstDetail(std::move(detail)) {}

void BugHistory::add(const std::vector<JournalEntry> &entries) {
  all.insert(all.end(), entries.begin(), entries.end());
  const auto place = [](const JournalEntry &entry) { return std::tie(entry.time, entry.id); };
  std::ranges::sort(all, {}, place);
  const auto twice = std::ranges::unique(all, {}, &JournalEntry::id);
  all.erase(twice.begin(), twice.end());
}

std::vector<const JournalEntry *> BugHistory::heads() const {
  std::set<std::string_view> followed;
  for (const JournalEntry &entry : all)
    followed.insert(entry.after.begin(), entry.after.end());
  std::vector<const JournalEntry *> heads;
  for (const JournalEntry &entry : all)
    if (entry.state && !followed.contains(entry.id))
      heads.push_back(&entry);
  return heads;
}

BugState BugHistory::state() const {
  const auto heads = this->heads();
  return heads.empty() ? first : *heads.back()->state;
}

const std::string &BugHistory::detail() const {
  const auto heads = this->heads();
  return heads.empty() ? firstDetail : heads.back()->detail;
}

std::vector<const JournalEntry *> BugHistory::conflicts() const {
  auto heads = this->heads();
  const JournalEntry *counts = heads.empty() ? nullptr : heads.back();
  std::erase_if(heads, [&](const JournalEntry *head) {
    return head->state == counts->state && head->detail == counts->detail;
  });
  return heads;
}

const JournalEntry *BugHistory::lastTestOn(std::string_view target) const {
  const auto found = std::find_if(
      all.rbegin(), all.rend(), [&](const JournalEntry &entry) { return entry.target == target; });
  return found == all.rend() ? nullptr : &*found;
}

} // namespace assay
