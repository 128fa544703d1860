#pragma once
#include <stdint.h>

/// Asks the processor to load the memory at an address into its caches. Any address is allowed.
static inline __attribute__((always_inline)) void cartouche_prefetch(uintptr_t address) {
  __builtin_prefetch((const void *)address);
}
