import Foundation
import SwiftDataCore
import Synchronization

/// Distinguishes a process from the one that it is a fork of.
///
/// A child has the connections of its parent, and none of its locks. Its writes through them damage the file.
enum ProcessGeneration {
    /// The number of forks between this process and the one that first asked. Asking is one read of memory.
    static var current: Int {
        _ = isNoticing
        return forks.load(ordering: .relaxed)
    }

    private static let forks = Atomic<Int>(0)

    /// True if the system reports forks.
    private static let isNoticing: Bool = {
        #if os(Windows) || PORTABLE_FALLBACKS
            // There is no `fork`, or no way to notice one.
            return false
        #else
            // The counter is made here: a child may not wait for a thread that makes it.
            _ = forks.load(ordering: .relaxed)
            let code = pthread_atfork(nil, nil, { _ = ProcessGeneration.forks.wrappingAdd(1, ordering: .relaxed) })
            if code != 0 { log.error("Forks of this process cannot be detected: \(String(cString: strerror(code)))") }
            return code == 0
        #endif
    }()

    /// The error of a use in a child.
    static func error(_ place: String) -> StoreError {
        StoreError(
            .forked,
            "The store\(place) was opened before this process was forked. A child process of fork() cannot use "
                + "it. Open stores after the fork, or start another program."
        )
    }
}
