#pragma once
#include "avx2.h"
#include <stdbool.h>
#include <stdint.h>

// Interpolation of pixels toward one color. For each byte of a pixel, every version gives the bits of
//
//     t = color · weight + below · (255 − weight) + 128        at most 65 153
//     (t · 257) >> 16  =  (t + (t >> 8)) >> 8
//
// Swift has no operation that becomes the processor's instruction for narrowing two vectors into one.

#if defined(__SSE2__)
#include <emmintrin.h>

/// Divides sums of products by 255, to nearest. 128 was added to them.
///
/// Of a product by a constant and a shift, Swift's compiler does not make this instruction.
static inline __attribute__((always_inline)) __m128i cartouche_divided_255_8(__m128i sums) {
  return _mm_mulhi_epu16(sums, _mm_set1_epi16(257));
}

/// Interpolates four pixels. `share` is the color's part of the sum, for two pixels.
static inline __attribute__((always_inline)) void cartouche_lerp_4(uint32_t *pixels, __m128i share, __m128i rest) {
  __m128i zero = _mm_setzero_si128(), below = _mm_loadu_si128((__m128i *)pixels);
  __m128i low = _mm_add_epi16(_mm_mullo_epi16(_mm_unpacklo_epi8(below, zero), rest), share);
  __m128i high = _mm_add_epi16(_mm_mullo_epi16(_mm_unpackhi_epi8(below, zero), rest), share);
  _mm_storeu_si128((__m128i *)pixels, _mm_packus_epi16(cartouche_divided_255_8(low), cartouche_divided_255_8(high)));
}

#if defined(CARTOUCHE_AVX2)
/// Interpolates all groups of sixteen pixels of a run that ends at `end`, at least one, with AVX2. Returns
/// the address after the last group.
///
/// A function that calls another one keeps its vectors in memory. These instructions use nine registers and
/// leave the others alone. Code without AVX has nothing in the upper halves of registers. So these halves
/// are cleared.
static inline __attribute__((always_inline)) uint32_t *cartouche_lerp_16s(
    uint32_t *pixels, uintptr_t end, __m128i share, __m128i rest) {
  __m128i divisor = _mm_set1_epi16(257), zero, a, b, c, d;
  uintptr_t limit = end - 60;
  __asm__ volatile(
      "vinserti128 $1, %x[share], %t[share], %t[share]\n\t"
      "vinserti128 $1, %x[rest], %t[rest], %t[rest]\n\t"
      "vinserti128 $1, %x[divisor], %t[divisor], %t[divisor]\n\t"
      "vpxor %x[zero], %x[zero], %x[zero]\n"
      "1:\n\t"
      "vmovdqu (%[pixels]), %t[b]\n\t"
      "vmovdqu 32(%[pixels]), %t[d]\n\t"
      "vpunpcklbw %t[zero], %t[b], %t[a]\n\t"
      "vpunpckhbw %t[zero], %t[b], %t[b]\n\t"
      "vpunpcklbw %t[zero], %t[d], %t[c]\n\t"
      "vpunpckhbw %t[zero], %t[d], %t[d]\n\t"
      "vpmullw %t[rest], %t[a], %t[a]\n\t"
      "vpmullw %t[rest], %t[b], %t[b]\n\t"
      "vpmullw %t[rest], %t[c], %t[c]\n\t"
      "vpmullw %t[rest], %t[d], %t[d]\n\t"
      "vpaddw %t[share], %t[a], %t[a]\n\t"
      "vpaddw %t[share], %t[b], %t[b]\n\t"
      "vpaddw %t[share], %t[c], %t[c]\n\t"
      "vpaddw %t[share], %t[d], %t[d]\n\t"
      "vpmulhuw %t[divisor], %t[a], %t[a]\n\t"
      "vpmulhuw %t[divisor], %t[b], %t[b]\n\t"
      "vpmulhuw %t[divisor], %t[c], %t[c]\n\t"
      "vpmulhuw %t[divisor], %t[d], %t[d]\n\t"
      "vpackuswb %t[b], %t[a], %t[a]\n\t"
      "vpackuswb %t[d], %t[c], %t[c]\n\t"
      "vmovdqu %t[a], (%[pixels])\n\t"
      "vmovdqu %t[c], 32(%[pixels])\n\t"
      "add $64, %[pixels]\n\t"
      "cmp %[limit], %[pixels]\n\t"
      "jb 1b"
#if !defined(__AVX__)
      "\n\tvzeroupper"
#endif
      : [pixels] "+&r"(pixels), [share] "+x"(share), [rest] "+x"(rest), [divisor] "+x"(divisor), [zero] "=&x"(zero),
        [a] "=&x"(a), [b] "=&x"(b), [c] "=&x"(c), [d] "=&x"(d)
      : [limit] "r"(limit)
      : "memory", "cc");
  return pixels;
}
#endif

/// Interpolates whole groups of four pixels by one weight of 0…255, and returns the number of pixels in them.
///
/// `count` is not negative. `has_avx2` is true only if `cartouche_has_avx2` is.
static inline __attribute__((always_inline)) intptr_t cartouche_lerp_groups(
    uint32_t *pixels, intptr_t count, uint32_t color, uint32_t weight, bool has_avx2) {
  __m128i weights = _mm_set1_epi16((short)weight), rest = _mm_sub_epi16(_mm_set1_epi16(255), weights);
  __m128i bytes = _mm_unpacklo_epi8(_mm_set1_epi32((int)color), _mm_setzero_si128());
  __m128i share = _mm_add_epi16(_mm_mullo_epi16(bytes, weights), _mm_set1_epi16(128));
  // Addresses are compared, because with an index the loop would have two counters.
  uintptr_t end = (uintptr_t)pixels + 4 * (uintptr_t)count;
#if defined(CARTOUCHE_AVX2)
  if (count >= 32 && has_avx2) pixels = cartouche_lerp_16s(pixels, end, share, rest);
#endif
  for (; (uintptr_t)pixels <= end - 32; pixels += 8) {
    cartouche_lerp_4(pixels, share, rest);
    cartouche_lerp_4(pixels + 4, share, rest);
  }
  if (count & 4) cartouche_lerp_4(pixels, share, rest);
  return count & ~(intptr_t)3;
}

#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>

static inline __attribute__((always_inline)) intptr_t cartouche_lerp_groups(
    uint32_t *pixels, intptr_t count, uint32_t color, uint32_t weight, bool has_avx2) {
  uint16x8_t rest = vdupq_n_u16((uint16_t)(255 - weight));
  uint8x8_t bytes = vreinterpret_u8_u32(vdup_n_u32(color));
  uint16x8_t share = vmlaq_n_u16(vdupq_n_u16(128), vmovl_u8(bytes), (uint16_t)weight);
  intptr_t index = 0;
  for (; index + 4 <= count; index += 4) {
    uint8x16_t below = vreinterpretq_u8_u32(vld1q_u32(pixels + index));
    uint16x8_t low = vmlaq_u16(share, vmovl_u8(vget_low_u8(below)), rest);
    uint16x8_t high = vmlaq_u16(share, vmovl_u8(vget_high_u8(below)), rest);
    low = vsraq_n_u16(low, low, 8);
    high = vsraq_n_u16(high, high, 8);
    vst1q_u32(pixels + index, vreinterpretq_u32_u8(vcombine_u8(vshrn_n_u16(low, 8), vshrn_n_u16(high, 8))));
  }
  return index;
}

#else

static inline intptr_t cartouche_lerp_groups(
    uint32_t *pixels, intptr_t count, uint32_t color, uint32_t weight, bool has_avx2) {
  uint32_t rest = 255 - weight, mask = 0x00ff00ff;
  uint32_t even = (color & mask) * weight + 0x00800080, odd = ((color >> 8) & mask) * weight + 0x00800080;
  intptr_t whole = count > 0 ? count & ~(intptr_t)3 : 0;
  for (intptr_t index = 0; index < whole; index++) {
    uint32_t low = even + (pixels[index] & mask) * rest, high = odd + ((pixels[index] >> 8) & mask) * rest;
    low = ((low + ((low >> 8) & mask)) >> 8) & mask;
    high = (high + ((high >> 8) & mask)) & ~mask;
    pixels[index] = low | high;
  }
  return whole;
}

#endif
