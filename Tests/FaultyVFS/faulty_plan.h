#ifndef FAULTY_PLAN_H
#define FAULTY_PLAN_H

#include "faulty_vfs.h"

/// Counts a call of SQLite's.
/// - Returns: SQLITE_OK, or the code with which it is to fail.
int faulty_check(enum faulty_method method);
int faulty_check_allocation(void);
bool faulty_is_normal_planted(void);
bool faulty_is_armed(void);

#endif
