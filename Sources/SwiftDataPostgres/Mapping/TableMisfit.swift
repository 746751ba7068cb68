#if PostgreSQL
/// A place where a model does not fit the tables of another program.
///
/// An addition to Apple's API. See ``PostgresConfiguration/Tables/existing``.
public struct TableMisfit: Sendable, Hashable, CustomStringConvertible {
    /// The entity.
    public let entity: String
    /// The property; nil where the table or its key does not fit.
    public let property: String?
    /// The table that was found, or the first that was looked for.
    public let table: String
    /// The column; nil where none was found.
    public let column: String?
    /// The reason. It names types, never values.
    public let reason: String
    /// The change of the model or of the table that would make it fit.
    public let remedy: String

    /// The place, the reason and the remedy.
    public var description: String {
        let name = [entity, property].compactMap { $0 }.joined(separator: ".")
        let place = [table, column].compactMap { $0 }.joined(separator: ".")
        return "\(name) (\(place)): \(reason). \(remedy)."
    }
}

/// All places where models do not fit the tables of another program: the ``StoreError/underlyingError`` of the error with code
/// `cannotOpen` that opening the store throws.
///
/// An addition to Apple's API.
public struct TableMappingFailure: Error, Sendable, CustomStringConvertible {
    /// The places, in the order of the entities.
    public let misfits: [TableMisfit]

    /// One line for each place.
    public var description: String { misfits.map(\.description).joined(separator: "\n") }
}
#endif
