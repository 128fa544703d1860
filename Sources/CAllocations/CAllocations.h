#pragma once
#include <stdint.h>

/// The number of memory blocks that this process has allocated since its start.
uint64_t cartouche_allocations(void);

/// The number of memory blocks that the calling thread has allocated.
uint64_t cartouche_thread_allocations(void);
