import Foundation
public import SwiftDataCore
import SwiftDataSQL

/// A row that was read without a model class.
///
/// An addition to Apple's API. See ``DynamicStore``.
public struct DynamicRow: Sendable, Identifiable {
    let snapshot: DefaultSnapshot
    private let outline: EntityOutline
    private let members: [Int: [PersistentIdentifier]]
    /// The relationships to many models whose members could not be read.
    private let lost: Set<Int>

    init(
        _ snapshot: DefaultSnapshot,
        _ outline: EntityOutline,
        members: [Int: [PersistentIdentifier]],
        lost: Set<Int> = []
    ) {
        self.snapshot = snapshot
        self.outline = outline
        self.members = members
        self.lost = lost
    }

    /// The identifier of the row.
    public var id: PersistentIdentifier { snapshot.persistentIdentifier }
    /// The identifier of the row.
    public var persistentModelID: PersistentIdentifier { snapshot.persistentIdentifier }
    /// The entity of the row, which may be below the one that was asked for.
    public var entityName: String { outline.name }
    /// The key of the row in its table.
    public var primaryKey: Int64 { snapshot.persistentIdentifier.row ?? 0 }
    /// The number of times that the row has been written, in Core Data's count; nil if the row does not have it.
    public var lockCounter: Int64? { snapshot.lock == DefaultSnapshot.unknownLock ? nil : snapshot.lock }
    /// The names of the properties, inherited ones first.
    public var propertyNames: [String] { outline.properties.map(\.name) }

    /// The value of a property; nil where the entity has none of that name. A relationship to many models is empty where
    /// the members were not asked for.
    public subscript(name: String) -> DynamicValue? {
        outline.properties.firstIndex { $0.name == name }.map(value)
    }

    /// The values of all properties, with their names, in the order of ``propertyNames``.
    public var values: [DynamicMember] {
        outline.properties.indices.map { DynamicMember(outline.properties[$0].name, value($0)) }
    }

    /// True if a slot has a value that could not be read, for a row of which every property was asked for.
    package func isUnreadable(_ slot: Int) -> Bool {
        if lost.contains(slot) { return true }
        guard case .unloaded = snapshot.values[slot] else { return false }
        if case .relationship(let relationship) = outline.properties[slot] { return relationship.isToOne }
        return true
    }

    /// The value as the store keeps it; `.unloaded` for members, and for values that could not be read.
    package func stored(_ slot: Int) -> StoredValue { snapshot.values[slot] }

    /// The value of a property by its place among ``propertyNames``.
    package func value(_ slot: Int) -> DynamicValue {
        if lost.contains(slot) { return .unreadable }
        if let members = members[slot] { return .identifiers(members) }
        return DynamicValue(snapshot.values[slot], of: outline.properties[slot])
    }
}
