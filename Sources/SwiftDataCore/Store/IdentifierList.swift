/// The identifiers of some models, in order. Identifiers of rows of our stores take a key each, a third of an
/// identifier.
package struct IdentifierList: RandomAccessCollection, Sendable {
    /// The spaces of the identifiers, one for each entity; parallel to ``RowBatch/layouts`` where this is the list of a
    /// batch.
    package let spaces: [IdentifierSpace]
    package let keys: [Int64]
    /// The place of each row's space; empty where it is the first for all of them.
    private let places: [UInt16]
    /// Used instead of keys where not all identifiers have keys of rows.
    private let others: [PersistentIdentifier]

    /// A list of rows.
    /// - Parameter places: The place of each row's space; empty where it is the first for all of them.
    package init(spaces: [IdentifierSpace], keys: [Int64], places: [UInt16]) {
        self.spaces = spaces
        self.keys = keys
        self.places = places
        others = []
    }

    /// A list of rows whose keys may be any.
    /// - Parameter places: The place of each row's space.
    init(_ identifiers: [PersistentIdentifier], spaces: [IdentifierSpace], places: [UInt16]) {
        self.spaces = spaces
        self.places = places
        keys = []
        others = identifiers
    }

    /// A list of identifiers of any stores.
    package init(_ identifiers: [PersistentIdentifier]) {
        (spaces, keys, places) = ([], [], [])
        others = identifiers
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { others.isEmpty ? keys.count : others.count }

    /// True if the list has a key for each identifier.
    package var hasKeys: Bool { others.isEmpty }

    package subscript(position: Int) -> PersistentIdentifier {
        guard others.isEmpty else { return others[position] }
        return PersistentIdentifier(space: spaces[place(position)], key: .row(keys[position]))
    }

    /// The places of the identifiers in a list that has them in the same order.
    func places(in list: IdentifierList) -> [Int] {
        guard count < list.count else { return Array(indices) }
        var places: [Int] = []
        places.reserveCapacity(count)
        var next = 0
        for identifier in self {
            while next < list.count, list[next] != identifier { next += 1 }
            guard next < list.count else { break }
            places.append(next)
            next += 1
        }
        return places
    }

    /// The identifiers at some places, in their order.
    package func selecting(_ indices: [Int]) -> IdentifierList {
        let places: [UInt16] = self.places.isEmpty ? [] : indices.map { self.places[$0] }
        guard others.isEmpty else {
            return IdentifierList(indices.map { others[$0] }, spaces: spaces, places: places)
        }
        return IdentifierList(spaces: spaces, keys: indices.map { keys[$0] }, places: places)
    }

    /// The identifiers of some lists of rows, one list after the other.
    package init(joining lists: [IdentifierList]) {
        var (spaces, keys, places): ([IdentifierSpace], [Int64], [UInt16]) = ([], [], [])
        for list in lists {
            let first = spaces.count
            places.append(contentsOf: list.indices.map { UInt16(truncatingIfNeeded: first + list.place($0)) })
            spaces.append(contentsOf: list.spaces)
            keys.append(contentsOf: list.keys)
        }
        self.init(spaces: spaces, keys: keys, places: places)
    }

    /// The place of a row's space among ``spaces``.
    package func place(_ position: Int) -> Int { places.isEmpty ? 0 : Int(places[position]) }
}
