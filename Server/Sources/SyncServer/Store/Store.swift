import NIOPosix
import SwiftData

/// The data of a server. Calls block none of Swift's threads.
package struct Store: Sendable {
    let container: ModelContainer
    package let address: StoreAddress
    /// The time for a whole call of a request.
    let callLimit: Duration
    /// The present, which tests move.
    let now: @Sendable () -> Date
    /// The places at which tests stop the store.
    package let pauses = PausePoints()

    /// Opens the store, and makes it where it is missing.
    package init(
        _ address: StoreAddress,
        contexts: Int = 4,
        callLimit: Duration = .seconds(30),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        (self.address, self.callLimit, self.now) = (address, callLimit, now)
        // It is locked before the store is opened, which a restore that is under way needs for itself.
        let marker = try address.file.flatMap { try RestoreMarker.left(beside: $0) }
        container = try ModelContainer(
            for: SyncUser.self,
            AccessToken.self,
            SyncZone.self,
            Membership.self,
            Packet.self,
            PacketBody.self,
            LargeValue.self,
            ValueChunk.self,
            ZoneDevice.self,
            Counter.self,
            configurations: address.configuration()
        )
        container.contextLimits = ModelContainer.ContextLimits(contexts: contexts, wait: .seconds(10), total: callLimit)
        if let marker { try Self.endRestore(container, marker) }
    }

    /// Runs something that blocks on a thread of its own.
    static func offPool<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await NIOThreadPool.singleton.runIfActive(body)
    }

    /// The one thread of upkeep, so that no request waits for another one.
    private static let upkeepPool: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        return pool
    }()

    /// Runs upkeep that blocks, and may take long.
    static func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await upkeepPool.runIfActive(body)
    }

    /// Changes rows of any number by statements of the store, in a transaction of its own.
    ///
    /// `write` would have the models of all rows in memory.
    func changeInBulk<Result: Sendable>(
        by author: String,
        _ body: @escaping @Sendable (ModelContext) throws -> Result
    ) async throws -> Result {
        try await Self.aside { [container] in
            let context = ModelContext(container)
            context.autosaveEnabled = false
            context.author = author
            return try body(context)
        }
    }

    /// Changes data for an administrator.
    func administer<Result: Sendable>(_ body: @Sendable (ModelContext) throws -> Result) async throws -> Result {
        try await container.write { context in
            context.author = Author.administrator
            return try body(context)
        }
    }
}

/// The authors of transactions that are no user's. The names of users have none of their characters.
enum Author {
    static let administrator = "(administrator)"
    static let compaction = "(compaction)"
    static let devices = "(devices)"
    static let uploads = "(uploads)"
}
