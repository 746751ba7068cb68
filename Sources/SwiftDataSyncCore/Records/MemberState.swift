/// A pair of a many-to-many relationship: its causal length, and its place in the order of either side.
///
/// The pair is kept by the record on one side, and both inverses are read from it. Its length is as in ``Life``, without a
/// clock: devices that add the same pair have made the same step.
package struct MemberState: Hashable, Sendable {
    package var length: UInt64
    /// The place among the members of the record that keeps the pair.
    package var order: Register<OrderKey>?
    /// The place among the members of the other record.
    package var inverseOrder: Register<OrderKey>?
    package var unknown: UnknownFields

    package init(
        length: UInt64 = 0,
        order: Register<OrderKey>? = nil,
        inverseOrder: Register<OrderKey>? = nil,
        unknown: UnknownFields = UnknownFields()
    ) {
        self.length = length
        self.order = order
        self.inverseOrder = inverseOrder
        self.unknown = unknown
    }

    /// True where the pair is in the relationship.
    package var isPresent: Bool { length % 2 == 1 }

    package mutating func merge(_ other: MemberState) {
        length = max(length, other.length)
        order = later(order, other.order)
        inverseOrder = later(inverseOrder, other.inverseOrder)
        unknown.merge(other.unknown)
    }
}
