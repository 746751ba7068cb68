// Public functions of the Swift runtime, which Swift itself lets nobody declare by name.
//
// `SWIFT_RUNTIME_EXPORT` functions of include/swift/Runtime/HeapObject.h in the Swift repository.

#ifndef OPENSWIFTDATA_SWIFT_RUNTIME_H
#define OPENSWIFTDATA_SWIFT_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/// The executor of an actor as the runtime refers to it, the two words of an `UnownedSerialExecutor`. The identity is NULL
/// for code that no actor isolates.
struct openswiftdata_executor {
  void *identity;
  uintptr_t implementation;
};

// Declared where C and Swift return two words in the same registers. `SWIFT_EXPORT_FROM(swift_Concurrency)` in
// include/swift/Runtime/Concurrency.h.
#if (defined(__x86_64__) || defined(__aarch64__)) && !defined(_WIN32)
#define OPENSWIFTDATA_KNOWS_EXECUTORS 1

/// The executor that runs the calling code.
struct openswiftdata_executor swift_task_getCurrentExecutor(void);
#endif

/// A number of the calling thread, which no other thread has while that one runs: the address of its own storage.
/// One load, where `pthread_self` is a call. 0 where the compiler does not know it.
static inline uintptr_t openswiftdata_thread_number(void) {
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
  return (uintptr_t)__builtin_thread_pointer();
#else
  return 0;
#endif
}

#endif
