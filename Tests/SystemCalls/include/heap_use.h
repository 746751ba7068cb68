#include <stddef.h>

#ifdef __linux__
#include <malloc.h>
#endif

/// The bytes that are allocated and not freed; 0 where the system does not count them.
static inline size_t allocated_bytes(void) {
#if defined(__GLIBC__)
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
#else
    return 0;
#endif
}
