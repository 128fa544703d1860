#pragma once
#include <stdint.h>

/// Writes a pixel `count` times, for a thousand pixels or more.
///
/// On x86-64 one instruction writes pairs of pixels. It does not read the memory into the caches before it is
/// written. It takes longer to begin than a loop.
static inline __attribute__((always_inline)) void cartouche_fill(uint32_t *pixels, uint32_t pixel, uint64_t count) {
#if defined(__x86_64__)
  uint64_t pair = (uint64_t)pixel << 32 | pixel, pairs = count / 2;
  __asm__ volatile("rep stosq" : "+D"(pixels), "+c"(pairs) : "a"(pair) : "memory");
  if (count & 1) *pixels = pixel;
#else
  for (uint64_t index = 0; index < count; index++) pixels[index] = pixel;
#endif
}
