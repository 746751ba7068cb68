// Public functions of the Swift runtime, which Swift itself lets nobody declare by name.

#ifndef OPENSWIFTDATA_SWIFT_RUNTIME_H
#define OPENSWIFTDATA_SWIFT_RUNTIME_H

#include <stdbool.h>

/// Whether the deinitialiser of an object has begun. The object's memory must not have been freed.
bool swift_isDeallocating(void *object);

/// Whether an object has one strong reference. The object must be alive.
bool swift_isUniquelyReferenced_nonNull_native(const void *object);

#endif
