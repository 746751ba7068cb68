/// The identifiers of some models, in order. Those of rows of our stores take a key each, a third of an identifier.
package struct IdentifierList: RandomAccessCollection, Sendable {
    /// What the identifiers of one entity share; parallel to ``RowBatch/layouts`` where this is the list of a batch.
    package let spaces: [IdentifierSpace]
    package private(set) var keys: [Int64] = []
    /// The place of each row's space; empty as long as it is the first for all of them.
    private var places: [UInt16] = []
    /// Used instead of keys where not all are those of rows.
    private let others: [PersistentIdentifier]

    /// A list that is yet to be filled, of rows of some entities.
    package init(spaces: [IdentifierSpace], capacity: Int = 0) {
        self.spaces = spaces
        others = []
        keys.reserveCapacity(capacity)
    }

    /// A list of identifiers of any stores.
    package init(_ identifiers: [PersistentIdentifier]) {
        spaces = []
        others = identifiers
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { others.isEmpty ? keys.count : others.count }

    /// Whether there is a key for each.
    package var hasKeys: Bool { others.isEmpty }

    package subscript(position: Int) -> PersistentIdentifier {
        guard others.isEmpty else { return others[position] }
        return PersistentIdentifier(space: spaces[place(position)], key: .row(keys[position]))
    }

    /// The place of a row's space among ``spaces``.
    package func place(_ position: Int) -> Int { places.isEmpty ? 0 : Int(places[position]) }

    /// Adds a row of one of the spaces.
    package mutating func append(_ key: Int64, place: Int) {
        if place != 0, places.isEmpty { places = Array(repeating: 0, count: keys.count) }
        keys.append(key)
        if place != 0 || !places.isEmpty { places.append(UInt16(truncatingIfNeeded: place)) }
    }

    /// Puts rows in another order.
    /// - Parameter order: For each place of a range, which row of it comes there.
    package mutating func reorder(_ range: Range<Int>, _ order: [Int]) {
        keys.replaceSubrange(range, with: order.map { keys[$0] })
        if !places.isEmpty { places.replaceSubrange(range, with: order.map { places[$0] }) }
    }
}
