/// The meanings of an edge from a record to a record that its state names.
package struct EdgeKinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A property or a present pair names the target.
    package static let names = EdgeKinds(rawValue: 1)
    /// The deletion of the target deletes the record.
    package static let cascade = EdgeKinds(rawValue: 2)
    /// The record keeps the target.
    package static let keeps = EdgeKinds(rawValue: 4)
    /// The deletion of the record deletes the target.
    package static let cascadesTo = EdgeKinds(rawValue: 8)
    /// The target keeps the record.
    package static let keptBy = EdgeKinds(rawValue: 16)
    /// The record waits for the target.
    package static let needs = EdgeKinds(rawValue: 32)
    /// The record has the target as an alias.
    package static let alias = EdgeKinds(rawValue: 64)
    /// The target may be the partner of the record in a one-to-one relationship.
    package static let partner = EdgeKinds(rawValue: 128)

    /// The kinds that concern life and waiting.
    static let ofLife: EdgeKinds = [.cascade, .keeps, .cascadesTo, .keptBy, .needs]
}

/// An edge from a record to a record that its state names.
package struct RecordEdge: Hashable, Sendable {
    package let target: RecordID
    package let kinds: EdgeKinds
}

/// The edges of a record. Each register of a property counts, whichever of them has the value.
///
/// A row that records of several entities are joined in has the rules of one of them, so that the edges have the kinds of
/// all `entities`.
struct RecordEdges {
    private(set) var kinds: [RecordID: EdgeKinds] = [:]
    private let rules: [SyncRules.Entity]

    private init(_ entities: Set<SyncName>, _ rules: SyncRules) {
        self.rules = entities.compactMap { rules.entities[$0] }
    }

    /// Returns all edges, sorted.
    static func all(_ state: RecordState, _ entities: Set<SyncName>, _ rules: SyncRules) -> [RecordEdge] {
        var edges = differing(state, from: nil, entities, rules)
        for alias in state.aliases { edges.kinds[alias, default: []].insert(.alias) }
        return edges.kinds.map { RecordEdge(target: $0.key, kinds: $0.value) }.sorted { $0.target < $1.target }
    }

    /// Returns the edges of the properties and pairs that differ from the edges of another state.
    static func differing(
        _ state: RecordState,
        from other: RecordState?,
        _ entities: Set<SyncName>,
        _ rules: SyncRules
    ) -> RecordEdges {
        var edges = RecordEdges(entities, rules)
        for (name, property) in state.properties where other?.properties[name] != property { edges.add(property, name) }
        edges.addPairs(state, from: other) { _ in true }
        return edges
    }

    /// Returns the edges that the life of a record depends on: of all references, and of the pairs that concern life and that
    /// `known` does not have.
    static func inputs(
        _ state: RecordState,
        exceptPairsOf known: RecordState?,
        _ entities: Set<SyncName>,
        _ rules: SyncRules
    ) -> RecordEdges {
        var edges = RecordEdges(entities, rules)
        for (name, property) in state.properties { edges.add(property, name) }
        edges.addPairs(state, from: known) { !$0.isDisjoint(with: .ofLife) }
        return edges
    }

    private mutating func add(_ property: PropertyState, _ name: SyncName) {
        for register in property.registers {
            guard case .reference(let target) = register.value else { continue }
            kinds[target, default: []].insert(.names)
            for case let reference? in rules.map({ $0.references[name] }) {
                if reference.onDeletion == .cascade { kinds[target, default: []].insert(.cascade) }
                if reference.keepsDestination { kinds[target, default: []].insert(.keeps) }
                if reference.needsDestination { kinds[target, default: []].insert(.needs) }
                if reference.partner != nil { kinds[target, default: []].insert(.partner) }
            }
        }
    }

    private mutating func addPairs(_ state: RecordState, from other: RecordState?, where isWanted: (EdgeKinds) -> Bool)
    {
        for (name, pairs) in state.members {
            let found = kinds(ofPairs: name)
            guard isWanted(found) else { continue }
            let known = other?.members[name] ?? [:]
            for (target, pair) in pairs where pair.isPresent && known[target]?.isPresent != true {
                kinds[target, default: []].formUnion(found)
            }
        }
    }

    private func kinds(ofPairs name: SyncName) -> EdgeKinds {
        var kinds: EdgeKinds = .names
        for case let pairs? in rules.map({ $0.pairs[name] }) {
            if pairs.onMemberDeletion == .cascade { kinds.insert(.cascade) }
            if pairs.onMemberDeletion == .deny { kinds.insert(.keeps) }
            if pairs.onOwnerDeletion == .cascade { kinds.insert(.cascadesTo) }
            if pairs.onOwnerDeletion == .deny { kinds.insert(.keptBy) }
        }
        return kinds
    }
}
