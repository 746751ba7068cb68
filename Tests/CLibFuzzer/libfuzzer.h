#ifndef OPENSWIFTDATA_LIBFUZZER_H
#define OPENSWIFTDATA_LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// The entry of libFuzzer for programs that have a main function of their own.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
