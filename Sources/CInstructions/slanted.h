#pragma once
#include "avx2.h"
// For the steps with AVX2.
#include "bilinear.h"
#include "prefetch.h"
#include <stdint.h>

// Bilinear samples along a slanted line through an image, as in rotation and perspective, with the bits of
// the kernel in Swift. Coordinates are in 1/2^32 of a pixel.
//
// Even and odd channels are in vectors of their own, with 16 bits each, where a level is 256. That needs few
// shuffles. Red, green, blue and alpha are computed alike, so their order does not matter.
//
// All functions handle whole groups of pixels, and return the number of pixels in them. They read no other
// pixels of the image than the samples need.

#if defined(__SSE2__)
#include <emmintrin.h>

#define CARTOUCHE_INLINE static inline __attribute__((always_inline))

/// A position on a line through an image: the offset of its pixel from the first, and two fractions of 32
/// bits.
typedef struct {
  uint64_t offset, u, v;
} cartouche_position;

/// The way from one sample to the next.
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
#else
  at->u += by.u;
  at->v += by.v;
  at->offset += (at->u >> 32) + (at->v >> 32 != 0 ? by.down : by.level);
  at->u = (uint32_t)at->u;
  at->v = (uint32_t)at->v;
#endif
}

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

/// Interpolates channels between the left and right pixels of four samples, two of them in each vector, and
/// rounds them to whole levels, which are left in the upper half of each 16 bits.
CARTOUCHE_INLINE __m128i cartouche_column_between(__m128i first, __m128i second, __m128i part) {
  __m128 one = _mm_castsi128_ps(first), two = _mm_castsi128_ps(second);
  __m128i left = _mm_castps_si128(_mm_shuffle_ps(one, two, 0x88));
  __m128i right = _mm_castps_si128(_mm_shuffle_ps(one, two, 0xdd));
  __m128i rest = _mm_sub_epi16(left, _mm_mulhi_epu16(left, part));
  return _mm_add_epi16(_mm_add_epi16(rest, _mm_mulhi_epu16(right, part)), _mm_set1_epi16(128));
}

/// Returns the upper halves of four fractions, in two lanes each.
CARTOUCHE_INLINE __m128i cartouche_upper_halves(__m128i fractions) {
  return _mm_shufflehi_epi16(_mm_shufflelo_epi16(fractions, 0xf5), 0xf5);
}

/// Writes bilinear samples of an image along a line, in groups of four. `prefetched` is the distance in bytes
/// of the pixels to load in advance. With 0, those of the sample itself are asked for: that costs less than a
/// branch.
static __attribute__((noinline)) intptr_t cartouche_bilinear_fours(
    const uint32_t *pixels, intptr_t width, int64_t u, int64_t u_step, int64_t v, int64_t v_step, intptr_t prefetched,
    intptr_t count, uint32_t *to) {
  cartouche_position at = cartouche_position_at(u, v, width);
  cartouche_step by = cartouche_step_by(u_step, v_step, width);
  uint32_t x = (uint32_t)u, y = (uint32_t)v, dx = (uint32_t)u_step, dy = (uint32_t)v_step;
  __m128i across = _mm_setr_epi32((int)x, (int)(x + dx), (int)(x + dx * 2), (int)(x + dx * 3));
  __m128i down = _mm_setr_epi32((int)y, (int)(y + dy), (int)(y + dy * 2), (int)(y + dy * 3));
  __m128i across_step = _mm_set1_epi32((int)(dx * 4)), down_step = _mm_set1_epi32((int)(dy * 4));
  __m128i odd = _mm_set1_epi16((short)0xff00);
  const uint32_t *lower = pixels + width;
  uintptr_t ahead = (uintptr_t)pixels + (uintptr_t)prefetched;
  // Otherwise the compiler computes these again in each group.
  __asm__("" : "+x"(odd), "+r"(lower), "+r"(ahead));
  uint32_t *end = to + (count & ~(intptr_t)3);
  while (to != end) {
    cartouche_neighborhood first = cartouche_next_two(pixels, lower, ahead, &at, by);
    cartouche_neighborhood second = cartouche_next_two(pixels, lower, ahead, &at, by);
    __m128i parts = cartouche_upper_halves(down);
    __m128i part_1 = _mm_shuffle_epi32(parts, 0x50), part_2 = _mm_shuffle_epi32(parts, 0xfa);
    __m128i even_1 = cartouche_row_between(_mm_slli_epi16(first.above, 8), _mm_slli_epi16(first.below, 8), part_1);
    __m128i even_2 = cartouche_row_between(_mm_slli_epi16(second.above, 8), _mm_slli_epi16(second.below, 8), part_2);
    __m128i odd_1 = cartouche_row_between(_mm_and_si128(first.above, odd), _mm_and_si128(first.below, odd), part_1);
    __m128i odd_2 = cartouche_row_between(_mm_and_si128(second.above, odd), _mm_and_si128(second.below, odd), part_2);
    __m128i columns = cartouche_upper_halves(across);
    __m128i evens = cartouche_column_between(even_1, even_2, columns), odds = cartouche_column_between(odd_1, odd_2, columns);
    _mm_storeu_si128((__m128i_u *)to, _mm_or_si128(_mm_srli_epi16(evens, 8), _mm_and_si128(odds, odd)));
    to += 4;
    across = _mm_add_epi32(across, across_step);
    down = _mm_add_epi32(down, down_step);
  }
  return count & ~(intptr_t)3;
}

#else

static inline intptr_t cartouche_bilinear_fours(
    const uint32_t *pixels, intptr_t width, int64_t u, int64_t u_step, int64_t v, int64_t v_step, intptr_t prefetched,
    intptr_t count, uint32_t *to) {
  return 0;
}

#endif

#if defined(CARTOUCHE_AVX2)
#include <immintrin.h>

/// Interpolates channels as ``cartouche_column_between`` does.
CARTOUCHE_STEP __m256i cartouche_wide_column_between(__m256i first, __m256i second, __m256i part) {
  __m256 one = _mm256_castsi256_ps(first), two = _mm256_castsi256_ps(second);
  __m256i left = _mm256_castps_si256(_mm256_shuffle_ps(one, two, 0x88));
  __m256i right = _mm256_castps_si256(_mm256_shuffle_ps(one, two, 0xdd));
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
  // Otherwise the compiler computes these again in each group.
  __asm__("" : "+r"(lower), "+r"(ahead));
  uint32_t *end = to + (count & ~(intptr_t)7);
  while (to != end) {
    cartouche_neighborhood a = cartouche_next_two(pixels, lower, ahead, &at, by);
    cartouche_neighborhood b = cartouche_next_two(pixels, lower, ahead, &at, by);
    cartouche_neighborhood c = cartouche_next_two(pixels, lower, ahead, &at, by);
    cartouche_neighborhood d = cartouche_next_two(pixels, lower, ahead, &at, by);
    // The samples 0, 1, 4, 5 and 2, 3, 6, 7: so taking columns from both puts all eight in order.
    __m256i above_1 = cartouche_both(a.above, c.above), below_1 = cartouche_both(a.below, c.below);
    __m256i above_2 = cartouche_both(b.above, d.above), below_2 = cartouche_both(b.below, d.below);
    __m256i part_1 = _mm256_shuffle_epi8(down, cartouche_fractions(0x0302, 0x0706));
    __m256i part_2 = _mm256_shuffle_epi8(down, cartouche_fractions(0x0b0a, 0x0f0e));
    __m256i even_1 = cartouche_between_rows(_mm256_slli_epi16(above_1, 8), _mm256_slli_epi16(below_1, 8), part_1);
    __m256i even_2 = cartouche_between_rows(_mm256_slli_epi16(above_2, 8), _mm256_slli_epi16(below_2, 8), part_2);
    __m256i odd_1 = cartouche_between_rows(_mm256_and_si256(above_1, odd), _mm256_and_si256(below_1, odd), part_1);
    __m256i odd_2 = cartouche_between_rows(_mm256_and_si256(above_2, odd), _mm256_and_si256(below_2, odd), part_2);
    __m256i columns = _mm256_shuffle_epi8(across, pattern);
    __m256i evens = cartouche_wide_column_between(even_1, even_2, columns);
    __m256i odds = cartouche_wide_column_between(odd_1, odd_2, columns);
    _mm256_storeu_si256((__m256i_u *)to, _mm256_or_si256(_mm256_srli_epi16(evens, 8), _mm256_and_si256(odds, odd)));
    to += 8;
    across = _mm256_add_epi32(across, across_step);
    down = _mm256_add_epi32(down, down_step);
  }
  return count & ~(intptr_t)7;
}

#else

static inline intptr_t cartouche_bilinear_groups(
    const uint32_t *pixels, intptr_t width, int64_t u, int64_t u_step, int64_t v, int64_t v_step, intptr_t prefetched,
    intptr_t count, uint32_t *to) {
  return 0;
}

#endif
