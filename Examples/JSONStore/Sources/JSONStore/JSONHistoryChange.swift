import SwiftData

/// The insertion of a model in a JSON store.
public struct JSONHistoryInsert<Model: PersistentModel>: HistoryInsert, JSONHistoryRecord {
    public let changeIdentifier: Int
    public let transactionIdentifier: Int
    public let changedPersistentIdentifier: PersistentIdentifier

    var change: HistoryChange { .insert(self) }
}

/// A change of a model's properties in a JSON store.
public struct JSONHistoryUpdate<Model: PersistentModel>: HistoryUpdate, JSONHistoryRecord {
    public let changeIdentifier: Int
    public let transactionIdentifier: Int
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The names of the properties, which a file can hold.
    public let properties: [String]

    public var updatedAttributes: [any PartialKeyPath<Model> & Sendable] {
        properties.compactMap { Schema.keyPath(ofPropertyNamed: $0, in: Model.self) }
    }
    var change: HistoryChange { .update(self) }
}

/// The deletion of a model from a JSON store.
public struct JSONHistoryDelete<Model: PersistentModel>: HistoryDelete, JSONHistoryRecord {
    public let changeIdentifier: Int
    public let transactionIdentifier: Int
    public let changedPersistentIdentifier: PersistentIdentifier
    public let tombstone: HistoryTombstone<Model>

    var change: HistoryChange { .delete(self) }
}

/// The change of a row in a save.
enum JSONDifference {
    case inserted(PersistentIdentifier)
    case updated(SnapshotTableChanges.Update)
    case deleted(DefaultSnapshot)

    var identifier: PersistentIdentifier {
        switch self {
        case .inserted(let identifier): identifier
        case .updated(let update): update.persistentIdentifier
        case .deleted(let row): row.persistentIdentifier
        }
    }
}

protocol JSONHistoryRecord: Codable, Sendable {
    var change: HistoryChange { get }
}

/// A change in the file, under the word for what happened. Its class is that of the entity that its identifier names.
struct JSONHistoryChange: Codable, Sendable {
    /// Nothing for an entity that the schema does not have any more.
    let record: (any JSONHistoryRecord)?
    /// The text of the change in the file, where the record has less: a program with another schema can read it.
    private let text: JSONValue?

    init?(_ difference: JSONDifference, number: Int, transaction: Int, schema: Schema) {
        let identifier = difference.identifier
        func made<Model: PersistentModel>(_: Model.Type) -> any JSONHistoryRecord {
            switch difference {
            case .inserted:
                JSONHistoryInsert<Model>(
                    changeIdentifier: number,
                    transactionIdentifier: transaction,
                    changedPersistentIdentifier: identifier
                )
            case .updated(let update):
                JSONHistoryUpdate<Model>(
                    changeIdentifier: number,
                    transactionIdentifier: transaction,
                    changedPersistentIdentifier: identifier,
                    properties: update.properties
                )
            case .deleted(let row):
                JSONHistoryDelete<Model>(
                    changeIdentifier: number,
                    transactionIdentifier: transaction,
                    changedPersistentIdentifier: identifier,
                    tombstone: HistoryTombstone(row)
                )
            }
        }
        guard let type = schema.entitiesByName[identifier.entityName]?.modelType else { return nil }
        record = made(type)
        text = nil
    }

    private enum Kind: String, CodingKey, CaseIterable {
        case insert, update, delete
    }

    /// The part that is read before the class is known.
    private struct Head: Decodable {
        let changedPersistentIdentifier: PersistentIdentifier
        let tombstone: [String: JSONValue]?
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Kind.self)
        let schema = decoder.userInfo[.dataStoreSchema] as? Schema
        guard let kind = Kind.allCases.first(where: container.contains) else {
            record = nil
            text = try JSONValue(from: decoder)
            return
        }
        let head = try container.decode(Head.self, forKey: kind)
        guard let type = schema?.entitiesByName[head.changedPersistentIdentifier.entityName]?.modelType else {
            record = nil
            text = try JSONValue(from: decoder)
            return
        }
        var isWhole = true
        func decoded<Model: PersistentModel>(_: Model.Type) throws -> any JSONHistoryRecord {
            switch kind {
            case .insert: return try container.decode(JSONHistoryInsert<Model>.self, forKey: kind)
            case .update: return try container.decode(JSONHistoryUpdate<Model>.self, forKey: kind)
            case .delete:
                let delete = try container.decode(JSONHistoryDelete<Model>.self, forKey: kind)
                // A tombstone leaves out the values of properties that have gone or have another type now.
                isWhole = Array(delete.tombstone).count == head.tombstone?.count
                return delete
            }
        }
        record = try decoded(type)
        text = isWhole ? nil : try JSONValue(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        if let text { return try text.encode(to: encoder) }
        var container = encoder.container(keyedBy: Kind.self)
        guard let record else { return }
        switch record.change {
        case .insert: try container.encode(record, forKey: .insert)
        case .update: try container.encode(record, forKey: .update)
        case .delete: try container.encode(record, forKey: .delete)
        }
    }
}
