import SwiftDataCore

/// The permanent identifiers of the rows of a save, by the places of the new rows in it.
struct KeyMap {
    let model: StoreModel
    /// The identifier of each new row; until it has a key, the identifier that it came with.
    private(set) var identifiers: [PersistentIdentifier] = []
    private var table = PlaceTable()

    init(model: StoreModel) {
        self.model = model
    }

    init(model: StoreModel, rows: [EncodedRow]) {
        self.model = model
        identifiers = rows.map(\.identifier)
        table = PlaceTable(identifiers)
    }

    /// The place of a new row; nil for an identifier that is not that of one.
    func place(of identifier: PersistentIdentifier) -> Int? { table[identifier] }

    /// The key of the new row at a place.
    func key(at place: Int) -> Int64? { identifiers[place].row }

    mutating func set(_ identifier: PersistentIdentifier, at place: Int) { identifiers[place] = identifier }

    subscript(temporary: PersistentIdentifier) -> PersistentIdentifier? {
        get { table[temporary].map { identifiers[$0] } }
        set {
            if let newValue, let place = table[temporary] { identifiers[place] = newValue }
        }
    }

    /// The identifiers that replace the identifiers of some new rows.
    func remapped(_ rows: [EncodedRow]) -> [PersistentIdentifier: PersistentIdentifier] {
        Dictionary(zip(rows.lazy.map(\.identifier), identifiers), uniquingKeysWith: { _, new in new })
    }

    /// The key of a relationship's destination. Most lead to new rows, whose entity is not asked for.
    /// - Throws: The errors of ``destination(_:)``.
    func key(of identifier: PersistentIdentifier) throws -> Int64 {
        if let place = table[identifier], let key = identifiers[place].row { return key }
        return try destination(identifier).key
    }

    /// The entity and key of a relationship's destination.
    /// - Throws: ``StoreError`` with code `validation` for a model that is neither stored nor part of this save.
    func destination(_ identifier: PersistentIdentifier) throws -> (entity: StoreEntity, key: Int64) {
        let resolved = table[identifier].map { identifiers[$0] } ?? identifier.resolved
        guard let key = resolved.row, let entity = model.owner(of: resolved) else {
            throw StoreError(
                .validation,
                "a relationship leads to a model that is not in this store and not being saved to it",
                entity: identifier.entityName,
                model: identifier
            )
        }
        return (entity, key)
    }
}

/// The places of identifiers in a list.
///
/// The numbers of temporary keys grow as models are made, so that the keys of one save are close together: a table by
/// number then needs neither hashing nor comparing.
private struct PlaceTable {
    private var first: UInt64 = 0
    /// The places by number, -1 for a number that is not in the list.
    private var places: [Int32] = []
    /// The places of identifiers that are in no such table. Made when it is first needed: a decoded identifier has a
    /// number of its own, which is rare.
    private let others: OtherIdentifiers?

    /// The places of other identifiers. Not shared: the table is used by one save, in its transaction.
    private final class OtherIdentifiers {
        let identifiers: [PersistentIdentifier]
        private(set) lazy var places = Dictionary(
            identifiers.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { _, new in new }
        )

        init(_ identifiers: [PersistentIdentifier]) {
            self.identifiers = identifiers
        }
    }

    init() {
        others = nil
    }

    init(_ identifiers: [PersistentIdentifier]) {
        var (least, most) = (UInt64.max, UInt64.min)
        var isTemporary = true
        for identifier in identifiers {
            guard case .temporary(let key) = identifier.id.key else {
                isTemporary = false
                continue
            }
            least = min(least, key.serial)
            most = max(most, key.serial)
        }
        others = identifiers.isEmpty ? nil : OtherIdentifiers(identifiers)
        guard isTemporary, least <= most, most - least < UInt64(identifiers.count) * 8 + 1024 else { return }
        first = least
        places = [Int32](repeating: -1, count: Int(most - least) + 1)
        for (place, identifier) in identifiers.enumerated() {
            if case .temporary(let key) = identifier.id.key { places[Int(key.serial - least)] = Int32(place) }
        }
    }

    subscript(identifier: PersistentIdentifier) -> Int? {
        guard let others else { return nil }
        if case .temporary(let key) = identifier.id.key {
            let offset = key.serial &- first
            if offset < UInt64(places.count), places[Int(offset)] >= 0 { return Int(places[Int(offset)]) }
            if key.permanent != nil { return nil }
        } else if !places.isEmpty {
            return nil
        }
        return others.places[identifier]
    }
}
