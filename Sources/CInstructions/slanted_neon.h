#pragma once
#include "positions.h"
#include "prefetch.h"
#include <arm_neon.h>
#include <stdint.h>

// Bilinear samples along a slanted line through an image with NEON of arm64, with the bits of the kernel in
// Swift.
//
// NEON multiplies bytes to words. So pixels are not widened, and their channels stay in order. A fraction of
// 16 bits is an upper and a lower byte: a · p / 2^8 is a · upper + (a · lower / 2^8), rounded down alike.

/// The neighbors of four samples in a row of the image.
typedef struct {
  uint8x16_t left, right;
} cartouche_sides;

/// Loads the pixels at two addresses and those to their right.
CARTOUCHE_INLINE uint32x4_t cartouche_two_neighbors_at(const uint32_t *first, const uint32_t *second) {
  return vcombine_u32(vld1_u32(first), vld1_u32(second));
}

/// Separates the left and right neighbors of four samples in one row of the image. Each vector has the
/// neighbors of two samples.
CARTOUCHE_INLINE cartouche_sides cartouche_sides_of(uint32x4_t first, uint32x4_t second) {
  return (cartouche_sides){
      vreinterpretq_u8_u32(vuzp1q_u32(first, second)), vreinterpretq_u8_u32(vuzp2q_u32(first, second))};
}

/// The upper and lower bytes of fractions, and those of 1 minus the fractions.
typedef struct {
  uint8x8_t upper, lower, upper_rest, lower_rest;
} cartouche_parts;

/// Interpolates eight channels between an upper and a lower row. Of the result, a level is 256.
CARTOUCHE_INLINE uint16x8_t cartouche_row_between(uint8x8_t above, uint8x8_t below, cartouche_parts part) {
  uint16x8_t sum = vsraq_n_u16(vmull_u8(above, part.upper_rest), vmull_u8(above, part.lower_rest), 8);
  return vsraq_n_u16(vmlal_u8(sum, below, part.upper), vmull_u8(below, part.lower), 8);
}

/// Returns the upper halves of eight products.
CARTOUCHE_INLINE uint16x8_t cartouche_upper_products(uint16x8_t a, uint16x8_t b) {
  uint32x4_t low = vmull_u16(vget_low_u16(a), vget_low_u16(b)), high = vmull_high_u16(a, b);
  return vuzp2q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high));
}

/// Interpolates eight channels between left and right neighbors.
CARTOUCHE_INLINE uint16x8_t cartouche_column_between(uint16x8_t left, uint16x8_t right, uint16x8_t part) {
  uint16x8_t rest = vsubq_u16(left, cartouche_upper_products(left, part));
  return vaddq_u16(rest, cartouche_upper_products(right, part));
}

/// Writes bilinear samples of an image along a line, in groups of four. `prefetched` is the distance in bytes
/// of the pixels to load in advance.
static __attribute__((noinline)) intptr_t cartouche_bilinear_fours(
    const uint32_t *pixels, intptr_t width, int64_t u, int64_t u_step, int64_t v, int64_t v_step, intptr_t prefetched,
    intptr_t count, uint32_t *to) {
  cartouche_position at = cartouche_position_at(u, v, width);
  cartouche_step by = cartouche_step_by(u_step, v_step, width);
  uint32_t x = (uint32_t)u, y = (uint32_t)v, dx = (uint32_t)u_step, dy = (uint32_t)v_step;
  uint32x4_t across = {x, x + dx, x + dx * 2, x + dx * 3}, down = {y, y + dy, y + dy * 2, y + dy * 3};
  uint32x4_t across_step = vdupq_n_u32(dx * 4), down_step = vdupq_n_u32(dy * 4);
  // Patterns of bytes: the upper ones and the next lower ones of four words, for four channels each, and the
  // upper halves of the first two words and of the others.
  uint8x16_t upper_bytes = vreinterpretq_u8_u32((uint32x4_t){0x03030303, 0x07070707, 0x0b0b0b0b, 0x0f0f0f0f});
  uint8x16_t lower_bytes = vreinterpretq_u8_u32((uint32x4_t){0x02020202, 0x06060606, 0x0a0a0a0a, 0x0e0e0e0e});
  uint8x16_t first_halves = vreinterpretq_u8_u32((uint32x4_t){0x03020302, 0x03020302, 0x07060706, 0x07060706});
  uint8x16_t second_halves = vreinterpretq_u8_u32((uint32x4_t){0x0b0a0b0a, 0x0b0a0b0a, 0x0f0e0f0e, 0x0f0e0f0e});
  intptr_t written = count & ~(intptr_t)3;
  for (uint32_t *end = to + written; to != end; to += 4) {
    const uint32_t *a = pixels + at.offset;
    cartouche_prefetch((uintptr_t)a + (uintptr_t)prefetched);
    cartouche_advance(&at, by);
    const uint32_t *b = pixels + at.offset;
    cartouche_advance(&at, by);
    const uint32_t *c = pixels + at.offset;
    cartouche_prefetch((uintptr_t)c + (uintptr_t)prefetched);
    cartouche_advance(&at, by);
    const uint32_t *d = pixels + at.offset;
    cartouche_advance(&at, by);
    cartouche_sides above = cartouche_sides_of(cartouche_two_neighbors_at(a, b), cartouche_two_neighbors_at(c, d));
    cartouche_sides below = cartouche_sides_of(
        cartouche_two_neighbors_at(a + width, b + width), cartouche_two_neighbors_at(c + width, d + width));
    uint8x16_t rows = vreinterpretq_u8_u32(down), columns = vreinterpretq_u8_u32(across);
    uint8x16_t upper = vqtbl1q_u8(rows, upper_bytes), lower = vqtbl1q_u8(rows, lower_bytes);
    uint8x16_t upper_rest = vmvnq_u8(upper), lower_rest = vmvnq_u8(lower);
    cartouche_parts part_1 = {vget_low_u8(upper), vget_low_u8(lower), vget_low_u8(upper_rest), vget_low_u8(lower_rest)};
    cartouche_parts part_2 = {vget_high_u8(upper), vget_high_u8(lower), vget_high_u8(upper_rest), vget_high_u8(lower_rest)};
    uint16x8_t left_1 = cartouche_row_between(vget_low_u8(above.left), vget_low_u8(below.left), part_1);
    uint16x8_t left_2 = cartouche_row_between(vget_high_u8(above.left), vget_high_u8(below.left), part_2);
    uint16x8_t right_1 = cartouche_row_between(vget_low_u8(above.right), vget_low_u8(below.right), part_1);
    uint16x8_t right_2 = cartouche_row_between(vget_high_u8(above.right), vget_high_u8(below.right), part_2);
    uint16x8_t first = cartouche_column_between(left_1, right_1, vreinterpretq_u16_u8(vqtbl1q_u8(columns, first_halves)));
    uint16x8_t second = cartouche_column_between(left_2, right_2, vreinterpretq_u16_u8(vqtbl1q_u8(columns, second_halves)));
    vst1q_u8((uint8_t *)to, vrshrn_high_n_u16(vrshrn_n_u16(first, 8), second, 8));
    across = vaddq_u32(across, across_step);
    down = vaddq_u32(down, down_step);
  }
  return written;
}
