public import Foundation
public import SwiftDataCore
import SwiftDataSQL

/// The changes of one save to a store, described without model classes.
///
/// An addition to Apple's API. See ``DynamicStore/history(after:limit:)``.
public struct DynamicTransaction: Sendable, Identifiable {
    /// The number of the transaction in its store.
    public let id: Int64
    /// The time of the save.
    public let timestamp: Date
    /// The author of the context that saved.
    public let author: String?
    /// The bundle identifier of the program that saved; empty for one that has none.
    public let bundleIdentifier: String
    /// The name of the process that saved.
    public let processIdentifier: String
    /// The changes, in the order in which they were written.
    public let changes: [DynamicChange]
}

/// The change of one row in a save, described without a model class.
///
/// An addition to Apple's API.
public struct DynamicChange: Sendable {
    /// The kinds of changes of a row.
    public enum Kind: String, Sendable {
        /// The row was inserted.
        case insert
        /// The row was changed.
        case update
        /// The row was deleted.
        case delete
    }

    /// The kind of the change.
    public let kind: Kind
    /// The row.
    public let identifier: PersistentIdentifier
    /// The names of the properties that an update changed.
    public let changedProperties: [String]
    /// The names of properties of which an update changed some, where it is not known which; the likely ones first.
    ///
    /// In stores of Apple's frameworks the order of relationships to many in the history is not known for sure, nor how
    /// composites and inherited properties count. Other changes of the transaction resolve most cases.
    public let possiblyChangedProperties: [String]
    /// True if ``changedProperties`` has every property that an update changed.
    public let isWhollyKnown: Bool
    /// The values that are kept of a deleted row.
    public let tombstone: [DynamicMember]

    /// The entity of the row.
    public var entityName: String { identifier.entityName }

    init(_ change: StoredChange, _ outline: EntityOutline?) {
        kind =
            switch change.kind {
            case .insert: .insert
            case .update: .update
            case .delete: .delete
            }
        identifier = change.entity.identifier(change.key)
        let properties = outline?.properties ?? []
        func names(_ slots: [Int]) -> [String] {
            slots.filter(properties.indices.contains).map { properties[$0].name }
        }
        changedProperties = names(change.slots)
        possiblyChangedProperties = names(change.possibleSlots)
        isWhollyKnown = change.isWhole
        tombstone = change.tombstone.filter { properties.indices.contains($0.slot) }.map { slot, value in
            DynamicMember(properties[slot].name, DynamicValue(value, of: properties[slot]))
        }
    }
}

extension DynamicStore {
    /// The transactions of the store's history, oldest first; none where it keeps no history.
    /// - Parameters:
    ///   - transaction: The number of a transaction, after which the result begins. Nil for all.
    ///   - limit: The maximum number of transactions; nil for no limit.
    /// - Throws: ``StoreError`` when the store cannot be read.
    public func history(after transaction: Int64? = nil, limit: Int? = nil) throws -> [DynamicTransaction] {
        try store.connection.read { runner in
            guard try store.file.history.exists(runner) else { return [] }
            var rows: [TransactionHead] = []
            try runner.query(
                "SELECT \(store.file.transactionNames.tables.heads) FROM ATRANSACTION t WHERE t.Z_PK > ? "
                    + "ORDER BY t.Z_PK LIMIT ?"
            ) {
                $0.integer(transaction ?? .min)
                $0.integer(limit.map { Int64(max($0, 0)) } ?? -1)
            } row: { row in
                rows.append(TransactionHead(row))
            }
            let reader = HistoryChangeReader(runner: runner, store: store)
            let changes = try reader.dynamicChanges(of: rows.map(\.number))
            return rows.map { row in
                DynamicTransaction(
                    id: row.number,
                    timestamp: row.timestamp,
                    author: row.author,
                    bundleIdentifier: row.bundle,
                    processIdentifier: row.process,
                    changes: (changes[row.number] ?? []).map { DynamicChange($0, outlines[$0.entity.name]) }
                )
            }
        }
    }
}
