/// A row, or a model, that a query can be evaluated on in memory.
package protocol QueryRow {
    var identifier: PersistentIdentifier { get }
    /// The properties of the row's own class, which may be a subclass of the one that was asked for.
    var layout: ModelLayout { get }
    /// The model, where there is one. Computed properties are read from it.
    var model: (any PersistentModel)? { get }
    /// The attribute in a slot, decoded or as a store keeps it.
    func value(slot: Int) throws -> StoredValue
    /// The destination of the to-one relationship in a slot.
    func destination(slot: Int) throws -> (any QueryRow)?
    /// The destinations of the to-many relationship in a slot.
    func destinations(slot: Int) throws -> [any QueryRow]
}

extension QueryRow {
    package var model: (any PersistentModel)? { nil }
}
