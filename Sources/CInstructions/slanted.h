#pragma once
#include "avx2.h"
// For the steps with AVX2.
#include "bilinear.h"
#include "positions.h"
#include "prefetch.h"
#include <stdint.h>

// Bilinear samples along a slanted line through an image, as in rotation and perspective, with the bits of
// the kernel in Swift. Coordinates are in 1/2^32 of a pixel.
//
// On x86-64, even and odd channels are in vectors of their own, with 16 bits each, where a level is 256. That
// needs few shuffles. Red, green, blue and alpha are computed alike, so their order does not matter.
//
// All functions handle whole groups of pixels, and return the number of pixels in them. They read no other
// pixels of the image than the samples need.

#if defined(__SSE2__)
#include <emmintrin.h>

/// Loads a sample's pixel and the one to its right into the lower half of a vector.
CARTOUCHE_INLINE __m128i cartouche_first_neighbors(const uint32_t *pixels, uint64_t offset) {
  return _mm_castpd_si128(_mm_load_sd((const double *)(const void *)(pixels + offset)));
}

/// Loads a sample's pixel and the one to its right into the upper half of a vector.
CARTOUCHE_INLINE __m128i cartouche_second_neighbors(__m128i first, const uint32_t *pixels, uint64_t offset) {
  return _mm_castpd_si128(_mm_loadh_pd(_mm_castsi128_pd(first), (const double *)(const void *)(pixels + offset)));
}

/// The neighbors of two samples: a left and a right pixel of each.
typedef struct {
  __m128i above, below;
} cartouche_neighborhood;

/// Loads the neighbors of the next two samples, and moves to the sample after them.
///
/// `lower` is the image's second row, and `ahead` the image, moved to the pixels to load in advance.
CARTOUCHE_INLINE cartouche_neighborhood cartouche_next_two(
    const uint32_t *pixels, const uint32_t *lower, uintptr_t ahead, cartouche_position *at, cartouche_step by) {
  cartouche_prefetch(ahead + (uintptr_t)(at->offset * 4));
  cartouche_neighborhood two = {
      cartouche_first_neighbors(pixels, at->offset), cartouche_first_neighbors(lower, at->offset)};
  // Otherwise the compiler may load the lower pixels after the next step, from a copy of the offset.
  __asm__("" : "+x"(two.above), "+x"(two.below), "+r"(at->offset));
  cartouche_advance(at, by);
  two.above = cartouche_second_neighbors(two.above, pixels, at->offset);
  two.below = cartouche_second_neighbors(two.below, lower, at->offset);
  cartouche_advance(at, by);
  return two;
}

/// Interpolates channels between vectors of an upper and a lower row.
CARTOUCHE_INLINE __m128i cartouche_row_between(__m128i above, __m128i below, __m128i part) {
  __m128i rest = _mm_xor_si128(part, _mm_set1_epi8(-1));
  return _mm_add_epi16(_mm_mulhi_epu16(above, rest), _mm_mulhi_epu16(below, part));
}

/// The left and the right neighbors of four samples.
typedef struct {
  __m128i left, right;
} cartouche_sides;

/// Separates the left and right neighbors of four samples in one row of the image. Each vector has the
/// neighbors of two samples.
CARTOUCHE_INLINE cartouche_sides cartouche_sides_of(__m128i first, __m128i second) {
  __m128 one = _mm_castsi128_ps(first), two = _mm_castsi128_ps(second);
  return (cartouche_sides){
      _mm_castps_si128(_mm_shuffle_ps(one, two, 0x88)), _mm_castps_si128(_mm_shuffle_ps(one, two, 0xdd))};
}

/// Interpolates channels between left and right neighbors, and rounds them to whole levels, which are left in
/// the upper half of each 16 bits.
CARTOUCHE_INLINE __m128i cartouche_column_between(__m128i left, __m128i right, __m128i part) {
  __m128i rest = _mm_sub_epi16(left, _mm_mulhi_epu16(left, part));
  return _mm_add_epi16(_mm_add_epi16(rest, _mm_mulhi_epu16(right, part)), _mm_set1_epi16(128));
}

/// Returns the upper halves of four fractions, in two lanes each.
CARTOUCHE_INLINE __m128i cartouche_upper_halves(__m128i fractions) {
  return _mm_shufflehi_epi16(_mm_shufflelo_epi16(fractions, 0xf5), 0xf5);
}

/// A line through an image, four samples of which are taken at a time.
typedef struct {
  const uint32_t *pixels, *lower;
  /// The address of the pixels to load in advance, for the offset 0.
  uintptr_t ahead;
  cartouche_position at;
  cartouche_step by;
  /// The fractions of the next four samples, and the steps to those of the four after them.
  __m128i across, down, across_step, down_step;
  /// The bytes of odd channels.
  __m128i odd;
} cartouche_line;

/// Returns the next four samples of a line, and moves to those after them.
CARTOUCHE_INLINE __m128i cartouche_next_four(cartouche_line *line) {
  __m128i odd = line->odd;
  cartouche_neighborhood first = cartouche_next_two(line->pixels, line->lower, line->ahead, &line->at, line->by);
  cartouche_neighborhood second = cartouche_next_two(line->pixels, line->lower, line->ahead, &line->at, line->by);
  cartouche_sides above = cartouche_sides_of(first.above, second.above);
  cartouche_sides below = cartouche_sides_of(first.below, second.below);
  __m128i rows = cartouche_upper_halves(line->down), columns = cartouche_upper_halves(line->across);
  __m128i even_left = cartouche_row_between(_mm_slli_epi16(above.left, 8), _mm_slli_epi16(below.left, 8), rows);
  __m128i even_right = cartouche_row_between(_mm_slli_epi16(above.right, 8), _mm_slli_epi16(below.right, 8), rows);
  __m128i odd_left = cartouche_row_between(_mm_and_si128(above.left, odd), _mm_and_si128(below.left, odd), rows);
  __m128i odd_right = cartouche_row_between(_mm_and_si128(above.right, odd), _mm_and_si128(below.right, odd), rows);
  __m128i evens = cartouche_column_between(even_left, even_right, columns);
  __m128i odds = cartouche_column_between(odd_left, odd_right, columns);
  line->across = _mm_add_epi32(line->across, line->across_step);
  line->down = _mm_add_epi32(line->down, line->down_step);
  // Otherwise the compiler computes the fractions of the four samples after the next from copies of these.
  __asm__("" : "+x"(line->across), "+x"(line->down));
  return _mm_or_si128(_mm_srli_epi16(evens, 8), _mm_and_si128(odds, odd));
}

/// Writes bilinear samples of an image along a line, in groups of four. `prefetched` is the distance in bytes
/// of the pixels to load in advance. With 0, those of the sample itself are asked for: that costs less than a
/// branch.
static __attribute__((noinline)) intptr_t cartouche_bilinear_fours(
    const uint32_t *pixels, intptr_t width, int64_t u, int64_t u_step, int64_t v, int64_t v_step, intptr_t prefetched,
    intptr_t count, uint32_t *to) {
  uint32_t x = (uint32_t)u, y = (uint32_t)v, dx = (uint32_t)u_step, dy = (uint32_t)v_step;
  cartouche_line line = {
      .pixels = pixels,
      .lower = pixels + width,
      .ahead = (uintptr_t)pixels + (uintptr_t)prefetched,
      .at = cartouche_position_at(u, v, width),
      .by = cartouche_step_by(u_step, v_step, width),
      .across = _mm_setr_epi32((int)x, (int)(x + dx), (int)(x + dx * 2), (int)(x + dx * 3)),
      .down = _mm_setr_epi32((int)y, (int)(y + dy), (int)(y + dy * 2), (int)(y + dy * 3)),
      .across_step = _mm_set1_epi32((int)(dx * 4)),
      .down_step = _mm_set1_epi32((int)(dy * 4)),
      .odd = _mm_set1_epi16((short)0xff00)};
  intptr_t written = count & ~(intptr_t)3;
  // From a negative index to 0, which needs no comparison.
  intptr_t index = -written;
  to += written;
  // Otherwise the compiler computes these again in each group, and counts from 0.
  __asm__("" : "+x"(line.odd), "+r"(line.lower), "+r"(line.ahead), "+r"(index));
  if ((index & 4) != 0) {
    _mm_storeu_si128((__m128i_u *)(to + index), cartouche_next_four(&line));
    index += 4;
  }
  for (; index != 0; index += 8) {
    _mm_storeu_si128((__m128i_u *)(to + index), cartouche_next_four(&line));
    _mm_storeu_si128((__m128i_u *)(to + index + 4), cartouche_next_four(&line));
  }
  return written;
}

#elif defined(__aarch64__)
#include "slanted_neon.h"
#else

static inline intptr_t cartouche_bilinear_fours(
    const uint32_t *pixels, intptr_t width, int64_t u, int64_t u_step, int64_t v, int64_t v_step, intptr_t prefetched,
    intptr_t count, uint32_t *to) {
  return 0;
}

#endif

#if defined(CARTOUCHE_AVX2)
#include <immintrin.h>

/// The left and the right neighbors of eight samples.
typedef struct {
  __m256i left, right;
} cartouche_wide_sides;

/// Separates the left and right neighbors of eight samples in one row of the image.
///
/// `first` has the neighbors of the samples 0, 1, 4 and 5, and `second` those of 2, 3, 6 and 7. The results
/// have the order of the samples.
CARTOUCHE_STEP cartouche_wide_sides cartouche_wide_sides_of(__m256i first, __m256i second) {
  __m256 one = _mm256_castsi256_ps(first), two = _mm256_castsi256_ps(second);
  return (cartouche_wide_sides){
      _mm256_castps_si256(_mm256_shuffle_ps(one, two, 0x88)), _mm256_castps_si256(_mm256_shuffle_ps(one, two, 0xdd))};
}

/// Interpolates channels as ``cartouche_column_between`` does.
CARTOUCHE_STEP __m256i cartouche_wide_column_between(__m256i left, __m256i right, __m256i part) {
  __m256i rest = _mm256_sub_epi16(left, _mm256_mulhi_epu16(left, part));
  return _mm256_add_epi16(_mm256_add_epi16(rest, _mm256_mulhi_epu16(right, part)), _mm256_set1_epi16(128));
}

/// Writes bilinear samples as ``cartouche_bilinear_fours`` does, in groups of eight.
CARTOUCHE_KERNEL intptr_t cartouche_bilinear_groups(
    const uint32_t *pixels, intptr_t width, int64_t u, int64_t u_step, int64_t v, int64_t v_step, intptr_t prefetched,
    intptr_t count, uint32_t *to) {
  cartouche_position at = cartouche_position_at(u, v, width);
  cartouche_step by = cartouche_step_by(u_step, v_step, width);
  __m256i across = cartouche_eight_from((uint32_t)u, (uint32_t)u_step);
  __m256i down = cartouche_eight_from((uint32_t)v, (uint32_t)v_step);
  __m256i across_step = _mm256_set1_epi32((int)((uint32_t)u_step * 8)), down_step = _mm256_set1_epi32((int)((uint32_t)v_step * 8));
  __m256i odd = _mm256_set1_epi16((short)0xff00);
  // The upper halves of four words, for two lanes each.
  __m256i pattern = _mm256_broadcastsi128_si256(_mm_setr_epi16(0x0302, 0x0302, 0x0706, 0x0706, 0x0b0a, 0x0b0a, 0x0f0e, 0x0f0e));
  const uint32_t *lower = pixels + width;
  uintptr_t ahead = (uintptr_t)pixels + (uintptr_t)prefetched;
  intptr_t written = count & ~(intptr_t)7, index = -written;
  to += written;
  // Otherwise the compiler computes these again in each group, and counts from 0.
  __asm__("" : "+r"(lower), "+r"(ahead), "+r"(index));
  for (; index != 0; index += 8) {
    cartouche_neighborhood a = cartouche_next_two(pixels, lower, ahead, &at, by);
    cartouche_neighborhood b = cartouche_next_two(pixels, lower, ahead, &at, by);
    cartouche_neighborhood c = cartouche_next_two(pixels, lower, ahead, &at, by);
    cartouche_neighborhood d = cartouche_next_two(pixels, lower, ahead, &at, by);
    cartouche_wide_sides above = cartouche_wide_sides_of(cartouche_both(a.above, c.above), cartouche_both(b.above, d.above));
    cartouche_wide_sides below = cartouche_wide_sides_of(cartouche_both(a.below, c.below), cartouche_both(b.below, d.below));
    __m256i rows = _mm256_shuffle_epi8(down, pattern), columns = _mm256_shuffle_epi8(across, pattern);
    __m256i even_left = cartouche_between_rows(_mm256_slli_epi16(above.left, 8), _mm256_slli_epi16(below.left, 8), rows);
    __m256i even_right = cartouche_between_rows(_mm256_slli_epi16(above.right, 8), _mm256_slli_epi16(below.right, 8), rows);
    __m256i odd_left = cartouche_between_rows(_mm256_and_si256(above.left, odd), _mm256_and_si256(below.left, odd), rows);
    __m256i odd_right = cartouche_between_rows(_mm256_and_si256(above.right, odd), _mm256_and_si256(below.right, odd), rows);
    __m256i evens = cartouche_wide_column_between(even_left, even_right, columns);
    __m256i odds = cartouche_wide_column_between(odd_left, odd_right, columns);
    _mm256_storeu_si256((__m256i_u *)(to + index), _mm256_or_si256(_mm256_srli_epi16(evens, 8), _mm256_and_si256(odds, odd)));
    across = _mm256_add_epi32(across, across_step);
    down = _mm256_add_epi32(down, down_step);
  }
  return written;
}

#else

static inline intptr_t cartouche_bilinear_groups(
    const uint32_t *pixels, intptr_t width, int64_t u, int64_t u_step, int64_t v, int64_t v_step, intptr_t prefetched,
    intptr_t count, uint32_t *to) {
  return 0;
}

#endif
