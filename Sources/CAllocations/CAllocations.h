#pragma once
#include <stdint.h>

/// How many blocks of memory this process has asked for since it began.
uint64_t cartouche_allocations(void);
