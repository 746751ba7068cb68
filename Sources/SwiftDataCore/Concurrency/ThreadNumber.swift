import CSwiftRuntime
import Foundation

#if os(Windows)
    import WinSDK
#endif

/// The number of a thread, which no other thread has while that one runs.
package enum ThreadNumber {
    @inline(__always)
    package static var current: UInt {
        #if PORTABLE_FALLBACKS
            // One object for each thread, which Foundation keeps for as long as the thread runs.
            UInt(bitPattern: ObjectIdentifier(Thread.current))
        #elseif os(Windows)
            UInt(GetCurrentThreadId())
        #elseif os(Linux) && (arch(x86_64) || arch(arm64))
            // Asked for at each read of an attribute.
            openswiftdata_thread_number()
        #elseif canImport(Glibc)
            pthread_self()
        #else
            // A number with a sign on Android, a pointer elsewhere.
            unsafeBitCast(pthread_self(), to: UInt.self)
        #endif
    }
}
