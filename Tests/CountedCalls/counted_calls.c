// A program that this is linked into has functions of its own in the place of those of the same name in shared
// libraries. They count, and let the libraries' do the work.
//
// glibc lets `malloc` be replaced like this. A sanitizer replaces it itself.
#define _GNU_SOURCE
#include "counted_calls.h"

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) \
    && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_int_least64_t allocations;
static atomic_int_least64_t bytes;
static atomic_int_least64_t preparations;

static void note(size_t size) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&bytes, (int64_t)size, memory_order_relaxed);
}

void *malloc(size_t size) {
    note(size);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    note(count * size);
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    note(size);
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    note(size);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note(size);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    note(size);
    void *made = __libc_memalign(alignment, size);
    if (made == NULL) return ENOMEM;
    *block = made;
    return 0;
}

typedef int (*prepare_v2)(void *, const char *, int, void **, const char **);
typedef int (*prepare_v3)(void *, const char *, int, unsigned int, void **, const char **);

int sqlite3_prepare_v2(void *database, const char *sql, int count, void **statement, const char **tail) {
    atomic_fetch_add_explicit(&preparations, 1, memory_order_relaxed);
    prepare_v2 original = (prepare_v2)dlsym(RTLD_NEXT, "sqlite3_prepare_v2");
    return original ? original(database, sql, count, statement, tail) : 1;
}

int sqlite3_prepare_v3(
    void *database, const char *sql, int count, unsigned int flags, void **statement, const char **tail
) {
    atomic_fetch_add_explicit(&preparations, 1, memory_order_relaxed);
    prepare_v3 original = (prepare_v3)dlsym(RTLD_NEXT, "sqlite3_prepare_v3");
    return original ? original(database, sql, count, flags, statement, tail) : 1;
}

bool counted_calls_are_counted(void) { return true; }

struct counted_calls counted_calls_now(void) {
    struct counted_calls now = {
        atomic_load_explicit(&allocations, memory_order_relaxed),
        atomic_load_explicit(&bytes, memory_order_relaxed),
        atomic_load_explicit(&preparations, memory_order_relaxed),
    };
    return now;
}

#else

bool counted_calls_are_counted(void) { return false; }

struct counted_calls counted_calls_now(void) {
    struct counted_calls now = {0, 0, 0};
    return now;
}

#endif
