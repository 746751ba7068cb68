/// An error of a transport: the step that failed and the remedy. A message has names of files, and no values of models.
public struct SyncTransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Code: String, Hashable, Sendable {
        /// The other side cannot be reached at present, such as a folder on a medium that is not there.
        case unreachable
        /// The other side does not allow the call, such as a folder that cannot be written to.
        case refused
        /// The other side has no space left.
        case storageFull
        /// A packet differs from the packet that its device has sent.
        case packetDamaged
        /// A large value has not arrived.
        case blobMissing
        /// A later version has written the data.
        case versionTooNew
        /// The account or the place is another one than before.
        case accountChanged
        /// Another packet has been sent with the same device and sequence: two stores use one device number.
        case sequenceTaken
        /// A cursor is of another transport or damaged, or the transport has forgotten its position.
        case cursorInvalid
    }

    /// The kind of the error.
    public let code: Code
    /// The step that failed and the remedy.
    public let message: String
    /// The time that the other side has asked to wait for before the call is made again; nil where it has asked for none.
    public let retryAfter: Duration?

    /// Creates an error.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// True where the same call can succeed later without a change of the call.
    public var isWorthRetrying: Bool {
        switch code {
        case .unreachable, .storageFull, .blobMissing: true
        case .refused, .packetDamaged, .versionTooNew, .accountChanged, .sequenceTaken, .cursorInvalid: false
        }
    }

    /// The code and the message.
    public var description: String { "SyncTransportError.\(code.rawValue): \(message)" }
}

extension SyncTransportError {
    static func damaged(_ packet: SyncPacket, _ problem: String) -> SyncTransportError {
        SyncTransportError(.packetDamaged, "\(packet.name): \(problem)")
    }

    static func sequenceTaken(_ packet: SyncPacket) -> SyncTransportError {
        SyncTransportError(
            .sequenceTaken,
            "\(packet.name): another packet has been sent with this number. The store may have been restored from a backup: "
                + "draw a new device number and send the edits again."
        )
    }

    static func blobMissing(_ file: String) -> SyncTransportError {
        SyncTransportError(.blobMissing, "The large value \(file) has not arrived. Try again later.")
    }

    static let cursorInvalid = SyncTransportError(
        .cursorInvalid,
        "The cursor is of another transport or damaged. Fetch from the beginning, with a nil cursor."
    )

    /// Refuses a packet that no device sends.
    static func check(_ packet: SyncPacket) throws(SyncTransportError) {
        guard packet.sequence > 0 else {
            throw SyncTransportError(.refused, "\(packet.name): sequences begin with 1. Number the packets from 1.")
        }
    }
}
