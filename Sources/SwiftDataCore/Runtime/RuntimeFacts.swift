/// The switch for the use of undocumented facts of the Swift runtime.
///
/// Each fact is listed in docs/decisions/0025-facts-of-the-runtime.md, with the consequences where it does not hold. A
/// build with `PORTABLE_FALLBACKS` relies only on the facts that have no fallback or that a file's columns depend on,
/// so that the fallbacks are compiled and can be tested.
package enum RuntimeFacts {
    /// A constant, so that the compiler leaves out unused code.
    @inline(__always)
    package static var areUsed: Bool {
        #if PORTABLE_FALLBACKS
            false
        #else
            true
        #endif
    }
}
