#include "triage/corpus/Corpus.h"

#include "triage/corpus/BuiltInCorpus.h"

namespace assay {

std::span<const CorpusCase> corpusCases() { return builtInCorpus; }

} // namespace assay
