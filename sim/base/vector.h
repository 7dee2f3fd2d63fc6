// vector.h -- loops in the widest vectors that the machine has.
//
// A function marked FOR_EACH_VECTOR_WIDTH is compiled once for each vector width, where the
// compiler knows how, and the version to use is chosen when the program starts. Every version gives
// the same bits: there is no contraction into fused operations (-ffp-contract=off), and nothing is
// reordered.
#ifndef HOTSIM_BASE_VECTOR_H
#define HOTSIM_BASE_VECTOR_H

#if defined(__x86_64__) && defined(__has_attribute)
#if __has_attribute(target_clones)
#define FOR_EACH_VECTOR_WIDTH __attribute__((target_clones("avx512f", "avx2", "default")))
#endif
#endif
#ifndef FOR_EACH_VECTOR_WIDTH
#define FOR_EACH_VECTOR_WIDTH
#endif

#endif
