#include "corpus/Corpus.h"

#include "corpus/BuiltInCorpus.h"

namespace assay {

std::span<const CorpusCase> corpusCases() { return builtInCorpus; }

} // namespace assay
