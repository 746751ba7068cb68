#ifndef SYSTEM_CALLS_H
#define SYSTEM_CALLS_H

/// `fork`, which Swift does not offer. Answers 0 in the child, and -1 where the system has none.
int forking_fork(void);

/// Waits for a child. Answers its status, or 256 and more where a signal has ended it.
int forking_wait(int child);

/// Ends the process at once, without running what is registered for its end.
void forking_exit(int status);

/// Limits how many descriptors the process may have open. Answers 0 for success.
int forking_limit_descriptors(int count);

#endif
