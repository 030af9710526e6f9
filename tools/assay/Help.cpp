#include "support/Assert.h"
#include "support/Closest.h"
#include "tools/assay/Cli.h"
#include "tools/assay/Pages.h"
#include "tools/assay/Say.h"
#include "tools/assay/Topics.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

constexpr Topic table[] = {
    {"install", "docs/install.md"},
    {"targets", "README.md", "Targets"},
    {"findings", "README.md", "How to read a finding"},
    {"exit-codes", "README.md", "Exit codes"},
    {"manifest", "docs/add-a-target.md", "A compiler with a command line: a manifest"},
    {"gate", "docs/gate.md"},
    {"night", "docs/night.md"},
    {"shards", "docs/shards.md"},
    {"limits", "docs/limits.md"},
    {"causes", "docs/causes.md"},
    {"bugs", "docs/bugs.md"},
    {"known-bugs", "docs/known-bugs.md"},
    {"found", "docs/found.md"},
    {"semantics", "docs/semantics.md"},
    {"plans", "docs/plans.md"},
    {"coverage", "docs/coverage.md"},
    {"mutation", "docs/mutation.md"},
    {"tightness", "docs/tightness.md"},
    {"missed-optimisations", "docs/missed-optimisations.md"},
    {"memory-guard", "docs/memory-guard.md"},
    {"fuzz-json", "docs/fuzz-json.md"},
    {"emulator", "amdgpu/docs/assay-emu.md"},
    {"hip", "amdgpu/docs/amdhip.md"},
};

/// The title of the page or section, and all of it, with the title's line.
struct Text {
  std::string_view title, whole;
};

Text textOf(const Topic &topic) {
  const auto page = std::ranges::find(pages, topic.file, &Page::file);
  ASSAY_ASSERT(page != std::end(pages), "tools/assay/CMakeLists.txt embeds the page");
  const std::string heading =
      topic.section.empty() ? "# " : fmt::format("\n## {}\n", topic.section);
  size_t begin = page->text.find(heading);
  ASSAY_ASSERT(begin != std::string_view::npos, "the page has the section");
  begin += topic.section.empty() ? 0 : 1;
  const size_t end =
      topic.section.empty() ? std::string_view::npos : page->text.find("\n## ", begin);
  std::string_view whole = page->text.substr(begin, end - begin);
  const std::string_view line = whole.substr(0, whole.find('\n'));
  return {line.substr(line.find(' ') + 1), whole};
}

int printTopics() {
  say("`assay help TOPIC` prints one of these, `assay help COMMAND` the options of a command:\n\n");
  for (const Topic &topic : table)
    say("  {:<22}{}\n", topic.name, textOf(topic).title);
  return AllAgree;
}

} // namespace

std::span<const Topic> topics() { return table; }

Action declareHelp(ArgumentParser &parser) {
  auto wanted = std::make_shared<std::string>();
  parser.add("TOPIC", wanted.get(), "A topic or a command; without one, the topics are listed");
  return [wanted, parser](const Context &) {
    if (wanted->empty())
      return printTopics();
    const auto topic = std::ranges::find(table, *wanted, &Topic::name);
    if (topic != std::end(table)) {
      say("{}", textOf(*topic).whole);
      return int(AllAgree);
    }
    if (const auto help = parser.parent().helpOf(*wanted)) {
      say("{}", *help);
      return int(AllAgree);
    }
    std::vector<std::string_view> known;
    for (const Topic &one : table)
      known.push_back(one.name);
    for (const Subcommand &command : subcommands())
      known.push_back(command.name);
    return complain(
        {fmt::format("there is no topic or command '{}'; `assay help` lists the topics, "
                     "`assay --help` the commands{}",
                     *wanted, didYouMean(*wanted, known))});
  };
}

} // namespace assay
