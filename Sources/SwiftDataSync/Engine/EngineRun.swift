import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// The rounds of an engine: fetching, sending, and starting again.
final class EngineRun: Sendable {
    private let session: SyncSession
    private let transport: any SyncTransport
    private let shared: EngineShared
    private let rounds = SyncRounds()
    private let activity = Locked(EngineActivity())
    private let newAccount = Locked<NewAccount?>(nil)
    private let environment: SyncEnvironment

    /// An account that has been reported to the program.
    private struct NewAccount {
        let identity: String?
        /// True where the program has let the engine go on.
        var isAccepted = false
    }

    /// The number of bytes of packets in one call of the transport.
    private static let packetLimit = 1 << 17
    /// The number of bytes of large values that are in the tables before rows take them.
    private static let blobLimit = 16 << 20

    init(
        _ session: SyncSession,
        _ transport: any SyncTransport,
        _ configuration: SyncConfiguration,
        _ shared: EngineShared
    ) {
        self.session = session
        self.transport = transport
        self.shared = shared
        environment = configuration.environment
    }

    func setPaused(_ isPaused: Bool) { change { $0.isPaused = isPaused } }

    func setWaiting(_ isWaiting: Bool) { change { $0.isWaiting = isWaiting } }

    func resume() {
        let isAnswer = newAccount.withLock { account in
            account?.isAccepted = true
            return account != nil
        }
        change { activity in
            activity.isPaused = false
            if isAnswer { activity.forgetErrors() }
        }
    }

    /// Changes the activity and shows it.
    private func change(_ body: (inout EngineActivity) -> Void) {
        shared.change { state in
            activity.withLock { activity in
                body(&activity)
                state.activity = activity.shown
                state.lastError = activity.lastError
            }
        }
    }

    func record(of model: PersistentIdentifier) throws -> RecordID? { try session.record(of: model) }

    func hasPlace(_ model: PersistentIdentifier, in relationship: SyncName) throws -> Bool {
        try session.hasPlace(model, in: relationship)
    }

    // MARK: Rounds

    func fetch(_ reason: SyncBatch.Reason, retryAfter: Duration? = nil) async throws {
        try await round(reason, .fetching, retryAfter) { [self] batch in
            await shared.notify(.willFetchChanges(batch))
            try await fetchAll(batch)
            shared.change { $0.lastFetch = Date() }
            await shared.notify(.didFetchChanges(batch))
        }
    }

    func send(_ reason: SyncBatch.Reason, retryAfter: Duration? = nil) async throws {
        try await round(reason, .sending, retryAfter) { [self] batch in
            await shared.notify(.willSendChanges(batch))
            try await sendAll(batch)
            shared.change { $0.lastSend = Date() }
            await shared.notify(.didSendChanges(batch))
        }
    }

    func reset(_ rows: SyncEngine.Reset) async throws {
        _ = try await rounds.run(.manual) { [self] _ in
            try await session.reset(deletingRows: rows == .deletingRows)
            newAccount.withLock { $0 = nil }
            shared.change {
                ($0.pendingChangeSets, $0.heldRows, $0.unreadPackets, $0.sealedRecords) = (0, 0, 0, 0)
            }
            change { activity in
                activity.isPaused = false
                activity.forgetErrors()
            }
        }
    }

    private func round(
        _ reason: SyncBatch.Reason,
        _ kind: SyncEngine.Activity,
        _ retryAfter: Duration?,
        _ body: @escaping @Sendable (SyncBatch) async throws -> Void
    ) async throws {
        try await rounds.run(reason) { [self] batch in
            guard !activity.withLock({ $0.isPaused }) else {
                throw SyncError(.paused, "The engine is paused. Call resume() first.")
            }
            change { $0.begin(kind) }
            do {
                try await checkAccount(batch)
                try await body(batch)
                try await updateCounts()
                change { $0.end(kind) }
            } catch {
                // The numbers are of use here as well. Where they cannot be read, the error of the round is more
                // precise.
                try? await updateCounts()
                change { $0.end(kind, error) }
                await shared.notify(.failed(batch, error, retryAfter: Self.isWorthRetrying(error) ? retryAfter : nil))
                throw error
            }
        }
    }

    /// True if a round that has failed may succeed later without a change by the program.
    static func isWorthRetrying(_ error: any Error) -> Bool {
        switch error {
        case let error as SyncTransportError: error.isWorthRetrying
        case let error as SyncError: error.code == .interrupted
        case is CancellationError: false
        default: true
        }
    }

    /// True if an error of a round keeps the engine from running another one: the program has paused it, or has to
    /// decide about another account.
    static func isHalting(_ error: any Error) -> Bool {
        switch error {
        case let error as SyncTransportError: error.code == .accountChanged
        case let error as SyncError: error.code == .paused
        // A task that is cancelled ends by itself; a transport may throw the same where a call of its own was cancelled.
        default: false
        }
    }

    private func updateCounts() async throws {
        let counts = try await session.counts()
        shared.change {
            $0.pendingChangeSets = counts.outbox
            $0.heldRows = counts.held
            $0.unreadPackets = counts.unread
            $0.sealedRecords = counts.sealed
        }
    }

    // MARK: Account

    private func checkAccount(_ batch: SyncBatch) async throws {
        let current = try await transport.account()
        let previous = try await session.begin(account: current)
        guard case .changed(let previous) = previous else {
            await report(batch)
            return
        }
        if let account = newAccount.withLock({ $0 }), account.isAccepted, account.identity == current {
            try await session.reset(deletingRows: false)
            _ = try await session.begin(account: current)
            return newAccount.withLock { $0 = nil }
        }
        newAccount.withLock { $0 = NewAccount(identity: current) }
        setPaused(true)
        await shared.notify(.accountChange(batch, SyncAccountChange(previous: previous, current: current)))
        throw SyncTransportError(
            .accountChanged,
            "The account has changed. Call resume() to join the new account with the rows of the store, or "
                + "reset(.deletingRows) to join it without the rows."
        )
    }

    // MARK: Fetching

    private func fetchAll(_ batch: SyncBatch) async throws {
        var (isFirst, isAnew) = (true, false)
        try await session.receiveUnread(ordering: transport.ordering)
        // The large values of these are fetched at the end of the round.
        var waiting: [HeldRow] = []
        while true {
            try Task.checkCancellation()
            let (cursor, device) = try await session.fetchPosition()
            let fetch: SyncFetch
            do {
                fetch = try await transport.fetch(after: cursor, for: device, limit: Self.packetLimit)
            } catch let error as SyncTransportError where error.code == .cursorInvalid && cursor != nil && !isAnew {
                // Packets that arrive again change nothing. Once in a round: a transport may refuse each of its
                // cursors.
                isAnew = true
                try await session.forgetCursor()
                continue
            }
            try environment.point("fetched")
            // A page without packets may have a position, after packets of this device that were left out.
            if isFirst || !fetch.packets.isEmpty || fetch.moreComing {
                try await session.receive(fetch, ordering: transport.ordering)
                try environment.point("received")
                waiting += await report(batch)
            }
            isFirst = false
            // A transport that stays where it is has no more, whatever it says.
            if !fetch.moreComing || fetch.packets.isEmpty && fetch.cursor == cursor { break }
        }
        try await session.openSealed(isEnd: true, ordering: transport.ordering)
        waiting += await report(batch)
        try await downloadBlobs(batch)
        if !waiting.isEmpty {
            let held = try await session.heldRows()
            let left = waiting.filter { held.contains($0.record) }
            if !left.isEmpty { await shared.notify(.held(batch, left)) }
        }
        // Reported in each round: the store does not have all that there is.
        if let error = try await session.unreadError() { throw error }
    }

    /// Reports the changes of transactions since the last report. Returns the rows that wait for large values, which
    /// the round may still fetch.
    @discardableResult
    private func report(_ batch: SyncBatch) async -> [HeldRow] {
        let result = await session.takeResult()
        let (waiting, held) = (
            result.held.filter { $0.error.code == .blobMissing }, result.held.filter { $0.error.code != .blobMissing }
        )
        if !result.rows.isEmpty { await shared.notify(.fetchedChanges(batch, result.rows)) }
        if !result.joined.isEmpty { await shared.notify(.joined(batch, result.joined)) }
        if !held.isEmpty { await shared.notify(.held(batch, held)) }
        let (sealed, refused) = (result.sealing.sealed, result.sealing.refused)
        if !sealed.isEmpty { await shared.notify(.sealed(batch, sealed)) }
        if !refused.isEmpty { await shared.notify(.refused(batch, refused)) }
        return waiting
    }

    /// Fetches the large values that held rows wait for. One that has not arrived is tried again by the next fetch.
    private func downloadBlobs(_ batch: SyncBatch) async throws {
        var size = 0
        for blob in try await session.missingBlobs() {
            try Task.checkCancellation()
            do {
                let bytes = try await transport.download(blob)
                guard blob.matches(bytes) else {
                    throw SyncTransportError(
                        .packetDamaged,
                        "A large value has other bytes than its hash. Send it again."
                    )
                }
                try await session.store(blob, bytes)
                size += bytes.count
            } catch let error as SyncTransportError where error.code == .blobMissing {
                continue
            }
            guard size >= Self.blobLimit else { continue }
            size = 0
            try await session.retryHeld()
            await report(batch)
        }
        // Values may also have arrived in a round that has failed later.
        guard try await session.hasArrivedBlobs() else { return }
        try await session.retryHeld()
        await report(batch)
    }

    // MARK: Sending

    private func sendAll(_ batch: SyncBatch) async throws {
        var hasNewNumber = false
        while true {
            try Task.checkCancellation()
            let outgoing = try await session.outgoing(limit: Self.packetLimit)
            try environment.point("outgoing")
            await report(batch)
            for (blob, bytes) in outgoing.blobs {
                try await transport.upload(blob, bytes)
                try await session.didUpload(blob)
            }
            if outgoing.packets.isEmpty {
                if outgoing.blobs.isEmpty { return }
                continue
            }
            do {
                try await transport.send(outgoing.packets)
            } catch let error as SyncTransportError where error.code == .sequenceTaken && !hasNewNumber {
                // A copy of the store uses the number, which nothing in the file shows.
                hasNewNumber = true
                try await session.renumber()
                continue
            }
            try environment.point("sent")
            try await session.didSend(outgoing.packets)
            await shared.notify(.sentChanges(batch, outgoing.packets.count))
        }
    }
}
