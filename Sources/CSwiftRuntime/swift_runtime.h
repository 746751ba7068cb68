// Public functions of the Swift runtime, which Swift itself lets nobody declare by name.
//
// `SWIFT_RUNTIME_EXPORT` functions of include/swift/Runtime/HeapObject.h in the Swift repository.

#ifndef OPENSWIFTDATA_SWIFT_RUNTIME_H
#define OPENSWIFTDATA_SWIFT_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>

/// Adds a strong reference to an object, unless its deinitialiser has begun: one atomic operation.
/// Returns the object, or NULL. The object's memory must not have been freed.
void *swift_tryRetain(void *object);

/// Adds an unowned reference to an object: its memory stays until the reference is released, also after its
/// deinitialiser has run. Atomic. The object must be alive.
void *swift_unownedRetain(void *object);

/// Releases an unowned reference. Atomic.
void swift_unownedRelease(void *object);

/// The number of strong references to an object. The object must be alive.
size_t swift_retainCount(void *object);

#endif
