/// The assignment of the columns of `ACHANGE` to the attributes of deleted rows.
///
/// A store never changes its numbers: if it was written with other marks, the position among the attributes that are
/// marked now would be a column with values of another attribute.
package struct TombstoneNumbers: Sendable, Equatable {
    /// The number in the column's name, by entity and by ``TombstoneColumn/path``.
    package private(set) var entities: [String: [String: Int]] = [:]

    /// Creates an assignment in which no number is taken.
    package init() {}

    /// Creates the assignment of a store; nil if the numbers cannot be numbers of columns.
    package init?(_ entities: [String: [String: Int]]) {
        for paths in entities.values {
            let isValid = paths.values.allSatisfy { (0..<Self.limit).contains($0) }
            guard isValid, Set(paths.values).count == paths.count else { return nil }
        }
        self.entities = entities
    }

    /// A number larger than the number of columns that a table can have.
    private static let limit = 1 << 16

    package var isEmpty: Bool { entities.isEmpty }

    /// Assigns numbers to attributes that have none, by name and after the numbers that the entity has used. The number
    /// of an attribute that is not marked any more stays taken.
    package mutating func append(_ tables: [EntityTable]) {
        for table in tables where !table.tombstones.isEmpty {
            var paths = entities[table.entityName] ?? [:]
            var next = (paths.values.max() ?? -1) + 1
            for column in table.tombstones where paths[column.path] == nil {
                paths[column.path] = next
                next += 1
            }
            entities[table.entityName] = paths
        }
    }

    /// Adds the stored numbers of an entity. Of two attributes with one name, the first keeps it. The number of the
    /// second stays taken by a name that no attribute has.
    package mutating func add(_ entity: String, _ numbers: [(path: String, number: Int, isGone: Bool)]) {
        var paths: [String: Int] = [:]
        for (path, number, isGone) in numbers.sorted(by: { !$0.isGone && $1.isGone }) {
            let name = isGone || paths[path] != nil ? "\(path) (\(number))" : path
            paths[name] = number
        }
        entities[entity] = paths
    }

    /// The columns for an entity's marked attributes, except for attributes without a number.
    package func columns(of table: EntityTable) -> [TombstoneColumn] {
        let paths = entities[table.entityName] ?? [:]
        return table.tombstones.compactMap { column in paths[column.path].map { column.numbered($0) } }
    }
}
