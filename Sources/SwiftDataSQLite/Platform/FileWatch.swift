/// The files beside each other that are watched, as long as the watch is kept.
struct WatchedPlace: Hashable, Sendable {
    /// A file, or the folder of several.
    let path: String
    /// The files in the folder that count; nil where the path is that of a file.
    let names: Set<String>?

    /// The file that SQLite writes commits to.
    ///
    /// Not the database itself: where the system wants a file to be opened to be watched, closing it would release the
    /// locks that SQLite has on it.
    static func log(of store: String) -> WatchedPlace { WatchedPlace(path: store + "-wal", names: nil) }

    /// Everything that can happen to a store that no process may have open: its files come and go.
    static func folder(of store: String) -> WatchedPlace {
        let parts = store.split(separator: "/", omittingEmptySubsequences: true)
        let name = parts.last.map(String.init) ?? ""
        return WatchedPlace(path: "/" + parts.dropLast().joined(separator: "/"), names: [name, name + "-wal"])
    }
}

/// The signs that the system gives of a watched place.
enum FileSign: Sendable {
    /// A process wrote.
    case written
    /// The file is no longer where it was, so that nothing more will be reported.
    case lost
}

/// A watch that ends with its last reference.
final class FileWatch: Sendable {
    private let end: @Sendable () -> Void
    private let generation = ProcessGeneration.current

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    /// A child that `fork` has made shares the system's watches with its parent, which continues to watch.
    deinit {
        if generation == ProcessGeneration.current { end() }
    }

    /// Begins to watch; nil where the system has no such notices, or refuses another watch. The store then looks from
    /// time to time.
    static func begin(
        _ place: WatchedPlace,
        _ handler: @escaping @Sendable (FileSign) -> Void
    ) -> FileWatch? {
        #if PORTABLE_FALLBACKS
            return nil
        #elseif canImport(Glibc) || canImport(Musl)
            return InotifyWatches.shared?.watch(place, handler)
        #elseif canImport(Darwin)
            return DispatchWatch.begin(place, handler)
        #else
            // Windows reports files late that stay open, and the module of Android's C library may lack inotify.
            return nil
        #endif
    }
}
