#pragma once
#include <stdint.h>

/// How many blocks of memory this process has asked for since it began.
uint64_t cartouche_allocations(void);

/// How many of them the calling thread has asked for.
uint64_t cartouche_thread_allocations(void);
