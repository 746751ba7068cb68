import Foundation

/// The limits of how many files a process, and the system, may have open.
enum DescriptorLimit {
    /// The number of descriptors that a store may need at once: the file, its `-wal` and `-shm`, a connection that
    /// reads, and descriptors that Foundation opens meanwhile.
    private static let needed = 8

    /// The limit that keeps a store from being opened, with advice; nil if there are enough descriptors.
    ///
    /// SQLite only reports that it cannot open a file, and has closed other descriptors again by then.
    static var reached: String? {
        #if os(Windows) || PORTABLE_FALLBACKS
            return nil
        #else
            var opened: [CInt] = []
            defer { for descriptor in opened { close(descriptor) } }
            for _ in 0..<needed {
                let descriptor = open("/", O_RDONLY | O_CLOEXEC)
                guard descriptor < 0 else {
                    opened.append(descriptor)
                    continue
                }
                switch errno {
                case EMFILE:
                    return "this process has as many files open as it may have (EMFILE). \(advice), or raise its "
                        + "limit (RLIMIT_NOFILE, ulimit -n)."
                case ENFILE:
                    return "the system has as many files open as it may have (ENFILE). \(advice), or raise the limit "
                        + "of the system (fs.file-max)."
                default: return nil
                }
            }
            return nil
        #endif
    }

    private static let advice =
        "An open container uses four, and two more for each concurrent read: share one container, release "
        + "containers that are not needed"
}
