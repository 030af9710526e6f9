#pragma once

#include "support/Expected.h"

#include <functional>
#include <memory>
#include <optional>

namespace assay {

/// The answer to a question that poll(milliseconds) answers: `ask` is given what takes the answer.
/// Nothing if `stop`, which may be empty, asks for the end; an error is poll's.
template <class Answer, class Ask, class Poll>
Expected<std::optional<Answer>> await(const Ask &ask, const Poll &poll,
                                      const std::function<bool()> &stop) {
  // Shared: what is cut short here is answered later, when nobody listens any more.
  auto answer = std::make_shared<std::optional<Answer>>();
  ask([answer](const Answer &given) { *answer = given; });
  while (!*answer && !(stop && stop()))
    ASSAY_TRY(poll(100));
  return *answer;
}

} // namespace assay
