#pragma once
#include <stdint.h>

// Positions of samples along a slanted line through an image. Coordinates are in 1/2^32 of a pixel.

#define CARTOUCHE_INLINE static inline __attribute__((always_inline))

/// A position on a line through an image: the offset of its pixel from the first, and two fractions of 32
/// bits.
typedef struct {
  uint64_t offset, u, v;
} cartouche_position;

/// The step from one sample to the next.
typedef struct {
  uint64_t u, v;
  /// The steps of the offset without and with a carry from the fraction of v.
  uint64_t level, down;
} cartouche_step;

CARTOUCHE_INLINE cartouche_position cartouche_position_at(int64_t u, int64_t v, intptr_t width) {
  return (cartouche_position){(uint64_t)((v >> 32) * width + (u >> 32)), (uint32_t)u, (uint32_t)v};
}

CARTOUCHE_INLINE cartouche_step cartouche_step_by(int64_t u, int64_t v, intptr_t width) {
  uint64_t level = (uint64_t)((v >> 32) * width + (u >> 32));
  return (cartouche_step){(uint32_t)u, (uint32_t)v, level, level + (uint64_t)width};
}

/// Moves to the next sample. The carry of v chooses the step of the offset, and the carry of u is added with
/// it, so nothing is multiplied or shifted.
CARTOUCHE_INLINE void cartouche_advance(cartouche_position *at, cartouche_step by) {
#if defined(__x86_64__)
  uint64_t step = by.level;
  __asm__("addl %k[v_step], %k[v]\n\t"
          "cmovcq %[down], %[step]\n\t"
          "addl %k[u_step], %k[u]\n\t"
          "adcq %[step], %[offset]"
          : [v] "+&r"(at->v), [u] "+&r"(at->u), [offset] "+&r"(at->offset), [step] "+&r"(step)
          : [v_step] "r"(by.v), [u_step] "r"(by.u), [down] "r"(by.down)
          : "cc");
#elif defined(__aarch64__)
  uint64_t step;
  __asm__("adds %w[v], %w[v], %w[v_step]\n\t"
          "csel %[step], %[down], %[level], cs\n\t"
          "adds %w[u], %w[u], %w[u_step]\n\t"
          "adc %[offset], %[offset], %[step]"
          : [v] "+&r"(at->v), [u] "+&r"(at->u), [offset] "+&r"(at->offset), [step] "=&r"(step)
          : [v_step] "r"(by.v), [u_step] "r"(by.u), [level] "r"(by.level), [down] "r"(by.down)
          : "cc");
#else
  at->u += by.u;
  at->v += by.v;
  at->offset += (at->u >> 32) + (at->v >> 32 != 0 ? by.down : by.level);
  at->u = (uint32_t)at->u;
  at->v = (uint32_t)at->v;
#endif
}
