#pragma once
#include <stdint.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

/// Returns a bit for each of 32 bytes, the lowest for the first. Each byte is 0 or 255.
///
/// Swift has no operation that becomes the processor's instruction for this, x86-64's `pmovmskb`.
static inline __attribute__((always_inline)) uint32_t cartouche_flags(const uint8_t *bytes) {
#if defined(__SSE2__)
  uint32_t low = (uint32_t)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)bytes));
  return low | (uint32_t)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16))) << 16;
#elif defined(__aarch64__) && defined(__ARM_NEON)
  static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t weights = vld1q_u8(bits);
  // Each step adds neighbors, until a byte has the bits of eight.
  uint8x16_t sums = vpaddq_u8(vandq_u8(vld1q_u8(bytes), weights), vandq_u8(vld1q_u8(bytes + 16), weights));
  sums = vpaddq_u8(sums, sums);
  sums = vpaddq_u8(sums, sums);
  return vgetq_lane_u32(vreinterpretq_u32_u8(sums), 0);
#else
  uint32_t flags = 0;
  for (int group = 0; group < 4; group++) {
    uint64_t eight;
    __builtin_memcpy(&eight, bytes + 8 * group, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    // Bit 56 + i of the product is the flag of byte i.
    flags |= (uint32_t)(((eight & 0x0101010101010101) * 0x0102040810204080) >> 56) << (8 * group);
  }
  return flags;
#endif
}
