import SwiftDataCore

/// The notice about an index that does not serve the conditions that indices of other types serve.
enum IndexNotice {
    /// The properties that the log has named, as `Entity.property`.
    private static let logged = Locked<Set<String>>([])

    /// Writes to the log, once in a process, which indices over a `Decimal` a schema has.
    static func report(_ schema: Schema) {
        for entity in schema.entities {
            for index in entity.indices {
                guard let name = index.first, entity.attributesByName[name]?.kind == .decimal,
                    logged.withLock({ $0.insert("\(entity.name).\(name)").inserted })
                else { continue }
                log.notice(
                    """
                    The index over \(entity.name).\(name), a Decimal, serves equality and ranges with constant bounds. It does \
                    not serve a sort, which reads every row: store a whole number, such as cents, and sort by that property.
                    """
                )
            }
        }
    }
}
