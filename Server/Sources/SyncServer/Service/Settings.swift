import NIOCore
import SwiftData

/// The settings of a server. Times and sizes are limits: requests that exceed them are refused.
package struct Settings: Sendable {
    /// The address and the port that clients reach; port 0 for any that is free.
    package var host = "127.0.0.1"
    package var port = 8080
    /// The address and the port of metrics; nil for none.
    package var adminHost = "127.0.0.1"
    package var adminPort: Int?
    /// The token that metrics ask for; nil for none, which only an address of this machine may have.
    package var adminToken: String?
    /// True behind a proxy that names the client in `X-Forwarded-For`.
    package var isBehindProxy = false

    /// The bytes of a message with packets, also once it is expanded. The protocol asks for 16 MiB at least.
    package var messageBytes = 16 << 20
    /// The packets of one push that are taken.
    package var packetsPerPush = 500
    /// The bytes of packets in one answer.
    package var pageBytes = 8 << 20
    /// The bytes of a large value.
    package var valueBytes = 1 << 30
    /// The bytes of a zone without a quota of its own.
    package var zoneBytes = 10 << 30
    /// The bytes of bodies that all requests have in memory together.
    package var bufferedBytes = 256 << 20
    /// The share of one user: a quarter, or the size of a message with its expansion.
    package var bufferedBytesPerUser: Int { max(bufferedBytes / 4, 2 * messageBytes) }

    /// The requests of a user in a second, on average and at once.
    package var requestsPerSecond = 50.0
    package var requestBurst = 200.0
    /// The failed logins of a client's address in a minute.
    package var failedLoginsPerMinute = 60.0

    package var connections = 2_000
    package var streams = 1_000
    package var streamsPerUser = 50
    package var headerBytes = 32 << 10
    package var headerFields = 100
    /// The time without a request, or before the head of one is complete.
    package var idleTime = TimeAmount.seconds(60)
    /// The time for the body of a request.
    package var bodyTime = TimeAmount.seconds(300)
    /// The time that a client which has fallen behind has for reading.
    package var readingTime = TimeAmount.seconds(30)
    package var heartbeat = Duration.seconds(15)
    /// The time between two checks for writes of other processes.
    package var pollInterval = Duration.seconds(2)

    /// The time after the start at which the store is kept up first, and the time between two times.
    package var upkeepDelay = Duration.seconds(60)
    package var upkeepInterval = Duration.seconds(3_600)
    /// The time between two compactions, also of servers that are restarted; nil for none.
    package var compactionInterval: Duration? = .seconds(24 * 3_600)
    package var compaction = CompactionSettings()
    /// The time after which an upload without progress is forgotten. The protocol asks for a day at least.
    package var uploadTime: TimeInterval = 7 * 86_400
    /// The days for which the history of pushes is kept; nil for ever.
    package var auditDays: Int?

    package init() {}

    /// - Throws: ``ServerError`` for settings that the protocol does not allow, or that open metrics to everybody.
    package func check() throws {
        guard messageBytes >= 16 << 20 else { throw ServerError("Messages need 16 MiB or more: the protocol says so.") }
        guard messageBytes <= bufferedBytes / 2 else {
            throw ServerError("The memory for bodies needs two messages or more.")
        }
        guard uploadTime >= 86_400 else {
            throw ServerError("Uploads are kept for a day at least: the protocol says so.")
        }
        guard pageBytes > 0, packetsPerPush > 0, connections > 0, requestsPerSecond > 0, requestBurst >= 1 else {
            throw ServerError("Limits must be greater than 0.")
        }
        let isLocal = ["127.0.0.1", "::1", "localhost"].contains(adminHost)
        guard adminPort == nil || isLocal || adminToken?.isEmpty == false else {
            throw ServerError(
                "Metrics at an address other than this machine's need a token: set OPENSWIFTDATA_SYNC_ADMIN_TOKEN."
            )
        }
    }
}

/// The limits from which on old packets are merged.
package struct CompactionSettings: Sendable {
    /// The time after which a device that was not seen no longer counts, and packets are merged in any case.
    package var age: TimeInterval = 90 * 86_400
    /// The packets behind the slowest device from which on a compaction is worth its work.
    package var leastPackets = 1_000
    /// The bytes of packets that are merged in memory at once.
    package var memory = 64 << 20
    /// The bytes of a packet of a snapshot.
    package var packetBytes = 1 << 20

    package init() {}
}
