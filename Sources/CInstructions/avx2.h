#pragma once
#include <stdbool.h>

// Whether the processor has AVX2, whose vectors have 32 bytes and not 16. Code that uses it is chosen while
// the program runs, and gives the same bits as the code for every processor.
//
// The answer is that of the C library, so that it can be changed from outside: with
// GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2, a program runs as on a processor without it.

#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

#if defined(CPU_FEATURE_ACTIVE)
#define CARTOUCHE_AVX2 1

// A function with AVX2 that others contain, and one that Swift calls.
#define CARTOUCHE_STEP static inline __attribute__((always_inline, target("avx2,tune=haswell")))
#define CARTOUCHE_KERNEL static __attribute__((noinline, target("avx2,tune=haswell")))

static inline bool cartouche_has_avx2(void) {
  // 0 before the first call. Threads that ask at the same time find the same answer.
  static signed char answer;
  signed char known = __atomic_load_n(&answer, __ATOMIC_RELAXED);
  if (known == 0) {
    known = CPU_FEATURE_ACTIVE(AVX2) ? 1 : -1;
    __atomic_store_n(&answer, known, __ATOMIC_RELAXED);
  }
  return known > 0;
}

#else

static inline bool cartouche_has_avx2(void) { return false; }

#endif
