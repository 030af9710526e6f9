#include "campaign/gate/GateResult.h"
#include "program/Op.h"
#include "support/NameOf.h"
#include "support/OptLevel.h"
#include "target/Metrics.h"
#include "tools/assay/BugFlags.h"
#include "tools/assay/Cli.h"
#include "tools/assay/Inventory.h"
#include "tools/assay/Say.h"
#include "tools/assay/Topics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay {
namespace {

enum class Shell : uint8_t { Bash, Zsh };
constexpr std::array<std::string_view, 2> names(Shell) { return {"bash", "zsh"}; }

/// A word that may stand where the last word of a command line begins.
struct Candidate {
  std::string word;
  std::string explanation = {};
};
using Candidates = std::vector<Candidate>;

template <class Names> Candidates candidates(const Names &names) {
  Candidates found;
  for (const auto &name : names)
    found.push_back({std::string(name)});
  return found;
}

/// "cpu:O2" and "cpu:random=" of "cpu:random=SEED"; each level of "hip:LEVEL[,CHIP]"; nothing of
/// what has more to be filled in.
void addTargetWords(Candidates &found, std::string_view form, const std::string &summary) {
  form = form.substr(0, form.find('['));
  const auto capitals = std::ranges::adjacent_find(
      form, [](char one, char next) { return isupper(one) && isupper(next); });
  const auto at = static_cast<size_t>(capitals - form.begin());
  const std::string before(form.substr(0, at));
  if (at == form.size() || before.ends_with('='))
    found.push_back({before, summary});
  else if (form.substr(at) == "LEVEL")
    for (std::string_view level : names(OptLevel()))
      found.push_back({before + std::string(level), summary});
}

/// Compilers with a colon behind them, and the targets of those that come with this program.
Candidates targetWords(const Services &services) {
  Candidates found;
  for (const std::string &compiler : compilersHere(services))
    found.push_back({compiler + ":"});
  for (const TargetDescription &target : services.targets()) {
    constexpr std::string_view comma = ", ";
    for (size_t begin = 0, end = 0; end < target.name.size(); begin = end + comma.size()) {
      end = std::min(target.name.find(comma, begin), target.name.size());
      addTargetWords(found, std::string_view(target.name).substr(begin, end - begin),
                     target.summary);
    }
  }
  return found;
}

Candidates faultNames(const Services &services) {
  Candidates found;
  for (const TargetName &target : {"cpu:O2"_target, "hip:O2"_target})
    if (auto faults = services.bugs(BugKind::Fault, target, {}))
      for (const std::string &fault : *faults)
        if (std::ranges::find(found, fault, &Candidate::word) == found.end())
          found.push_back({fault});
  return found;
}

Candidates bugIds() {
  Candidates found;
  if (auto records = loadBugs({}))
    for (const BugRecord &bug : records->all())
      found.push_back({bug.id, bug.title});
  return found;
}

/// Begins what is no word: the shell knows those.
constexpr std::string_view directive = ":";

/// What may stand for a value, by what --help calls it; of a value that is not here, whoever types
/// it knows best.
struct ValueKind {
  std::vector<std::string_view> names;
  Candidates (*words)(const Services &);
  /// For those of this command alone; empty for all.
  std::string_view command = {};
  bool isList = false; // with commas between
};

const ValueKind kinds[] = {
    {{"T"}, targetWords},
    {{"T,...", "TARGETS"}, targetWords, "", true},
    {{"COMPILER"}, [](const Services &services) { return candidates(compilersHere(services)); }},
    {{"P"},
     [](const Services &services) {
       Candidates found;
       for (const ProfileDescription &profile : services.profiles())
         found.push_back({profile.name, profile.summary});
       return found;
     }},
    {{"FAULT"}, faultNames},
    {{"METRICS"}, [](const Services &) { return candidates(names(Metric())); }, "", true},
    {{"KINDS"}, [](const Services &) { return candidates(gateKinds()); }, "", true},
    {{"ID"}, [](const Services &) { return bugIds(); }},
    {{"STATE"}, [](const Services &) { return candidates(names(BugState())); }},
    {{"NAME"},
     [](const Services &) {
       Candidates found;
       for (OpKind kind : allOpKinds)
         found.push_back({std::string(name(kind))});
       return found;
     },
     "ops"},
    {{"TOPIC"},
     [](const Services &) {
       Candidates found;
       for (const Topic &topic : topics())
         found.push_back({std::string(topic.name)});
       for (const Subcommand &command : subcommands())
         if (!command.hidden)
           found.push_back({command.name, command.summary});
       return found;
     }},
    {{"SHELL"}, [](const Services &) { return candidates(names(Shell())); }},
    {{"FILE", "FILE.json", "FILE.html", "STORE", "CASE", "PATH"},
     [](const Services &) { return Candidates{{":files"}}; }},
    {{"DIR", "FOLDER"}, [](const Services &) { return Candidates{{":folders"}}; }},
};

const ValueKind *kindOf(const OptionDescription &option, std::string_view command) {
  // An argument's name says more than that it is a text.
  for (const std::string &name : {option.valueName, option.names.front()})
    for (const ValueKind &kind : kinds)
      if (std::ranges::find(kind.names, name) != kind.names.end() &&
          (kind.command.empty() || kind.command == command))
        return &kind;
  return nullptr;
}

/// Follows the words of a command line.
class Completer {
public:
  Completer(const CommandDescription &program, const Services &services)
      : command(&program), services(services) {}

  /// Takes a word that is complete.
  void pass(const std::string &word) {
    if (awaited && !(awaited->takesSeveral && word.starts_with("-"))) {
      isFirstValue = false;
      if (!awaited->takesSeveral)
        awaited = nullptr;
      return;
    }
    awaited = nullptr;
    if (word.starts_with("-")) {
      const OptionDescription *option = word.find('=') == std::string::npos ? find(word) : nullptr;
      awaited = option && !option->valueName.empty() ? option : nullptr;
      isFirstValue = true;
      return;
    }
    const auto inner = std::ranges::find(command->commands, word, &CommandDescription::name);
    if (inner != command->commands.end())
      command = &*inner;
    else
      ++argumentsSeen;
  }

  /// What may stand for the last word, of which there is so much.
  Candidates complete(const std::string &word) const {
    const bool isOption = word.starts_with("-");
    if (awaited && !(isOption && !isFirstValue))
      return valuesOf(*awaited, "", word);
    if (const size_t equal = word.find('='); isOption && equal != std::string::npos) {
      const OptionDescription *option = find(word.substr(0, equal));
      return option ? valuesOf(*option, word.substr(0, equal + 1), word.substr(equal + 1))
                    : Candidates();
    }
    Candidates found;
    if (isOption)
      for (const OptionDescription &option : command->options)
        for (const std::string &name : option.names)
          if (!option.isArgument() && name.starts_with(word))
            found.push_back({name, option.help});
    if (isOption)
      return found;
    for (const CommandDescription &inner : command->commands)
      if (inner.name.starts_with(word))
        found.push_back({inner.name, inner.summary});
    if (const OptionDescription *argument = nextArgument(); argument && command->commands.empty())
      return valuesOf(*argument, "", word);
    return found;
  }

private:
  const OptionDescription *find(const std::string &name) const {
    for (const OptionDescription &option : command->options)
      if (std::ranges::find(option.names, name) != option.names.end())
        return &option;
    return nullptr;
  }
  /// The last takes all that follow.
  const OptionDescription *nextArgument() const {
    const OptionDescription *found = nullptr;
    size_t number = 0;
    for (const OptionDescription &option : command->options)
      if (option.isArgument() && (number++ == argumentsSeen || option.takesSeveral))
        found = &option;
    return found;
  }
  Candidates valuesOf(const OptionDescription &option, std::string before, std::string word) const {
    const ValueKind *kind = kindOf(option, command->name);
    if (!kind)
      return {};
    if (const size_t comma = word.rfind(','); kind->isList && comma != std::string::npos) {
      before += word.substr(0, comma + 1);
      word.erase(0, comma + 1);
    }
    Candidates found;
    for (Candidate &candidate : kind->words(services)) {
      if (candidate.word.starts_with(directive))
        return {candidate};
      if (candidate.word.starts_with(word))
        found.push_back({before + candidate.word, candidate.explanation});
    }
    return found;
  }

  const CommandDescription *command;
  const Services &services;
  /// The option whose value comes next, or may.
  const OptionDescription *awaited = nullptr;
  bool isFirstValue = false;
  size_t argumentsSeen = 0;
};

/// Bash splits words at colons and equals signs as well, and puts what is found in place of the
/// last of these parts.
constexpr std::string_view bashScript = R"(_assay() {
  local words found breaks=${COMP_WORDBREAKS//[^:=]/} kept=
  read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
  [[ ${COMP_LINE:0:COMP_POINT} != *[[:space:]] ]] || words+=('')
  mapfile -t found < <("${words[0]/#\~/$HOME}" complete -- "${words[@]:1}" 2>/dev/null | cut -f 1)
  COMPREPLY=()
  case ${found[0]-} in
    :files) compopt -o default ;;
    :folders) compopt -o dirnames ;;
    *)
      [ -z "$breaks" ] || kept=${words[-1]%"${words[-1]##*[$breaks]}"}
      COMPREPLY=("${found[@]#"$kept"}")
      [[ ${found[*]-} != *[:=] ]] || compopt -o nospace ;;
  esac
}
complete -F _assay assay
)";

constexpr std::string_view zshScript = R"(#compdef assay
_assay() {
  local suffix=' '
  local -a lines found shown
  lines=("${(@f)$("${words[1]/#\~/$HOME}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  case ${lines[1]%%$'\t'*} in
    :files) _files ;;
    :folders) _files -/ ;;
    ?*)
      found=("${(@)lines%%$'\t'*}")
      shown=("${(@)lines//$'\t'/  -- }")
      if [[ $found[-1] = *[:=] ]]; then suffix=; fi
      compadd -Q -S "$suffix" -l -d shown -a found ;;
  esac
}
if [ "$funcstack[1]" = _assay ]; then _assay "$@"; else compdef _assay assay; fi
)";

} // namespace

Action declareCompletion(ArgumentParser &parser) {
  auto shell = std::make_shared<std::string>();
  parser.add("SHELL", shell.get(), "bash or zsh").required();
  return [shell](const Context &) {
    const auto known = enumeratorNamed<Shell>(*shell);
    if (!known)
      return complain({fmt::format("there is no completion for '{}'; there is one for {}", *shell,
                                   fmt::join(names(Shell()), ", "))});
    switch (*known) {
    case Shell::Bash:
      say("{}", bashScript);
      break;
    case Shell::Zsh:
      say("{}", zshScript);
      break;
    }
    return int(AllAgree);
  };
}

Action declareComplete(ArgumentParser &parser) {
  auto words = std::make_shared<std::vector<std::string>>();
  parser.add("WORD", words.get(),
             "Those of a command line, behind --; the last is to be completed");
  return [words, parser](const Context &context) {
    const CommandDescription program = parser.parent().describe();
    Completer completer(program, context.services);
    for (size_t i = 0; i + 1 < words->size(); ++i)
      completer.pass((*words)[i]);
    for (const Candidate &one : completer.complete(words->empty() ? "" : words->back()))
      say("{}\t{}\n", one.word, one.explanation);
    return int(AllAgree);
  };
}

} // namespace assay
