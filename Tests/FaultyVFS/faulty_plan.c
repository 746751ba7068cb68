// The plan and the journal, which one mutex guards.
#include "faulty_plan.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#define KEPT_METHODS 1000000

static struct {
    int64_t calls, number, allocations, allocation_number, hits;
    bool for_good, is_armed, allocations_for_good;
    enum faulty_cause cause;
    uint8_t *methods;
    bool is_normal_planted;
} plan;

static struct {
    struct faulty_entry *entries;
    int64_t count, capacity;
    bool is_on;
} journal;

static int code_of(enum faulty_method method, enum faulty_cause cause) {
    switch (method) {
    // Of the unix file system, opening and mapping alone take memory. A plain SQLITE_NOMEM of a read amid ROLLBACK would leave
    // changed pages in SQLite's cache, which counts on SQLITE_IOERR there.
    case faulty_open: return cause == faulty_no_memory ? SQLITE_NOMEM : SQLITE_CANTOPEN;
    case faulty_delete: return SQLITE_IOERR_DELETE;
    case faulty_access: return SQLITE_IOERR_ACCESS;
    case faulty_read: return cause == faulty_short_read ? SQLITE_IOERR_SHORT_READ : SQLITE_IOERR_READ;
    case faulty_write:
        if (cause == faulty_full) return SQLITE_FULL;
        return cause == faulty_read_only ? SQLITE_READONLY : SQLITE_IOERR_WRITE;
    case faulty_truncate: return SQLITE_IOERR_TRUNCATE;
    case faulty_sync: return cause == faulty_full ? SQLITE_FULL : SQLITE_IOERR_FSYNC;
    case faulty_size: return SQLITE_IOERR_FSTAT;
    case faulty_lock: return cause == faulty_busy ? SQLITE_BUSY : SQLITE_IOERR_LOCK;
    case faulty_unlock: return SQLITE_IOERR_UNLOCK;
    case faulty_close: return SQLITE_IOERR_CLOSE;
    case faulty_full_name: return SQLITE_CANTOPEN;
    case faulty_check_lock: return SQLITE_IOERR_CHECKRESERVEDLOCK;
    case faulty_map:
        if (cause == faulty_cannot_open) return SQLITE_CANTOPEN;
        if (cause == faulty_no_memory) return SQLITE_IOERR_NOMEM;
        return cause == faulty_full ? SQLITE_IOERR_SHMSIZE : SQLITE_IOERR_SHMMAP;
    case faulty_map_lock: return cause == faulty_busy ? SQLITE_BUSY : SQLITE_IOERR_SHMLOCK;
    default: break;
    }
    switch (cause) {
    case faulty_full: return ENOSPC;
    case faulty_cannot_open: return EMFILE;
    case faulty_read_only: return EROFS;
    case faulty_no_memory: return ENOMEM;
    default: return EIO;
    }
}

static int check(enum faulty_method method) {
    int code = 0;
    pthread_mutex_lock(&mutex);
    plan.calls += 1;
    if (plan.number == 0 && plan.methods && plan.calls < KEPT_METHODS) plan.methods[plan.calls] = (uint8_t)method;
    if (plan.is_armed && plan.number && (plan.for_good ? plan.calls >= plan.number : plan.calls == plan.number)) {
        code = code_of(method, plan.cause);
        plan.hits += 1;
    }
    pthread_mutex_unlock(&mutex);
    return code;
}

int faulty_check(enum faulty_method method) { return check(method); }
int faulty_check_file(enum faulty_method method) { return check(method); }

int faulty_check_allocation(void) {
    int fails = 0;
    pthread_mutex_lock(&mutex);
    plan.allocations += 1;
    int64_t number = plan.allocation_number;
    if (plan.is_armed && number && (plan.allocations_for_good ? plan.allocations >= number : plan.allocations == number)) {
        fails = 1;
        plan.hits += 1;
    }
    pthread_mutex_unlock(&mutex);
    return fails;
}

static void arm(int64_t number, bool for_good, enum faulty_cause cause, int64_t allocation, bool allocations_for_good) {
    pthread_mutex_lock(&mutex);
    if (!plan.methods) plan.methods = calloc(KEPT_METHODS, 1);
    plan.calls = plan.allocations = plan.hits = 0;
    plan.number = number;
    plan.for_good = for_good;
    plan.cause = cause;
    plan.allocation_number = allocation;
    plan.allocations_for_good = allocations_for_good;
    plan.is_armed = true;
    pthread_mutex_unlock(&mutex);
}

void faulty_arm(int64_t number, bool for_good, enum faulty_cause cause) { arm(number, for_good, cause, 0, false); }
void faulty_arm_allocations(int64_t number, bool for_good) { arm(0, false, faulty_io, number, for_good); }

void faulty_disarm(void) {
    pthread_mutex_lock(&mutex);
    plan.is_armed = false;
    pthread_mutex_unlock(&mutex);
}

#define LOCKED(type, expression) \
    pthread_mutex_lock(&mutex); \
    type value = (expression); \
    pthread_mutex_unlock(&mutex); \
    return value

int64_t faulty_calls(void) { LOCKED(int64_t, plan.calls); }
int64_t faulty_allocations(void) { LOCKED(int64_t, plan.allocations); }
int64_t faulty_hits(void) { LOCKED(int64_t, plan.hits); }
bool faulty_is_normal_planted(void) { LOCKED(bool, plan.is_normal_planted); }
bool faulty_is_armed(void) { LOCKED(bool, plan.is_armed); }
int64_t faulty_journal_count(void) { LOCKED(int64_t, journal.count); }
struct faulty_entry faulty_journal_entry(int64_t index) { LOCKED(struct faulty_entry, journal.entries[index]); }

int32_t faulty_method_of(int64_t number) {
    LOCKED(int32_t, plan.methods && number < KEPT_METHODS ? plan.methods[number] : 0);
}

bool faulty_is_distinct(enum faulty_method method, enum faulty_cause cause) {
    for (int earlier = 0; earlier < (int)cause; earlier++)
        if (code_of(method, (enum faulty_cause)earlier) == code_of(method, cause)) return false;
    return true;
}

void faulty_plant_normal(bool planted) {
    pthread_mutex_lock(&mutex);
    plan.is_normal_planted = planted;
    pthread_mutex_unlock(&mutex);
}

void faulty_journal_begin(void) {
    pthread_mutex_lock(&mutex);
    for (int64_t index = 0; index < journal.count; index++) {
        free((void *)journal.entries[index].path);
        free((void *)journal.entries[index].bytes);
    }
    journal.count = 0;
    journal.is_on = true;
    pthread_mutex_unlock(&mutex);
}

void faulty_journal_end(void) {
    pthread_mutex_lock(&mutex);
    journal.is_on = false;
    pthread_mutex_unlock(&mutex);
}

void faulty_journal_add(enum faulty_event event, const char *path, int64_t offset, const void *bytes, int64_t count) {
    pthread_mutex_lock(&mutex);
    if (journal.is_on) {
        if (journal.count == journal.capacity) {
            journal.capacity = journal.capacity ? journal.capacity * 2 : 256;
            journal.entries = realloc(journal.entries, (size_t)journal.capacity * sizeof *journal.entries);
        }
        void *copy = NULL;
        if (bytes && count > 0) {
            copy = malloc((size_t)count);
            memcpy(copy, bytes, (size_t)count);
        }
        journal.entries[journal.count++] = (struct faulty_entry){ (int32_t)event, strdup(path), offset, copy, count };
    }
    pthread_mutex_unlock(&mutex);
}
