/// A part of a date, a URL or a UUID, and the conversion back to a date.
public struct QueryPart: Sendable, Codable {
    /// The part.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// `date.timeIntervalSinceReferenceDate`, a `Double`.
        case secondsSinceReferenceDate
        /// `date.timeIntervalSince1970`, a `Double`.
        case secondsSince1970
        /// `Date(timeIntervalSinceReferenceDate:)` of a `Double`.
        case dateSinceReferenceDate
        /// `url.absoluteString`
        case absoluteString
        /// `uuid.uuidString`, in capitals.
        case uuidString
    }

    /// The part.
    public let kind: Kind
    /// The date, the URL, the UUID or the number.
    public let operand: QueryNode

    /// Names a part.
    public init(_ kind: Kind, of operand: QueryNode) {
        self.kind = kind
        self.operand = operand
    }
}
