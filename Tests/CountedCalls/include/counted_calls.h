#ifndef COUNTED_CALLS_H
#define COUNTED_CALLS_H

#include <stdbool.h>
#include <stdint.h>

/// How often this process has called some functions of the libraries it stands on, on all threads.
struct counted_calls {
    /// Of `malloc` and its kin.
    int64_t allocations;
    /// That were asked for.
    int64_t bytes;
    /// SQL statements that SQLite has compiled.
    int64_t preparations;
};

/// Whether this system lets calls be counted.
bool counted_calls_are_counted(void);

/// What there is up to now.
struct counted_calls counted_calls_now(void);

#endif
