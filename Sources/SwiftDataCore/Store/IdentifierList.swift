/// The identifiers of some models, in order. Those of rows of our stores take a key each, a third of an identifier.
package struct IdentifierList: RandomAccessCollection, Sendable {
    /// What the identifiers of one entity share; parallel to ``RowBatch/layouts`` where this is the list of a batch.
    package let spaces: [IdentifierSpace]
    package let keys: [Int64]
    /// The place of each row's space; empty where it is the first for all of them.
    private let places: [UInt16]
    /// Used instead of keys where not all are those of rows.
    private let others: [PersistentIdentifier]

    /// A list of rows.
    /// - Parameter places: The place of each row's space; empty where it is the first for all of them.
    package init(spaces: [IdentifierSpace], keys: [Int64], places: [UInt16]) {
        self.spaces = spaces
        self.keys = keys
        self.places = places
        others = []
    }

    /// A list of identifiers of any stores.
    package init(_ identifiers: [PersistentIdentifier]) {
        (spaces, keys, places) = ([], [], [])
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
}
