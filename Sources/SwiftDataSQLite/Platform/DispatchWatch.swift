#if !PORTABLE_FALLBACKS && canImport(Darwin)
    import Darwin
    import Dispatch

    /// Watches of files where the system has a descriptor for each.
    enum DispatchWatch {
        static func begin(
            _ place: WatchedPlace,
            _ handler: @escaping @Sendable (FileSign) -> Void
        ) -> FileWatch? {
            // A folder's descriptor does not report writes to its files.
            guard place.names == nil else { return nil }
            let descriptor = open(place.path, O_EVTONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor,
                eventMask: [.write, .extend, .delete, .rename],
                queue: DispatchQueue(label: "SwiftData.FileWatch")
            )
            source.setEventHandler {
                let isLost = !source.data.isDisjoint(with: [.delete, .rename])
                handler(isLost ? .lost : .written)
            }
            source.setCancelHandler { close(descriptor) }
            source.activate()
            return FileWatch { source.cancel() }
        }
    }
#endif
