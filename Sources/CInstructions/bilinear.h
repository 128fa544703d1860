#pragma once
#include "avx2.h"
#include "prefetch.h"
#include <stdint.h>

// Samples images between their pixels with AVX2, with the bits of the kernels in Swift, whose comments
// explain the arithmetic. Coordinates are in 1/2^32 of a pixel. Where a channel has 16 bits, a level is 256.
//
// All functions handle whole groups of eight pixels, and return the number of pixels in them.

#if defined(CARTOUCHE_AVX2)
#include <immintrin.h>

/// Rounds to whole levels.
CARTOUCHE_STEP __m256i cartouche_whole_levels(__m256i channels) {
  return _mm256_srli_epi16(_mm256_add_epi16(channels, _mm256_set1_epi16(128)), 8);
}

/// Interpolates between neighbors by the fractions that `pattern` takes from each half of `words`.
///
/// `first` and `second` have a left and a right pixel in each half.
CARTOUCHE_STEP __m256i cartouche_between_columns(__m256i first, __m256i second, __m256i words, __m256i pattern) {
  __m256i part = _mm256_shuffle_epi8(words, pattern);
  __m256i left = _mm256_unpacklo_epi64(first, second), right = _mm256_unpackhi_epi64(first, second);
  return _mm256_add_epi16(_mm256_sub_epi16(left, _mm256_mulhi_epu16(left, part)), _mm256_mulhi_epu16(right, part));
}

/// Interpolates between vectors of widened pixels.
CARTOUCHE_STEP __m256i cartouche_between_rows(__m256i above, __m256i below, __m256i part) {
  __m256i rest = _mm256_xor_si256(part, _mm256_set1_epi8(-1));
  return _mm256_add_epi16(_mm256_mulhi_epu16(above, rest), _mm256_mulhi_epu16(below, part));
}

/// Returns a pattern for the upper halves of two words, in four lanes each: `first` and `second` have the
/// offsets of both bytes.
CARTOUCHE_STEP __m256i cartouche_fractions(short first, short second) {
  return _mm256_setr_epi16(
      first, first, first, first, second, second, second, second, first, first, first, first, second, second, second, second);
}

/// Returns two neighbors at each of four addresses.
CARTOUCHE_STEP __m256i cartouche_neighbors(const uint32_t *a, const uint32_t *b, const uint32_t *c, const uint32_t *d) {
  __m128d low = _mm_loadh_pd(_mm_load_sd((const double *)(const void *)a), (const double *)(const void *)b);
  __m128d high = _mm_loadh_pd(_mm_load_sd((const double *)(const void *)c), (const double *)(const void *)d);
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_castpd_si128(low)), _mm_castpd_si128(high), 1);
}

/// Returns four bilinear samples, two in each half. `words` has the lower words of two u and two v in each
/// half.
CARTOUCHE_STEP __m256i cartouche_bilinear_4(
    const uint32_t *a, const uint32_t *b, const uint32_t *c, const uint32_t *d, intptr_t width, __m256i words) {
  __m256i zero = _mm256_setzero_si256(), above = cartouche_neighbors(a, b, c, d);
  __m256i below = cartouche_neighbors(a + width, b + width, c + width, d + width);
  __m256i first = cartouche_between_rows(
      _mm256_unpacklo_epi8(zero, above), _mm256_unpacklo_epi8(zero, below), _mm256_shuffle_epi8(words, _mm256_set1_epi16(0x0b0a)));
  __m256i second = cartouche_between_rows(
      _mm256_unpackhi_epi8(zero, above), _mm256_unpackhi_epi8(zero, below), _mm256_shuffle_epi8(words, _mm256_set1_epi16(0x0f0e)));
  return cartouche_whole_levels(cartouche_between_columns(first, second, words, cartouche_fractions(0x0302, 0x0706)));
}

/// Writes bilinear samples of an image along a line. `prefetched` is the distance in bytes of the pixels to
/// load in advance, or 0.
CARTOUCHE_KERNEL intptr_t cartouche_bilinear_groups(
    const uint32_t *pixels, intptr_t width, int64_t u, int64_t u_step, int64_t v, int64_t v_step, intptr_t prefetched,
    intptr_t count, uint32_t *to) {
  uint64_t x = (uint64_t)u, y = (uint64_t)v, dx = (uint64_t)u_step, dy = (uint64_t)v_step;
  int a = (int)x, b = (int)y, da = (int)dx, db = (int)dy;
  // One vector is for the samples 0, 1 and 4, 5, and the other for 2, 3 and 6, 7. So packing both puts all
  // eight in order.
  __m256i one = _mm256_setr_epi32(da, da, db, db, da, da, db, db), step = _mm256_slli_epi32(one, 3);
  __m256i words = _mm256_setr_epi32(
      a, (int)(x + dx), b, (int)(y + dy), (int)(x + dx * 4), (int)(x + dx * 5), (int)(y + dy * 4), (int)(y + dy * 5));
  __m256i next = _mm256_add_epi32(words, _mm256_slli_epi32(one, 1));
  intptr_t index = 0;
  for (; index + 8 <= count; index += 8) {
    const uint32_t *at[8];
#pragma clang loop unroll(full) vectorize(disable)
    for (int each = 0; each < 8; each++) {
      // Without this, the compiler finds the addresses with vectors, and then takes them out one by one.
      __asm__("" : "+r"(x), "+r"(y));
      at[each] = pixels + ((int64_t)y >> 32) * width + ((int64_t)x >> 32);
      x += dx;
      y += dy;
    }
    if (prefetched != 0) {
      cartouche_prefetch((uintptr_t)at[0] + (uintptr_t)prefetched);
      cartouche_prefetch((uintptr_t)at[2] + (uintptr_t)prefetched);
      cartouche_prefetch((uintptr_t)at[4] + (uintptr_t)prefetched);
      cartouche_prefetch((uintptr_t)at[6] + (uintptr_t)prefetched);
    }
    __m256i low = cartouche_bilinear_4(at[0], at[1], at[4], at[5], width, words);
    __m256i high = cartouche_bilinear_4(at[2], at[3], at[6], at[7], width, next);
    _mm256_storeu_si256((__m256i_u *)(to + index), _mm256_packus_epi16(low, high));
    words = _mm256_add_epi32(words, step);
    next = _mm256_add_epi32(next, step);
  }
  return index;
}

/// Interpolates by `part` of 2^16 between two rows of `count` pixels, at least two, and writes 16 bits a
/// channel.
CARTOUCHE_STEP void cartouche_widen_between_rows(
    const uint32_t *upper, const uint32_t *lower, __m256i part, intptr_t count, uint64_t *to) {
  for (intptr_t index = 0; index + 4 <= count; index += 4) {
    __m256i above = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i_u *)(upper + index)));
    __m256i below = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i_u *)(lower + index)));
    _mm256_storeu_si256((__m256i_u *)(to + index),
        cartouche_between_rows(_mm256_slli_epi16(above, 8), _mm256_slli_epi16(below, 8), part));
  }
  // The rest by pairs, the last of which ends with the row.
  for (intptr_t index = count & ~(intptr_t)3; index < count; index += 2) {
    intptr_t at = index + 2 <= count ? index : count - 2;
    __m256i zero = _mm256_setzero_si256();
    __m256i above = _mm256_castsi128_si256(_mm_loadu_si64(upper + at)), below = _mm256_castsi128_si256(_mm_loadu_si64(lower + at));
    _mm_storeu_si128((__m128i_u *)(to + at), _mm256_castsi256_si128(cartouche_between_rows(
        _mm256_unpacklo_epi8(zero, above), _mm256_unpacklo_epi8(zero, below), part)));
  }
}

/// Returns two neighbors with 16 bits a channel at each of two addresses.
CARTOUCHE_STEP __m256i cartouche_wide_neighbors(const uint64_t *a, const uint64_t *b) {
  return _mm256_inserti128_si256(
      _mm256_castsi128_si256(_mm_loadu_si128((const __m128i_u *)a)), _mm_loadu_si128((const __m128i_u *)b), 1);
}

/// Writes bilinear samples along an upright row, which shows at most 3/2 pixels of the image in one.
///
/// `upper` is the pixel left of the first sample, and `u` the sample's distance from it, less than a pixel.
/// `part` is the vertical fraction of all samples in 1/65536, and `prefetched` the distance in bytes of the
/// pixels to load in advance.
CARTOUCHE_KERNEL intptr_t cartouche_bilinear_row_groups(
    const uint32_t *upper, intptr_t width, int64_t u, int64_t u_step, uint16_t part, intptr_t prefetched, intptr_t count,
    uint32_t *to) {
  // The interpolated rows of a run: 64 samples are between 96 + 2 pixels.
  uint64_t row[98], x = (uint64_t)u, dx = (uint64_t)u_step;
  __m256i parts = _mm256_set1_epi16((short)part), step = _mm256_set1_epi32((int)(dx * 8));
  count &= ~(intptr_t)7;
  for (intptr_t index = 0; index < count;) {
    intptr_t end = index + (count - index < 64 ? count - index : 64);
    intptr_t columns = (intptr_t)((x + dx * (uint64_t)(end - index - 1)) >> 32) + 2;
    for (intptr_t column = 0; column < columns; column += 16) {
      cartouche_prefetch((uintptr_t)(upper + width + column) + (uintptr_t)prefetched);
    }
    cartouche_widen_between_rows(upper, upper + width, parts, columns, row);
    __m256i words = _mm256_setr_epi32(
        (int)x, (int)(x + dx), (int)(x + dx * 2), (int)(x + dx * 3), (int)(x + dx * 4), (int)(x + dx * 5), (int)(x + dx * 6),
        (int)(x + dx * 7));
    for (; index < end; index += 8) {
      const uint64_t *at[8];
#pragma clang loop unroll(full) vectorize(disable)
      for (int each = 0; each < 8; each++) {
        __asm__("" : "+r"(x));
        at[each] = row + (x >> 32);
        x += dx;
      }
      // The samples are ordered as in ``cartouche_bilinear_groups``.
      __m256i low = cartouche_between_columns(cartouche_wide_neighbors(at[0], at[4]), cartouche_wide_neighbors(at[1], at[5]),
          words, cartouche_fractions(0x0302, 0x0706));
      __m256i high = cartouche_between_columns(cartouche_wide_neighbors(at[2], at[6]), cartouche_wide_neighbors(at[3], at[7]),
          words, cartouche_fractions(0x0b0a, 0x0f0e));
      _mm256_storeu_si256((__m256i_u *)(to + index),
          _mm256_packus_epi16(cartouche_whole_levels(low), cartouche_whole_levels(high)));
      words = _mm256_add_epi32(words, step);
    }
    upper += x >> 32;
    x &= 0xffffffff;
  }
  return count;
}

/// Interpolates along a row of pixels from the position `u` on, and writes 16 bits a channel.
CARTOUCHE_KERNEL intptr_t cartouche_lerp_horizontally_groups(
    const uint32_t *row, int64_t u, int64_t u_step, intptr_t count, void *channels) {
  uint64_t x = (uint64_t)u, dx = (uint64_t)u_step;
  __m256i zero = _mm256_setzero_si256(), step = _mm256_set1_epi32((int)(dx * 8));
  __m256i words = _mm256_setr_epi32(
      (int)x, (int)(x + dx), (int)(x + dx * 4), (int)(x + dx * 5), (int)(x + dx * 2), (int)(x + dx * 3), (int)(x + dx * 6),
      (int)(x + dx * 7));
  intptr_t index = 0;
  for (; index + 8 <= count; index += 8) {
    const uint32_t *at[8];
#pragma clang loop unroll(full) vectorize(disable)
    for (int each = 0; each < 8; each++) {
      __asm__("" : "+r"(x));
      at[each] = row + ((int64_t)x >> 32);
      x += dx;
    }
    __m256i low = cartouche_neighbors(at[0], at[1], at[2], at[3]), high = cartouche_neighbors(at[4], at[5], at[6], at[7]);
    __m256i_u *to = (__m256i_u *)((uint64_t *)channels + index);
    _mm256_storeu_si256(to, cartouche_between_columns(
        _mm256_unpacklo_epi8(zero, low), _mm256_unpackhi_epi8(zero, low), words, cartouche_fractions(0x0302, 0x0706)));
    _mm256_storeu_si256(to + 1, cartouche_between_columns(
        _mm256_unpacklo_epi8(zero, high), _mm256_unpackhi_epi8(zero, high), words, cartouche_fractions(0x0b0a, 0x0f0e)));
    words = _mm256_add_epi32(words, step);
  }
  return index;
}

/// Interpolates by `part` of 2^16 between two rows of 16 bits a channel, and writes pixels.
CARTOUCHE_KERNEL intptr_t cartouche_lerp_vertically_groups(
    const void *upper, const void *lower, uint16_t part, intptr_t count, uint32_t *to) {
  __m256i parts = _mm256_set1_epi16((short)part);
  intptr_t index = 0;
  for (; index + 8 <= count; index += 8) {
    const __m256i_u *above = (const __m256i_u *)((const uint64_t *)upper + index);
    const __m256i_u *below = (const __m256i_u *)((const uint64_t *)lower + index);
    __m256i first = cartouche_between_rows(_mm256_loadu_si256(above), _mm256_loadu_si256(below), parts);
    __m256i second = cartouche_between_rows(_mm256_loadu_si256(above + 1), _mm256_loadu_si256(below + 1), parts);
    __m256i pixels = _mm256_packus_epi16(cartouche_whole_levels(first), cartouche_whole_levels(second));
    _mm256_storeu_si256((__m256i_u *)(to + index), _mm256_permute4x64_epi64(pixels, 0xd8));
  }
  return index;
}

#else

static inline intptr_t cartouche_bilinear_groups(
    const uint32_t *pixels, intptr_t width, int64_t u, int64_t u_step, int64_t v, int64_t v_step, intptr_t prefetched,
    intptr_t count, uint32_t *to) {
  return 0;
}

static inline intptr_t cartouche_bilinear_row_groups(
    const uint32_t *upper, intptr_t width, int64_t u, int64_t u_step, uint16_t part, intptr_t prefetched, intptr_t count,
    uint32_t *to) {
  return 0;
}

static inline intptr_t cartouche_lerp_horizontally_groups(
    const uint32_t *row, int64_t u, int64_t u_step, intptr_t count, void *channels) {
  return 0;
}

static inline intptr_t cartouche_lerp_vertically_groups(
    const void *upper, const void *lower, uint16_t part, intptr_t count, uint32_t *to) {
  return 0;
}

#endif
