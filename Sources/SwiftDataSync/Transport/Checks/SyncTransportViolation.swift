/// A promise of ``SyncTransport`` that a transport has broken.
public struct SyncTransportViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the check.
    public let check: String
    /// The difference between the expected and the actual behaviour of the transport.
    public let problem: String

    /// The check and the problem.
    public var description: String { "\(check): \(problem)" }
}

/// Checks that a transport keeps the promises of ``SyncTransport``.
///
/// - Parameter connect: Makes a new connection to one place, which may have data of other devices. The checks add about 5 MB.
/// - Throws: ``SyncTransportViolation`` for the first broken promise, or the error of a call that must succeed.
public func checkTransport(_ connect: @escaping @Sendable () async throws -> any SyncTransport) async throws {
    try await SyncTransportChecks(connect).run()
}
