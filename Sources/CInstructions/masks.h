#pragma once
#include "avx2.h"
#include <stdint.h>

// Interpolation of pixels toward one color with AVX2, with the bits that lerp.h states.

#if defined(CARTOUCHE_AVX2)
#include <immintrin.h>

/// Divides sums of products by 255.
CARTOUCHE_STEP __m256i cartouche_divided_255_16(__m256i sum) { return _mm256_mulhi_epu16(sum, _mm256_set1_epi16(257)); }

/// A color's blue and red in every pixel, and its green and alpha.
typedef struct {
  __m256i even, odd;
} cartouche_channels;

/// Interpolates eight pixels. Each weight is in the lower byte of both halves of a pixel.
CARTOUCHE_STEP __m256i cartouche_lerp_8(__m256i below, __m256i weights, cartouche_channels color) {
  __m256i byte = _mm256_set1_epi16(255), half = _mm256_set1_epi16(128), rest = _mm256_xor_si256(weights, byte);
  __m256i even = _mm256_add_epi16(_mm256_mullo_epi16(color.even, weights), half);
  __m256i odd = _mm256_add_epi16(_mm256_mullo_epi16(color.odd, weights), half);
  even = _mm256_add_epi16(even, _mm256_mullo_epi16(_mm256_and_si256(below, byte), rest));
  odd = _mm256_add_epi16(odd, _mm256_mullo_epi16(_mm256_srli_epi16(below, 8), rest));
  return _mm256_or_si256(cartouche_divided_255_16(even), _mm256_slli_epi16(cartouche_divided_255_16(odd), 8));
}

/// Returns the weights of pixels: coverages times `alpha` ÷ 255. Both halves have the bytes of the coverages.
CARTOUCHE_STEP __m256i cartouche_weights(__m256i coverages, uint32_t alpha) {
  // Each coverage becomes the lower byte of both halves of a pixel.
  __m256i weights = _mm256_shuffle_epi8(coverages, _mm256_setr_epi8(
      0, -1, 0, -1, 1, -1, 1, -1, 2, -1, 2, -1, 3, -1, 3, -1, 4, -1, 4, -1, 5, -1, 5, -1, 6, -1, 6, -1, 7, -1, 7, -1));
  if (alpha == 255) return weights;
  __m256i products = _mm256_mullo_epi16(weights, _mm256_set1_epi16((short)alpha));
  return cartouche_divided_255_16(_mm256_add_epi16(products, _mm256_set1_epi16(128)));
}

/// Interpolates whole groups of four pixels of some rows by a coverage each, times `alpha` ÷ 255.
CARTOUCHE_STEP void cartouche_lerp_rows(
    uint32_t *pixels, intptr_t stride, intptr_t rows, intptr_t count, cartouche_channels color, uint32_t alpha,
    const uint8_t *coverages, intptr_t coverage_stride) {
  for (intptr_t row = 0; row < rows; row++) {
    intptr_t x = 0;
    for (; x + 8 <= count; x += 8) {
      __m128i eight = _mm_loadl_epi64((const __m128i *)(const void *)(coverages + x));
      __m256i weights = cartouche_weights(_mm256_broadcastq_epi64(eight), alpha);
      __m256i_u *at = (__m256i_u *)(pixels + x);
      _mm256_storeu_si256(at, cartouche_lerp_8(_mm256_loadu_si256(at), weights, color));
    }
    if (x + 4 <= count) {
      __m256i weights = cartouche_weights(_mm256_castsi128_si256(_mm_loadu_si32(coverages + x)), alpha);
      __m128i_u *at = (__m128i_u *)(pixels + x);
      __m256i result = cartouche_lerp_8(_mm256_castsi128_si256(_mm_loadu_si128(at)), weights, color);
      _mm_storeu_si128(at, _mm256_castsi256_si128(result));
    }
    pixels += stride;
    coverages += coverage_stride;
  }
}

/// Interpolates whole groups of four pixels of some rows, and returns the number of pixels of a row in them.
/// The weights are coverages times `alpha` ÷ 255.
CARTOUCHE_KERNEL intptr_t cartouche_lerp_mask(
    uint32_t *pixels, intptr_t stride, intptr_t rows, intptr_t count, uint32_t color, uint32_t alpha,
    const uint8_t *coverages, intptr_t coverage_stride) {
  cartouche_channels channels = {
    _mm256_set1_epi32((int)(color & 0x00ff00ff)), _mm256_set1_epi32((int)(color >> 8 & 0x00ff00ff))
  };
  if (alpha == 255) {
    cartouche_lerp_rows(pixels, stride, rows, count, channels, 255, coverages, coverage_stride);
  } else {
    cartouche_lerp_rows(pixels, stride, rows, count, channels, alpha, coverages, coverage_stride);
  }
  return count & ~(intptr_t)3;
}

#else

static inline intptr_t cartouche_lerp_mask(
    uint32_t *pixels, intptr_t stride, intptr_t rows, intptr_t count, uint32_t color, uint32_t alpha,
    const uint8_t *coverages, intptr_t coverage_stride) {
  return 0;
}

#endif
