public import Foundation
public import SwiftDataCore
import SwiftDataSyncCore

extension SyncConfiguration {
    /// Leaves rows of a class on this device until they match a predicate.
    ///
    /// A row that does not match when it is saved is not sent. It is looked at again by each later save of it, and by
    /// the first round of each engine. A row that has been sent stays synced, also where it matches no longer, and rows
    /// of other devices are received whether they match or not. A row that a sent row refers to by a to-one
    /// relationship is sent with it. A row that has not been sent follows the delete rules where another device deletes
    /// its parent. Several predicates for one class must all hold.
    ///
    /// ``SyncEngine/init(_:transport:delegate:configuration:)`` throws for a class with unique values: a row of another device
    /// may have the value of one that was not sent.
    public mutating func select<Model: PersistentModel>(_ type: Model.Type, where predicate: Predicate<Model>) {
        selections.append(
            SyncSelection(layout: ModelLayout.of(type)) { core, identifiers in
                var descriptor = FetchDescriptor(predicate: predicate)
                if let identifiers {
                    let asked = #Predicate<Model> { identifiers.contains($0.persistentModelID) }
                    descriptor.predicate = Predicate(all: [asked, predicate])
                }
                return try ModelContext(UnitOfWork(core: core)).fetchIdentifiers(descriptor)
            }
        )
    }
}

/// A predicate of a class, and the fetch of the rows that match.
struct SyncSelection: Sendable {
    let layout: ModelLayout
    /// Returns the rows that match, of all rows or of some.
    let matching: @Sendable (ContainerCore, [PersistentIdentifier]?) throws -> [PersistentIdentifier]
}

/// The predicates of an engine. Rows of other classes are all sent.
struct SyncSelections: Sendable {
    /// The core, and not the container, which may hold the engine.
    private let core: ContainerCore
    private let selections: [SyncSelection]
    /// The predicates of each class with one, by name.
    private var places: [String: [Int]] = [:]

    /// - Throws: ``SyncError`` with code `configuration`.
    init(_ selections: [SyncSelection], _ core: ContainerCore, _ schema: SyncSchema) throws {
        self.core = core
        self.selections = selections
        for (place, selection) in selections.enumerated() {
            for entity in schema.entities.values
            where entity.layout.isKind(of: selection.layout.entityName) {
                guard schema.rules.entities[entity.name]?.unique.isEmpty != false else {
                    throw SyncError(
                        .configuration,
                        "A class with unique values has a predicate for sync, though rows of other devices may have the values of "
                            + "rows that are not sent. Remove the predicate or the constraint.",
                        entity: entity.layout.entityName
                    )
                }
                places[entity.layout.entityName, default: []].append(place)
            }
        }
    }

    var isEmpty: Bool { places.isEmpty }

    /// True where rows of a class may stay on this device.
    func covers(_ entity: String) -> Bool { places[entity] != nil }

    /// True for a row that may stay on this device and has no record: it was not sent.
    func isUnsent(_ identifier: PersistentIdentifier, _ records: SyncRecords) throws -> Bool {
        try covers(identifier.entityName) && records.places.row(of: identifier) == nil
    }

    /// The rows that match all predicates of their classes, of rows of classes with predicates.
    func matching(_ identifiers: [PersistentIdentifier]) throws -> Set<PersistentIdentifier> {
        var left: Set<PersistentIdentifier> = []
        for (place, selection) in selections.enumerated() {
            let asked = identifiers.filter { places[$0.entityName]?.contains(place) == true }
            guard !asked.isEmpty else { continue }
            left.formUnion(Set(asked).subtracting(try selection.matching(core, asked)))
        }
        return Set(identifiers).subtracting(left)
    }

    /// All rows that match a predicate, whether they have been sent or not.
    func candidates() throws -> Set<PersistentIdentifier> {
        try selections.reduce(into: []) { $0.formUnion(try $1.matching(core, nil)) }
    }
}
