#pragma once

#include "generator/growth/SpecialValues.h"

namespace assay {

/// Lets some inputs be what the ops that read them go wrong on: halves where something rounds, ties
/// where something is ordered, the first and last index, unlike signs where something is divided.
/// Only within the range that the input had, so that what the generator knows of it stays true.
void aimInputs(Random &random, const Program &program, Recipes &recipes);

/// By argument, how often, in percent, a run is better drawn without what would leave most of what
/// is computed of it open:
/// - the keys of a sort, topk or arg reduction of which other nodes read more than the keys in
///   order: of equal ones any of several elements may follow, and what is computed of these says
///   nothing, while of what is returned it is known which go together;
/// - complex factors: with NaN or an infinity in one part, either part of a product may be NaN;
/// - the kernel of a padded convolution, whose NaN and infinities meet the padding;
/// - what an attention reads that removes keys, of which NaN and infinities may or may not count.
std::vector<double> percentKeptPlain(const Program &program);

/// By argument, the finite numbers that the program holds itself, as fills and constants, and that
/// elements of the argument are combined or compared with, or reduced onto: a maximum with one that
/// all that is drawn exceeds is not seen.
std::vector<std::vector<double>> numbersMet(const Program &program);

/// By argument, a magnitude at which exponentials of its elements, or of products of these,
/// overflow if nothing is subtracted first: of what a softmax or an attention reads; 0 of others.
std::vector<double> exponentsReach(const Program &program);

} // namespace assay
