#ifndef FAULTY_VFS_H
#define FAULTY_VFS_H

#include <stdbool.h>
#include <stdint.h>

// SQLite's "unix" file system with a plan that says which call fails, and a journal of what reaches the disk. The calls of
// the library's own files join both, so that there is one count and one order of events.

/// A call that is counted.
enum faulty_method {
    faulty_open,
    faulty_delete,
    faulty_access,
    faulty_read,
    faulty_write,
    faulty_truncate,
    faulty_sync,
    faulty_size,
    faulty_lock,
    faulty_unlock,
    faulty_check_lock,
    faulty_close,
    faulty_full_name,
    faulty_map,
    faulty_map_lock,
    // Of the library's own files.
    faulty_file_make_folder,
    faulty_file_open,
    faulty_file_write,
    faulty_file_sync,
    faulty_file_remove,
    faulty_file_read,
    faulty_file_lock,
};

/// Why a call fails. A method that cannot give a code gives its natural one.
enum faulty_cause {
    faulty_io,
    faulty_short_read,
    faulty_full,
    faulty_busy,
    faulty_cannot_open,
    faulty_read_only,
    faulty_no_memory,
};

/// The kinds of entries of the journal.
enum faulty_event {
    faulty_event_create,
    faulty_event_write,
    faulty_event_truncate,
    faulty_event_sync,
    faulty_event_delete,
    faulty_event_sync_folder,
    faulty_event_make_folder,
    faulty_event_remove_folder,
    /// A file is opened. It changes nothing; for comparison with what the system sees.
    faulty_event_open,
    /// A note of the program's own.
    faulty_event_mark,
    /// A file or a folder gets another name. The bytes are the new path.
    faulty_event_rename,
};

/// One entry of the journal. The pointers are valid until the journal begins anew.
struct faulty_entry {
    int32_t event;
    const char *path;
    /// For a mark, its number.
    int64_t offset;
    const void *bytes;
    int64_t count;
};

/// Makes the faulty file system SQLite's own, and counts its allocations. To be called before SQLite is used.
int faulty_install(void);

/// Begins to count at 1; call `number` fails, and all after it where `for_good` is set. 0 for none.
void faulty_arm(int64_t number, bool for_good, enum faulty_cause cause);
/// The same for allocations of SQLite's.
void faulty_arm_allocations(int64_t number, bool for_good);
/// Nothing fails from now on.
void faulty_disarm(void);
/// The number of calls so far.
int64_t faulty_calls(void);
/// The number of allocations so far.
int64_t faulty_allocations(void);
/// The number of calls and allocations that have failed.
int64_t faulty_hits(void);
/// The method of a call. Kept while nothing fails, for a million calls at most.
int32_t faulty_method_of(int64_t number);
/// True if a cause gives a method a code that another cause before it does not.
bool faulty_is_distinct(enum faulty_method method, enum faulty_cause cause);
/// Counts a call of the library's own files.
/// - Returns: 0, or the number of the system's error with which it is to fail.
int faulty_check_file(enum faulty_method method);

/// Empties the journal and begins to note.
void faulty_journal_begin(void);
void faulty_journal_end(void);
int64_t faulty_journal_count(void);
struct faulty_entry faulty_journal_entry(int64_t index);
void faulty_journal_add(enum faulty_event event, const char *path, int64_t offset, const void *bytes, int64_t count);

/// Makes the calls of the system for files whose paths begin with this join the plan; NULL for none. For code that has no other
/// file system than the process's, such as Foundation.
void faulty_watch(const char *prefix);
/// Makes each read and write of a file's bytes do a part of what it is asked for, as the system may.
void faulty_do_less(bool does_less);
/// The number of reads and writes that have done less than they were asked for.
int64_t faulty_lesser_calls(void);

/// A bug for the machine to find: `PRAGMA synchronous = FULL` has no effect.
void faulty_plant_normal(bool planted);

#endif
