import SwiftDataCore

// Classes by hand for rows that are written and merged as plain values. Nothing reads or writes their properties.

private protocol Outline: PersistentModel {}

extension Outline {
    fileprivate func absent<Value>(_: Value.Type = Value.self) -> Value { preconditionFailure("only key paths") }
}

/// A class with a property of each kind that the plan of a save tells apart.
final class Dock: Outline {
    var persistentBackingData: any BackingData<Dock>
    init(backingData: any BackingData<Dock>) { persistentBackingData = backingData }
    static var schemaMetadata: [Schema.PropertyMetadata] {
        [
            .init(name: "name", keypath: \Dock.name),
            .init(name: "note", keypath: \Dock.note),
            .init(name: "depth", keypath: \Dock.depth, metadata: Schema.Attribute(.ephemeral)),
            .init(name: "keeper", keypath: \Dock.keeper),
            .init(name: "guest", keypath: \Dock.guest),
            .init(
                name: "boats",
                keypath: \Dock.boats,
                metadata: Schema.Relationship(deleteRule: .deny, minimumModelCount: 1, maximumModelCount: 2)
            ),
            .init(
                name: "spares",
                keypath: \Dock.spares,
                metadata: Schema.Relationship(deleteRule: .cascade, minimumModelCount: 2)
            ),
        ]
    }
    var name: String {
        get { absent() }
        set {}
    }
    var note: String? {
        get { absent() }
        set {}
    }
    var depth: Int {
        get { absent() }
        set {}
    }
    var keeper: Keeper {
        get { absent() }
        set {}
    }
    var guest: Keeper? {
        get { absent() }
        set {}
    }
    var boats: [Boat] {
        get { absent() }
        set {}
    }
    var spares: [Boat]? {
        get { absent() }
        set {}
    }
}

final class Keeper: Outline {
    var persistentBackingData: any BackingData<Keeper>
    init(backingData: any BackingData<Keeper>) { persistentBackingData = backingData }
    static var schemaMetadata: [Schema.PropertyMetadata] {
        [.init(name: "name", keypath: \Keeper.name, metadata: Schema.Attribute(.unique))]
    }
    var name: String {
        get { absent() }
        set {}
    }
}

final class Boat: Outline {
    var persistentBackingData: any BackingData<Boat>
    init(backingData: any BackingData<Boat>) { persistentBackingData = backingData }
    static var schemaMetadata: [Schema.PropertyMetadata] { [.init(name: "name", keypath: \Boat.name)] }
    var name: String {
        get { absent() }
        set {}
    }
}

/// The slots of ``Dock``.
enum DockSlot {
    static let name = 0
    static let note = 1
    static let depth = 2
    static let keeper = 3
    static let guest = 4
    static let boats = 5
    static let spares = 6
}

/// Identifiers and rows in short words.
enum Plain {
    static func temporary(_ entity: String) -> PersistentIdentifier {
        PersistentIdentifier(space: .named(store: nil, entity: entity), key: .temporary(TemporaryKey()))
    }

    static func row(_ number: Int64, _ entity: String = "Dock", store: String = "A") -> PersistentIdentifier {
        PersistentIdentifier(store: store, entity: entity, row: number)
    }

    /// The values of a valid dock, but for some.
    static func dock(_ changed: [Int: StoredValue] = [:]) -> [StoredValue] {
        var values: [StoredValue] = [
            .string("North"), .null, .integer(3), .identifier(row(1, "Keeper")), .null, .identifiers([row(1, "Boat")]),
            .null,
        ]
        for (slot, value) in changed { values[slot] = value }
        return values
    }

    static func snapshot(
        _ identifier: PersistentIdentifier,
        _ values: [StoredValue],
        _ layout: ModelLayout = Dock._$modelLayout,
        changed slots: [Int]? = nil
    ) -> DefaultSnapshot {
        var row = DefaultSnapshot(persistentIdentifier: identifier, layout: layout, values: values)
        if let slots { row.changedSlots = slots }
        return row
    }
}

/// The values as text, to be compared.
func described(_ values: [StoredValue]) -> [String] { values.map { "\($0)" } }
