/// Something that a date, a URL or a UUID says of itself.
public struct QueryPart: Sendable, Codable {
    /// Which part.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// `date.timeIntervalSinceReferenceDate`, a `Double`.
        case secondsSinceReferenceDate
        /// `date.timeIntervalSince1970`, a `Double`.
        case secondsSince1970
        /// `url.absoluteString`
        case absoluteString
        /// `uuid.uuidString`, in capitals.
        case uuidString
    }

    /// Which part.
    public let kind: Kind
    /// The date, the URL or the UUID.
    public let operand: QueryNode

    /// Names a part.
    public init(_ kind: Kind, of operand: QueryNode) {
        self.kind = kind
        self.operand = operand
    }
}
