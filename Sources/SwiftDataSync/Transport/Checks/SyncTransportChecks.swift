import Foundation
import SwiftDataSyncCore

/// The promises of ``SyncTransport`` as checks, for authors of transports.
///
/// A test calls ``checkTransport(_:)``, or runs the checks one by one for a report of each.
public struct SyncTransportChecks: Sendable {
    /// A check by its name.
    public struct Check: Sendable {
        /// The promise in short.
        public let name: String
        let body: @Sendable (SyncTransportProbe) async throws -> Void
    }

    private let connect: @Sendable () async throws -> any SyncTransport

    /// Creates the checks of a transport. `connect` makes a new connection to one place at each call.
    public init(_ connect: @escaping @Sendable () async throws -> any SyncTransport) {
        self.connect = connect
    }

    /// All checks.
    public static var all: [Check] { deliveryChecks + cursorChecks + blobChecks }

    /// Runs all checks.
    ///
    /// - Throws: ``SyncTransportViolation`` for the first broken promise, or the error of a call that must succeed.
    public func run() async throws {
        for check in Self.all { try await run(check) }
    }

    /// Runs one check, with device numbers of its own.
    ///
    /// - Throws: ``SyncTransportViolation``, or the error of a call that must succeed.
    public func run(_ check: Check) async throws {
        try await check.body(SyncTransportProbe(name: check.name, connect: connect))
    }
}

/// The operations of checks on a transport: devices of their own send, and a reader fetches.
struct SyncTransportProbe: Sendable {
    let name: String
    let connect: @Sendable () async throws -> any SyncTransport
    let sender = DeviceNumber(.random(in: 1 << 63 ... .max))
    let reader = DeviceNumber(.random(in: 1..<1 << 63))

    func fail(_ problem: String) -> SyncTransportViolation { SyncTransportViolation(check: name, problem: problem) }

    func expect(_ condition: Bool, _ problem: @autoclosure () -> String) throws {
        guard condition else { throw fail(problem()) }
    }

    func packet(_ sequence: UInt64, size: Int = 40, of device: DeviceNumber? = nil) -> SyncPacket {
        let device = device ?? sender
        let seed = device.rawValue &+ sequence
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: UInt64($0) &* 31 &+ seed) }
        return SyncPacket(device: device, sequence: sequence, bytes: bytes)
    }

    /// Fetches until nothing is left, and returns the packets of some devices and the last cursor.
    func drain(
        _ transport: any SyncTransport,
        after cursor: SyncCursor? = nil,
        limit: Int = 1 << 20,
        of devices: Set<DeviceNumber>? = nil
    ) async throws -> (packets: [SyncPacket], cursor: SyncCursor) {
        let devices = devices ?? [sender]
        var (found, last) = ([SyncPacket](), cursor)
        while true {
            let fetched = try await transport.fetch(after: last, for: reader, limit: limit)
            if fetched.moreComing {
                try expect(
                    !fetched.packets.isEmpty || fetched.cursor != last,
                    "More is said to come, and nothing comes"
                )
            }
            found += fetched.packets.filter { devices.contains($0.device) }
            last = fetched.cursor
            if !fetched.moreComing { return (found, fetched.cursor) }
        }
    }

    /// Expects packets, each once, in any order.
    func expect(_ found: [SyncPacket], toBe wanted: [SyncPacket], _ step: String) throws {
        let names = { (packets: [SyncPacket]) in
            packets.map(\.sequence).sorted().map(String.init).joined(separator: ", ")
        }
        try expect(found.count == wanted.count, "\(step): expected packets \(names(wanted)), got \(names(found))")
        try expect(Set(found) == Set(wanted), "\(step): a packet has other numbers or bytes than were sent")
    }

    /// Expects an error with a code.
    func expect(_ code: SyncTransportError.Code, _ step: String, _ body: () async throws -> Void) async throws {
        do { try await body() } catch let error as SyncTransportError {
            return try expect(
                error.code == code,
                "\(step): expected the code \(code.rawValue), got \(error.code.rawValue)"
            )
        } catch {
            throw fail("\(step): the error is no SyncTransportError")
        }
        throw fail("\(step): expected the code \(code.rawValue), and nothing was thrown")
    }
}
