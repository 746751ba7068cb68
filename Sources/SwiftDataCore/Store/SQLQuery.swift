/// A statement in SQL that names entities and properties of a schema.
package struct SQLQuery: Sendable {
    /// A part of the statement.
    package enum Part: Sendable {
        /// SQL as the program has written it.
        case text(String)
        /// The table of an entity, under an alias; that of the entity's name where it is nil.
        case table(entity: String, alias: String?)
        /// The primary key of an entity.
        case key(entity: String, alias: String?)
        /// The column of a property, or of a member of a composite value, by the names on the way.
        case property(entity: String, path: [String], alias: String?)
        /// A value, which is bound.
        case value(StoredValue)
        /// A list of values in parentheses, which are bound.
        case list([StoredValue])

        /// The entity that the part names.
        package var entity: String? {
            switch self {
            case .table(let entity, _), .key(let entity, _), .property(let entity, _, _): entity
            case .text, .value, .list: nil
            }
        }
    }

    /// A column of the result.
    package enum Column: Sendable {
        case value(AttributeKind)
        /// The primary key of an entity.
        case key(entity: String)
    }

    package let parts: [Part]
    package let columns: [Column]

    package init(parts: [Part], columns: [Column]) {
        self.parts = parts
        self.columns = columns
    }

    /// The names of the entities that the statement names.
    package var entityNames: Set<String> { Set(parts.compactMap(\.entity)) }
}

/// The reason why a statement in SQL is not run, or has no result.
package enum SQLFailure: Error {
    /// The database does not understand the statement, or the statement is not allowed; in the words of the database.
    case refused(String)
    /// The statement has another number of columns than requested.
    case columnCount(found: Int, wanted: Int)
    /// A value of a column, counted from 1, is none of the type.
    case column(Int, reason: String)
    /// A property has no column of its own, or not one that may be written.
    case property(String)
}

/// The rows that a statement changes, with their values afterwards.
package struct SQLEffects: Sendable {
    /// The rows that it adds. Their identifiers mean nothing.
    package var inserted: [DefaultSnapshot] = []
    /// The rows that it changes.
    package var updated: [DefaultSnapshot] = []
    /// The slots that it writes, by entity.
    package var writtenSlots: [String: Set<Int>] = [:]
    package var deleted: [PersistentIdentifier] = []

    package init() {}
}
