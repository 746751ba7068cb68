import ArgumentParser
import Foundation
import Logging
import SyncServer

/// Runs the server. Each option may be in the environment: `--zone-bytes` is `OPENSWIFTDATA_SYNC_ZONE_BYTES`.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the server, until it is interrupted.",
        discussion: """
            Each option can be in the environment as well: --zone-bytes is OPENSWIFTDATA_SYNC_ZONE_BYTES. The token for metrics \
            has no option, only OPENSWIFTDATA_SYNC_ADMIN_TOKEN. Several servers may run on one store.
            """
    )

    @OptionGroup var store: StoreOption
    @Option(help: "The address to listen at (127.0.0.1).") var host: String?
    @Option(help: "The port to listen at; 0 takes one that is free (8080).") var port: Int?
    @Option(help: "The address of metrics (127.0.0.1).") var adminHost: String?
    @Option(help: "The port of metrics (none).") var adminPort: Int?
    @Flag(help: "Take the address of a client from X-Forwarded-For, as a proxy sets it.") var behindProxy = false
    @Option(help: "The maximum bytes of a message (16 MiB).") var messageBytes: Int?
    @Option(help: "The maximum bytes of a large value (1 GiB).") var valueBytes: Int?
    @Option(help: "The maximum bytes of a zone without a quota (10 GiB).") var zoneBytes: Int?
    @Option(help: "The maximum bytes of bodies in memory (256 MiB).") var bufferedBytes: Int?
    @Option(help: "The maximum requests of a user in a second (50).") var requestsPerSecond: Double?
    @Option(help: "The maximum burst of requests of a user (200).") var requestBurst: Double?
    @Option(help: "The maximum number of connections (2000).") var connections: Int?
    @Option(help: "The maximum number of event streams (1000).") var streams: Int?
    @Option(help: "The maximum number of event streams of a user (50).") var streamsPerUser: Int?
    @Option(help: "The seconds without a request after which a connection is closed (60).") var idleSeconds: Int?
    @Option(help: "The seconds for the body of a request (300).") var bodySeconds: Int?
    @Option(help: "The seconds for a call of the store (30).") var callSeconds: Int?
    @Option(help: "The hours between two compactions; 0 for none (24).") var compactionHours: Int?
    @Option(help: "The days after which packets are merged, and devices forgotten (90).") var compactionDays: Int?
    @Option(help: "The packets from which on a zone is compacted (1000).") var compactionPackets: Int?
    @Option(help: "The days for which the history of pushes is kept (for ever).") var auditDays: Int?
    @Flag(help: "Log errors only.") var quiet = false

    func run() async throws {
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        var logger = Logger(label: "openswiftdata-sync")
        logger.logLevel = quiet ? .error : .info
        let environment = EnvironmentSettings()
        let settings = try settings(environment)
        let seconds = try environment.number(callSeconds, "CALL_SECONDS") ?? 30
        let opened = try Store(store.address, callLimit: .seconds(seconds))
        let service = try SyncService(opened, settings, logger: logger)
        try await service.run { port in
            let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
            Output.line("The server is at http://\(host):\(port)/")
        }
    }

    private func settings(_ environment: EnvironmentSettings) throws -> Settings {
        var settings = Settings()
        settings.host = environment.text(host, "HOST") ?? settings.host
        settings.port = try environment.number(port, "PORT") ?? settings.port
        settings.adminHost = environment.text(adminHost, "ADMIN_HOST") ?? settings.adminHost
        settings.adminPort = try environment.number(adminPort, "ADMIN_PORT")
        settings.adminToken = environment.text(nil, "ADMIN_TOKEN")
        settings.isBehindProxy = behindProxy || environment.text(nil, "BEHIND_PROXY") == "1"
        settings.messageBytes = try environment.number(messageBytes, "MESSAGE_BYTES") ?? settings.messageBytes
        settings.valueBytes = try environment.number(valueBytes, "VALUE_BYTES") ?? settings.valueBytes
        settings.zoneBytes = try environment.number(zoneBytes, "ZONE_BYTES") ?? settings.zoneBytes
        settings.bufferedBytes = try environment.number(bufferedBytes, "BUFFERED_BYTES") ?? settings.bufferedBytes
        settings.requestsPerSecond =
            try environment.number(requestsPerSecond, "REQUESTS_PER_SECOND") ?? settings.requestsPerSecond
        settings.requestBurst = try environment.number(requestBurst, "REQUEST_BURST") ?? settings.requestBurst
        settings.connections = try environment.number(connections, "CONNECTIONS") ?? settings.connections
        settings.streams = try environment.number(streams, "STREAMS") ?? settings.streams
        settings.streamsPerUser = try environment.number(streamsPerUser, "STREAMS_PER_USER") ?? settings.streamsPerUser
        settings.idleTime = .seconds(Int64(try environment.number(idleSeconds, "IDLE_SECONDS") ?? 60))
        settings.bodyTime = .seconds(Int64(try environment.number(bodySeconds, "BODY_SECONDS") ?? 300))
        let hours = try environment.number(compactionHours, "COMPACTION_HOURS") ?? 24
        settings.compactionInterval = hours > 0 ? .seconds(hours * 3_600) : nil
        settings.compaction.age = Double(try environment.number(compactionDays, "COMPACTION_DAYS") ?? 90) * 86_400
        settings.compaction.leastPackets =
            try environment.number(compactionPackets, "COMPACTION_PACKETS") ?? settings.compaction.leastPackets
        settings.auditDays = try environment.number(auditDays, "AUDIT_DAYS")
        return settings
    }
}

/// Settings that are in the environment where no option has them.
struct EnvironmentSettings {
    private let values = ProcessInfo.processInfo.environment

    func text(_ option: String?, _ name: String) -> String? { option ?? values["OPENSWIFTDATA_SYNC_\(name)"] }

    func number<Number: LosslessStringConvertible>(_ option: Number?, _ name: String) throws -> Number? {
        guard option == nil, let text = values["OPENSWIFTDATA_SYNC_\(name)"] else { return option }
        guard let number = Number(text) else { throw ValidationError("OPENSWIFTDATA_SYNC_\(name) must be a number.") }
        return number
    }
}
