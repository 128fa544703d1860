// Counts allocations by replacing the C library's functions: glibc has no hooks any more, but exports its
// allocator under these second names (glibc manual, section 3.2.5, "Replacing malloc").
#include "CAllocations.h"
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static _Atomic uint64_t allocations;
// Initial-exec: in the thread's static storage, so that accessing it allocates nothing.
static _Thread_local uint64_t thread_allocations __attribute__((tls_model("initial-exec")));

static void count(void) {
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  thread_allocations++;
}

uint64_t cartouche_allocations(void) { return atomic_load_explicit(&allocations, memory_order_relaxed); }

uint64_t cartouche_thread_allocations(void) { return thread_allocations; }

void *malloc(size_t size) { count(); return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { count(); return __libc_calloc(number, size); }
void *realloc(void *block, size_t size) { count(); return __libc_realloc(block, size); }
void *memalign(size_t alignment, size_t size) { count(); return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { count(); return __libc_memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  count();
  void *allocated = __libc_memalign(alignment, size);
  if (allocated == NULL) return ENOMEM;
  *block = allocated;
  return 0;
}
