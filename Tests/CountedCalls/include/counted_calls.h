#ifndef COUNTED_CALLS_H
#define COUNTED_CALLS_H

#include <stdbool.h>
#include <stdint.h>

/// The calls that this process has made of some functions of the libraries it stands on, on all threads.
struct counted_calls {
    /// Of `malloc` and its kin.
    int64_t allocations;
    /// The bytes that were asked for.
    int64_t bytes;
    /// SQL statements that SQLite has compiled.
    int64_t preparations;
};

/// True if this system lets calls be counted.
bool counted_calls_are_counted(void);

/// The calls so far.
struct counted_calls counted_calls_now(void);

#endif
