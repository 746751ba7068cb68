// A file system for SQLite that lets its "unix" one do the work. Memory-mapped files are left out, so that each read and
// write is a call. The `-shm` file is memory that processes share: what is in it is no part of the disk.
#include "faulty_plan.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static sqlite3_vfs *unix_vfs;
static sqlite3_vfs faulty;
static sqlite3_mem_methods memory;

struct file {
    sqlite3_file base;
    /// NULL for a temporary file without a name.
    char *path;
    /// As in the unix file system: a log or journal that may have been made syncs its folder at its first sync.
    bool syncs_folder;
};

static struct file *of(sqlite3_file *file) { return (struct file *)file; }
static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)(of(file) + 1); }

static void note(struct file *file, enum faulty_event event, int64_t offset, const void *bytes, int64_t count) {
    if (file->path) faulty_journal_add(event, file->path, offset, bytes, count);
}

static void note_folder_sync(const char *path) {
    char *folder = strdup(path);
    char *end = strrchr(folder, '/');
    if (end) {
        *(end == folder ? end + 1 : end) = 0;
        faulty_journal_add(faulty_event_sync_folder, folder, 0, NULL, 0);
    }
    free(folder);
}

#define FAIL(method) \
    do { \
        int code = faulty_check(method); \
        if (code) return code; \
    } while (0)

/// The descriptor is gone where closing fails, as `close` of Linux has it.
static int file_close(sqlite3_file *file) {
    int code = faulty_check(faulty_close);
    int result = real(file)->pMethods ? real(file)->pMethods->xClose(real(file)) : SQLITE_OK;
    free(of(file)->path);
    of(file)->path = NULL;
    return code ? code : result;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    int code = faulty_check(faulty_read);
    if (code == SQLITE_IOERR_SHORT_READ) memset(bytes, 0, (size_t)count);
    return code ? code : real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    int code = faulty_check(faulty_write);
    // A disk that is full takes a part.
    int written = code == SQLITE_FULL ? count / 2 : code ? 0 : count;
    if (written) {
        int result = real(file)->pMethods->xWrite(real(file), bytes, written, offset);
        if (result) return result;
        note(of(file), faulty_event_write, offset, bytes, written);
    }
    return code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    FAIL(faulty_truncate);
    int code = real(file)->pMethods->xTruncate(real(file), size);
    if (!code) note(of(file), faulty_event_truncate, size, NULL, 0);
    return code;
}

static int file_sync(sqlite3_file *file, int flags) {
    FAIL(faulty_sync);
    int code = real(file)->pMethods->xSync(real(file), flags);
    if (code) return code;
    note(of(file), faulty_event_sync, 0, NULL, 0);
    if (of(file)->syncs_folder && of(file)->path) note_folder_sync(of(file)->path);
    of(file)->syncs_folder = false;
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    FAIL(faulty_size);
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
    FAIL(faulty_lock);
    return real(file)->pMethods->xLock(real(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
    FAIL(faulty_unlock);
    return real(file)->pMethods->xUnlock(real(file), level);
}

static int file_check_lock(sqlite3_file *file, int *result) {
    FAIL(faulty_check_lock);
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    if (operation == SQLITE_FCNTL_PRAGMA && faulty_is_normal_planted()) {
        char **parts = argument;
        if (!sqlite3_stricmp(parts[1], "synchronous") && parts[2] && !sqlite3_stricmp(parts[2], "FULL")) return SQLITE_OK;
    }
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int file_characteristics(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }

static int file_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
    FAIL(faulty_map);
    return real(file)->pMethods->xShmMap(real(file), region, size, extend, memory);
}

static int file_map_lock(sqlite3_file *file, int offset, int count, int flags) {
    if (flags & SQLITE_SHM_LOCK) FAIL(faulty_map_lock);
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void file_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int file_unmap(sqlite3_file *file, int removes) { return real(file)->pMethods->xShmUnmap(real(file), removes); }

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = file_map,
    .xShmLock = file_map_lock,
    .xShmBarrier = file_barrier,
    .xShmUnmap = file_unmap,
};

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *result) {
    (void)vfs;
    file->pMethods = NULL;
    FAIL(faulty_open);
    bool is_there = name && access(name, F_OK) == 0;
    memset(real(file), 0, (size_t)unix_vfs->szOsFile);
    int code = unix_vfs->xOpen(unix_vfs, name, real(file), flags, result);
    if (code) return code;
    file->pMethods = &methods;
    of(file)->path = name && !(flags & SQLITE_OPEN_DELETEONCLOSE) ? strdup(name) : NULL;
    int logs = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
    of(file)->syncs_folder = (flags & SQLITE_OPEN_CREATE) && (flags & logs);
    if (!is_there && access(name ? name : "", F_OK) == 0) note(of(file), faulty_event_create, 0, NULL, 0);
    note(of(file), faulty_event_open, 0, NULL, 0);
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int syncs_folder) {
    (void)vfs;
    FAIL(faulty_delete);
    int code = unix_vfs->xDelete(unix_vfs, name, syncs_folder);
    if (code) return code;
    faulty_journal_add(faulty_event_delete, name, 0, NULL, 0);
    if (syncs_folder) note_folder_sync(name);
    return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    (void)vfs;
    FAIL(faulty_access);
    return unix_vfs->xAccess(unix_vfs, name, flags, result);
}

static int vfs_full_name(sqlite3_vfs *vfs, const char *name, int size, char *result) {
    (void)vfs;
    FAIL(faulty_full_name);
    return unix_vfs->xFullPathname(unix_vfs, name, size, result);
}

// SQLite counts what it has asked for, not the time that has gone by.
static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    if (!faulty_is_armed()) return unix_vfs->xSleep(unix_vfs, microseconds);
    unix_vfs->xSleep(unix_vfs, microseconds / 1000);
    return microseconds;
}

static void *allocate(int size) { return faulty_check_allocation() ? NULL : memory.xMalloc(size); }
static void *reallocate(void *block, int size) { return faulty_check_allocation() ? NULL : memory.xRealloc(block, size); }

int faulty_install(void) {
    int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory);
    if (code) return code;
    sqlite3_mem_methods counted = memory;
    counted.xMalloc = allocate;
    counted.xRealloc = reallocate;
    code = sqlite3_config(SQLITE_CONFIG_MALLOC, &counted);
    if (code) return code;
    code = sqlite3_initialize();
    if (code) return code;
    unix_vfs = sqlite3_vfs_find("unix");
    if (!unix_vfs) return SQLITE_NOTFOUND;
    faulty = *unix_vfs;
    faulty.zName = "faulty";
    faulty.pNext = NULL;
    faulty.szOsFile = (int)sizeof(struct file) + unix_vfs->szOsFile;
    faulty.xOpen = vfs_open;
    faulty.xDelete = vfs_delete;
    faulty.xAccess = vfs_access;
    faulty.xFullPathname = vfs_full_name;
    faulty.xSleep = vfs_sleep;
    return sqlite3_vfs_register(&faulty, 1);
}
