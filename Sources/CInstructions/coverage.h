#pragma once

// The coverage of pixels from signed areas. Swift has no operation that becomes the processor's instruction
// for narrowing vectors with saturation.

#if defined(__SSE2__)
#include <emmintrin.h>

/// Returns the coverages of four pixels, 0…255 to nearest, by the nonzero rule, each of them twice.
///
/// A whole pixel is 2^17, and larger areas are whole pixels. With t = (65 536 - area) >> 8, the coverage is
///
///     (area + t) >> 9  =  (255 · area + 65 536) >> 17
///
/// and no sum exceeds 32 bits, except for the area of a winding number of 16 384, which is full too.
static inline __attribute__((always_inline)) __m128i cartouche_nonzero_weights(__m128i sums) {
  __m128i signs = _mm_srai_epi32(sums, 31);
  __m128i areas = _mm_sub_epi32(_mm_xor_si128(sums, signs), signs);
  __m128i t = _mm_srai_epi32(_mm_sub_epi32(_mm_set1_epi32(65536), areas), 8);
  __m128i coverages = _mm_srai_epi32(_mm_add_epi32(areas, t), 9);
  coverages = _mm_min_epi16(_mm_packs_epi32(coverages, coverages), _mm_set1_epi16(255));
  return _mm_unpacklo_epi16(coverages, coverages);
}
#endif
