#if !PORTABLE_FALLBACKS && (canImport(Glibc) || canImport(Musl))
    import Dispatch
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif
    import SwiftDataCore

    /// The watches of all stores of the process, on one descriptor, which stays open: the system gives a user no more than
    /// 128.
    ///
    /// `@unchecked Sendable`: mutable values are in `state`, behind its lock, and `source` is used on `queue` only once
    /// it is activated.
    final class InotifyWatches: @unchecked Sendable {
        typealias Handler = @Sendable (FileSign) -> Void

        /// Nil where the system gave no descriptor when it was first asked for.
        static let shared = InotifyWatches()

        private struct Listener {
            let names: Set<String>?
            let handler: Handler
        }

        private struct State {
            /// Watches of one file have one number, however often they are asked for.
            var listeners: [CInt: [Int: Listener]] = [:]
            var next = 0
        }

        private let descriptor: CInt
        private let generation = ProcessGeneration.current
        private let state = Locked(State())
        private let queue = DispatchQueue(label: "SwiftData.FileWatch")
        private let source: any DispatchSourceRead

        private init?() {
            descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler { [weak self] in self?.readEvents() }
            source.activate()
        }

        func watch(_ place: WatchedPlace, _ handler: @escaping Handler) -> FileWatch? {
            // The parent would receive the notices for a child.
            guard generation == ProcessGeneration.current else { return nil }
            // Under the lock, so that no other thread ends the watch of the same file in between.
            let added = state.withLock { state -> (watch: CInt, number: Int)? in
                let watch = inotify_add_watch(descriptor, place.path, Self.mask(place))
                guard watch >= 0 else { return nil }
                state.next += 1
                state.listeners[watch, default: [:]][state.next] = Listener(names: place.names, handler: handler)
                return (watch, state.next)
            }
            guard let added else { return nil }
            return FileWatch { [self] in end(added.watch, added.number) }
        }

        /// The number of watched files.
        var count: Int { state.withLock { $0.listeners.count } }

        private func end(_ watch: CInt, _ number: Int) {
            state.withLock { state in
                guard state.listeners[watch]?.removeValue(forKey: number) != nil else { return }
                guard state.listeners[watch]?.isEmpty ?? false else { return }
                state.listeners[watch] = nil
                inotify_rm_watch(descriptor, watch)
            }
        }

        private static func mask(_ place: WatchedPlace) -> UInt32 {
            let file = UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVE_SELF)
            let folder = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)
            return place.names == nil ? file : folder | UInt32(IN_MOVE_SELF)
        }
    }

    // MARK: - Events

    extension InotifyWatches {
        /// The time for which events gather before they are read: a save writes its pages one by one.
        private static let pause = DispatchTimeInterval.milliseconds(2)

        private func readEvents() {
            var buffer = [UInt8](repeating: 0, count: 16_384)
            var signs: [(Handler, FileSign)] = []
            while true {
                let length = read(descriptor, &buffer, buffer.count)
                guard length > 0 else { break }
                buffer.withUnsafeBytes { collect(UnsafeRawBufferPointer(rebasing: $0[..<length]), &signs) }
            }
            for (handler, sign) in signs { handler(sign) }
            source.suspend()
            queue.asyncAfter(deadline: .now() + Self.pause) { [self] in source.resume() }
        }

        private func collect(_ events: UnsafeRawBufferPointer, _ signs: inout [(Handler, FileSign)]) {
            let header = MemoryLayout<inotify_event>.size
            var offset = 0
            var handled: Set<ReadEvent> = []
            while offset + header <= events.count {
                let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let bytes = events[(offset + header)..<min(offset + header + Int(event.len), events.count)]
                offset += header + Int(event.len)
                let name = bytes.isEmpty ? nil : String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                let isLost = event.mask & (UInt32(IN_IGNORED) | UInt32(IN_MOVE_SELF) | UInt32(IN_UNMOUNT)) != 0
                guard handled.insert(ReadEvent(watch: event.wd, name: name, isLost: isLost)).inserted else { continue }
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                    signs += all.map { ($0, .written) }
                } else if isLost {
                    signs += lose(event.wd).map { ($0, .lost) }
                } else {
                    signs += handlers(event.wd, name).map { ($0, .written) }
                }
            }
        }

        private struct ReadEvent: Hashable {
            let watch: CInt
            let name: String?
            let isLost: Bool
        }

        private var all: [Handler] {
            state.withLock { $0.listeners.values.flatMap { $0.values.map(\.handler) } }
        }

        private func handlers(_ watch: CInt, _ name: String?) -> [Handler] {
            state.withLock { state in
                (state.listeners[watch] ?? [:]).values.compactMap { listener in
                    guard let names = listener.names else { return listener.handler }
                    return name.map(names.contains) ?? false ? listener.handler : nil
                }
            }
        }

        /// Forgets a watch whose file is removed or moved.
        private func lose(_ watch: CInt) -> [Handler] {
            state.withLock { state in
                guard let listeners = state.listeners.removeValue(forKey: watch) else { return [] }
                inotify_rm_watch(descriptor, watch)
                return listeners.values.map(\.handler)
            }
        }
    }
#endif
