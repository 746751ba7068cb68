/// The choices of a file that its model leaves open.
package struct StoredForm: Sendable {
    /// The columns of the tables that many-to-many relationships may have, by table, in upper case.
    package let joinTables: [String: [String]]
    /// True if the bits of the history are in the order of Apple's frameworks.
    package let hasAppleHistory: Bool

    package init(joinTables: [String: [String]], hasAppleHistory: Bool) {
        self.joinTables = joinTables
        self.hasAppleHistory = hasAppleHistory
    }

    func hasColumns(_ columns: [String], in table: String) -> Bool {
        Set(joinTables[table] ?? []).isSuperset(of: columns)
    }

    /// The column of a join table for a name: the name itself, or the name with a number appended if it was taken when
    /// the column was named.
    /// - Parameter other: The column of the other side.
    func column(_ name: String, of table: String, otherThan other: String?) -> String? {
        let columns = (joinTables[table] ?? []).filter { $0 != other }
        if columns.contains(name) { return name }
        return columns.first { column in
            column.hasPrefix(name) && column.dropFirst(name.count).allSatisfy { $0.isASCII && $0.isNumber }
        }
    }
}

extension ModelOutline {
    /// The same model without the inverses of transient relationships: the inverse of a stored relationship has to be
    /// stored.
    package var withoutTransientInverses: ModelOutline {
        let transient = Dictionary(
            entities.map { ($0.name, Set($0.transientRelationships.map(\.name))) }
        ) { first, _ in first }
        guard transient.values.contains(where: { !$0.isEmpty }) else { return self }
        let parents = Dictionary(entities.map { ($0.name, $0.superName) }) { first, _ in first }
        func isTransient(_ name: String, _ entity: String) -> Bool {
            var (next, steps): (String?, Int) = (entity, 0)
            while let current = next, steps <= entities.count {
                if transient[current]?.contains(name) == true { return true }
                (next, steps) = (parents[current] ?? nil, steps + 1)
            }
            return false
        }
        var model = self
        for index in model.entities.indices {
            model.entities[index].properties = model.entities[index].properties.map { property in
                guard case .relationship(var relationship) = property, let inverse = relationship.inverseName,
                    isTransient(inverse, relationship.destination)
                else { return property }
                relationship.inverseName = nil
                return .relationship(relationship)
            }
        }
        return model
    }
}
