// The program that this is linked into has functions of its own in the place of those of the same name in the C library, for
// itself and for the libraries that it uses. They let the C library's do the work, unless a plan says otherwise.
#define _GNU_SOURCE
#include "faulty_plan.h"

#if defined(__linux__) && defined(__GLIBC__)

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define KEPT_DESCRIPTORS 4096

static _Atomic(const char *) watched;
static atomic_bool does_less;
static atomic_int_least64_t lesser_calls;
static atomic_bool is_watched[KEPT_DESCRIPTORS];

void faulty_watch(const char *prefix) {
    const char *old = atomic_exchange(&watched, prefix ? strdup(prefix) : NULL);
    // Another thread may still be looking at the old one.
    (void)old;
}

void faulty_do_less(bool less) { atomic_store(&does_less, less); }
int64_t faulty_lesser_calls(void) { return atomic_load(&lesser_calls); }

static bool is_path_watched(const char *path) {
    const char *prefix = atomic_load(&watched);
    return prefix && path && strncmp(path, prefix, strlen(prefix)) == 0;
}

static bool is_file_watched(int file) { return file >= 0 && file < KEPT_DESCRIPTORS && atomic_load(&is_watched[file]); }

static void note_file(int file, bool is_ours) {
    if (file >= 0 && file < KEPT_DESCRIPTORS) atomic_store(&is_watched[file], is_ours);
}

/// The part of what it is asked for that a call does, by SQLite or by other code.
static size_t part(int file, size_t count) {
    struct stat status;
    if (count < 2 || !atomic_load(&does_less) || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return count;
    atomic_fetch_add(&lesser_calls, 1);
    return count / 2;
}

#define NEXT(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

#define FAIL(condition, method) \
    do { \
        int number = (condition) ? faulty_check_file(method) : 0; \
        if (number) { \
            errno = number; \
            return -1; \
        } \
    } while (0)

static int opened(int file, bool is_ours) {
    note_file(file, is_ours);
    return file;
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        mode_t mode = 0; \
        if (flags & (O_CREAT | __O_TMPFILE)) { \
            va_list rest; \
            va_start(rest, flags); \
            mode = va_arg(rest, mode_t); \
            va_end(rest); \
        } \
        bool is_ours = is_path_watched(path); \
        FAIL(is_ours, faulty_file_open); \
        return opened(NEXT(name)(path, flags, mode), is_ours); \
    }

OPEN(open)
OPEN(open64)

int mkstemp(char *template) {
    bool is_ours = is_path_watched(template);
    FAIL(is_ours, faulty_file_open);
    return opened(NEXT(mkstemp)(template), is_ours);
}

int close(int file) {
    note_file(file, false);
    return NEXT(close)(file);
}

ssize_t read(int file, void *bytes, size_t count) {
    FAIL(is_file_watched(file), faulty_file_read);
    return NEXT(read)(file, bytes, part(file, count));
}

ssize_t write(int file, const void *bytes, size_t count) {
    FAIL(is_file_watched(file), faulty_file_write);
    return NEXT(write)(file, bytes, part(file, count));
}

#define AT(name, bytes_type, offset_type, method) \
    ssize_t name(int file, bytes_type bytes, size_t count, offset_type offset) { \
        FAIL(is_file_watched(file), method); \
        return NEXT(name)(file, bytes, part(file, count), offset); \
    }

AT(pread, void *, off_t, faulty_file_read)
AT(pread64, void *, off64_t, faulty_file_read)
AT(pwrite, const void *, off_t, faulty_file_write)
AT(pwrite64, const void *, off64_t, faulty_file_write)

int fsync(int file) {
    FAIL(is_file_watched(file), faulty_file_sync);
    return NEXT(fsync)(file);
}

int fchmod(int file, mode_t mode) {
    FAIL(is_file_watched(file), faulty_file_write);
    return NEXT(fchmod)(file, mode);
}

int rename(const char *path, const char *new_path) {
    FAIL(is_path_watched(path), faulty_file_write);
    return NEXT(rename)(path, new_path);
}

int unlink(const char *path) {
    FAIL(is_path_watched(path), faulty_file_remove);
    return NEXT(unlink)(path);
}

int mkdir(const char *path, mode_t mode) {
    FAIL(is_path_watched(path), faulty_file_make_folder);
    return NEXT(mkdir)(path, mode);
}

#else

void faulty_watch(const char *prefix) { (void)prefix; }
void faulty_do_less(bool less) { (void)less; }
int64_t faulty_lesser_calls(void) { return 0; }

#endif
