#include "system_calls.h"

#ifdef _WIN32

#include <stdlib.h>

int forking_fork(void) { return -1; }
int forking_wait(int child) { (void)child; return 256; }
void forking_exit(int status) { _Exit(status); }
int forking_limit_descriptors(int count) { (void)count; return -1; }

#else

#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int forking_fork(void) { return (int)fork(); }

int forking_wait(int child) {
    int status = 0;
    if (waitpid((pid_t)child, &status, 0) != (pid_t)child) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

void forking_exit(int status) { _exit(status); }

int forking_limit_descriptors(int count) {
    struct rlimit limit = { (rlim_t)count, (rlim_t)count };
    return setrlimit(RLIMIT_NOFILE, &limit);
}

#endif
