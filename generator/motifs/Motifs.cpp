#include "generator/motifs/Motifs.h"

namespace assay {

bool draw(Growth &growth, Motif motif) {
  switch (motif) {
#define ASSAY_MOTIF(Enumerator)                                                                    \
  case Motif::Enumerator:                                                                          \
    return draw##Enumerator(growth);
#include "generator/growth/Motifs.def"
  }
  return false;
}

} // namespace assay
