#include <stddef.h>

#ifdef __linux__
#include <malloc.h>
#endif

/// The memory that was allocated and not freed, in bytes; 0 where the system does not count it.
static inline size_t used_bytes_of_malloc(void) {
#if defined(__GLIBC__)
    struct mallinfo2 information = mallinfo2();
    return information.uordblks + information.hblkhd;
#else
    return 0;
#endif
}
