#pragma once
#include "avx2.h"
#include "prefetch.h"
#include <stdint.h>

// Samples upright images between their pixels with AVX2, with the bits of the kernels in Swift, whose
// comments explain the arithmetic. Coordinates are in 1/2^32 of a pixel. Where a channel has 16 bits, a level
// is 256.
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

/// Returns a fraction and the seven after it.
CARTOUCHE_STEP __m256i cartouche_eight_from(uint32_t first, uint32_t step) {
  __m256i numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  return _mm256_add_epi32(_mm256_mullo_epi32(numbers, _mm256_set1_epi32((int)step)), _mm256_set1_epi32((int)first));
}

/// Returns both vectors of 16 bytes as one.
CARTOUCHE_STEP __m256i cartouche_both(__m128i low, __m128i high) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/// The column of a sample's left neighbor, and the sample's distance from it in 1/2^32.
typedef struct {
  uint64_t column, u;
} cartouche_column;

/// Moves a sample to the right. The carry moves the column, so nothing is shifted.
CARTOUCHE_STEP void cartouche_move(cartouche_column *at, cartouche_column by) {
  __asm__("addl %k[by_u], %k[u]\n\t"
          "adcq %[by_column], %[column]"
          : [u] "+&r"(at->u), [column] "+&r"(at->column)
          : [by_u] "r"(by.u), [by_column] "r"(by.column)
          : "cc");
}

/// Returns a position or step in 1/2^32 in parts. Mirrored images have negative steps.
CARTOUCHE_STEP cartouche_column cartouche_column_at(int64_t u) { return (cartouche_column){(uint64_t)(u >> 32), (uint32_t)u}; }

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

/// Loads the next sample's neighbors, with 16 bits a channel.
CARTOUCHE_STEP __m128i cartouche_wide_neighbors(const uint64_t *row, cartouche_column *at, cartouche_column by) {
  __m128i neighbors = _mm_loadu_si128((const __m128i_u *)(row + at->column));
  cartouche_move(at, by);
  return neighbors;
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
  cartouche_column by = cartouche_column_at(u_step);
  __m256i parts = _mm256_set1_epi16((short)part), step = _mm256_set1_epi32((int)(dx * 8));
  count &= ~(intptr_t)7;
  for (intptr_t index = 0; index < count;) {
    intptr_t end = index + (count - index < 64 ? count - index : 64);
    intptr_t columns = (intptr_t)((x + dx * (uint64_t)(end - index - 1)) >> 32) + 2;
    for (intptr_t column = 0; column < columns; column += 16) {
      cartouche_prefetch((uintptr_t)(upper + width + column) + (uintptr_t)prefetched);
    }
    cartouche_widen_between_rows(upper, upper + width, parts, columns, row);
    __m256i words = cartouche_eight_from((uint32_t)x, (uint32_t)dx);
    cartouche_column at = cartouche_column_at((int64_t)x);
    for (; index < end; index += 8) {
      __m128i a = cartouche_wide_neighbors(row, &at, by), b = cartouche_wide_neighbors(row, &at, by);
      __m128i c = cartouche_wide_neighbors(row, &at, by), d = cartouche_wide_neighbors(row, &at, by);
      // The samples 0, 1, 4, 5 and 2, 3, 6, 7: so packing both puts all eight in order.
      __m256i first = cartouche_both(a, cartouche_wide_neighbors(row, &at, by));
      __m256i second = cartouche_both(b, cartouche_wide_neighbors(row, &at, by));
      __m256i third = cartouche_both(c, cartouche_wide_neighbors(row, &at, by));
      __m256i fourth = cartouche_both(d, cartouche_wide_neighbors(row, &at, by));
      __m256i low = cartouche_between_columns(first, second, words, cartouche_fractions(0x0302, 0x0706));
      __m256i high = cartouche_between_columns(third, fourth, words, cartouche_fractions(0x0b0a, 0x0f0e));
      _mm256_storeu_si256((__m256i_u *)(to + index),
          _mm256_packus_epi16(cartouche_whole_levels(low), cartouche_whole_levels(high)));
      words = _mm256_add_epi32(words, step);
    }
    upper += at.column;
    x = at.u;
  }
  return count;
}

/// Loads the next two samples' neighbors.
CARTOUCHE_STEP __m128i cartouche_two_neighbors(const uint32_t *row, cartouche_column *at, cartouche_column by) {
  __m128d first = _mm_load_sd((const double *)(const void *)(row + at->column));
  cartouche_move(at, by);
  __m128d both = _mm_loadh_pd(first, (const double *)(const void *)(row + at->column));
  cartouche_move(at, by);
  return _mm_castpd_si128(both);
}

/// Interpolates along a row of pixels from the position `u` on, and writes 16 bits a channel.
CARTOUCHE_KERNEL intptr_t cartouche_lerp_horizontally_groups(
    const uint32_t *row, int64_t u, int64_t u_step, intptr_t count, void *channels) {
  uint64_t x = (uint64_t)u, dx = (uint64_t)u_step;
  cartouche_column at = cartouche_column_at(u), by = cartouche_column_at(u_step);
  __m256i zero = _mm256_setzero_si256(), step = _mm256_set1_epi32((int)(dx * 8));
  __m256i words = _mm256_setr_epi32(
      (int)x, (int)(x + dx), (int)(x + dx * 4), (int)(x + dx * 5), (int)(x + dx * 2), (int)(x + dx * 3), (int)(x + dx * 6),
      (int)(x + dx * 7));
  intptr_t index = 0;
  for (; index + 8 <= count; index += 8) {
    __m128i a = cartouche_two_neighbors(row, &at, by), b = cartouche_two_neighbors(row, &at, by);
    __m128i c = cartouche_two_neighbors(row, &at, by), d = cartouche_two_neighbors(row, &at, by);
    __m256i low = cartouche_both(a, b), high = cartouche_both(c, d);
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
