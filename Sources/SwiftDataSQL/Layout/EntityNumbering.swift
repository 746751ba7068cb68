import SwiftDataCore

/// The numbers of the entities: roots by name from 1, each followed by its subentities, unless the model has numbers for them.
struct EntityNumbering {
    struct Entry {
        let outline: EntityOutline
        let number: Int64
        let superNumber: Int64
        /// The topmost ancestor, whose table has the rows.
        let rootName: String
        /// The numbers of this entity and its subentities, which are consecutive. This entity has the first one.
        var familyNumbers: ClosedRange<Int64>
        /// The names of the ancestors from the root down, this entity last.
        let lineage: [String]
    }

    /// The entities by number, from 1.
    private(set) var entries: [Entry] = []
    private(set) var positions: [String: Int] = [:]
    /// The numbers that the model gives; none for numbers from 1.
    private let given: [String: Int64]

    subscript(name: String) -> Entry? { positions[name].map { entries[$0] } }

    /// - Throws: ``StoreError`` for an entity that has no name, that is declared twice, or whose parent is missing or
    ///   one of its subentities.
    init(_ model: ModelOutline) throws {
        given = model.hasNumbers ? model.numbers : [:]
        // Root entities are under nil: an empty string would make an entity without a name its own parent.
        var children: [String?: [EntityOutline]] = [:]
        var names: Set<String> = []
        for entity in model.entities {
            guard !entity.name.isEmpty else { throw StoreError(.validation, "An entity of the schema has no name.") }
            guard names.insert(entity.name).inserted else {
                throw StoreError(.validation, "is declared twice in the schema", entity: entity.name)
            }
            children[entity.superName, default: []].append(entity)
        }
        for entity in model.entities {
            if let parent = entity.superName, !names.contains(parent) {
                throw StoreError(.validation, "its superclass \(parent) is not in the schema", entity: entity.name)
            }
        }
        number(children[nil] ?? [], below: nil, children: children)
        if let lost = model.entities.first(where: { positions[$0.name] == nil }) {
            throw StoreError(.validation, "is its own ancestor", entity: lost.name)
        }
    }

    private mutating func number(
        _ siblings: [EntityOutline],
        below parent: Entry?,
        children: [String?: [EntityOutline]]
    ) {
        for entity in siblings.sorted(by: precedes) {
            let position = entries.count
            let number = given[entity.name] ?? Int64(position + 1)
            let entry = Entry(
                outline: entity,
                number: number,
                superNumber: parent?.number ?? 0,
                rootName: parent?.rootName ?? entity.name,
                familyNumbers: number...number,
                lineage: (parent?.lineage ?? []) + [entity.name]
            )
            entries.append(entry)
            positions[entity.name] = position
            self.number(children[entity.name] ?? [], below: entry, children: children)
            entries[position].familyNumbers = number...(entries.last?.number ?? number)
        }
    }

    private func precedes(_ lhs: EntityOutline, _ rhs: EntityOutline) -> Bool {
        if let left = given[lhs.name], let right = given[rhs.name] { return left < right }
        return precedesByName(lhs.storedName, rhs.storedName)
    }
}
