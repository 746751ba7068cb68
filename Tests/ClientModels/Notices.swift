public import SwiftData

/// Gathers what a notification tells of a container, such as ``ModelContainer/remoteChange``.
public final class Notices: Sendable {
    /// One notification.
    public struct Notice: Sendable {
        public let inserted: [PersistentIdentifier]
        public let updated: [PersistentIdentifier]
        public let deleted: [PersistentIdentifier]
        public let everything: Bool
        public let tokens: [String: any HistoryToken]
    }

    private let gathered: Mutexed<[Notice]>
    private let observer: Observer

    /// `@unchecked Sendable` without a lock: it is only handed back to the center, which is safe on any thread.
    private final class Observer: @unchecked Sendable {
        let token: any NSObjectProtocol
        init(_ token: any NSObjectProtocol) { self.token = token }
        deinit { NotificationCenter.default.removeObserver(token) }
    }

    public init(of container: ModelContainer, named name: Notification.Name = ModelContainer.remoteChange) {
        let gathered = Mutexed<[Notice]>([])
        self.gathered = gathered
        observer = Observer(
            NotificationCenter.default.addObserver(
                forName: name,
                object: container,
                queue: nil
            ) { notification in
                let notice = Notice(notification)
                gathered.with { $0.append(notice) }
            }
        )
    }

    /// The notices that have arrived so far.
    public var all: [Notice] { gathered.with { $0 } }

    /// Returns the notices that have arrived since the last call.
    public func take() -> [Notice] {
        gathered.with { notices in
            defer { notices = [] }
            return notices
        }
    }
}

extension Notices.Notice {
    init(_ notification: Notification) {
        func value<Value>(_ key: ModelContext.NotificationKey, _ type: Value.Type = Value.self) -> Value? {
            notification.userInfo?[key.rawValue] as? Value
        }
        inserted = value(.insertedIdentifiers) ?? []
        updated = value(.updatedIdentifiers) ?? []
        deleted = value(.deletedIdentifiers) ?? []
        everything = value(.invalidatedAllIdentifiers) ?? false
        tokens = value(.historyTokens) ?? [:]
    }
}

/// A value behind a lock.
///
/// `@unchecked Sendable`: every access to `value` holds `lock`.
final class Mutexed<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func with<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
