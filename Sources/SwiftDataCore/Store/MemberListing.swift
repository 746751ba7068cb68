/// A store that returns the members of to-many relationships without reading their rows.
package protocol MemberListing: AnyObject {
    /// The identifiers of the members of a to-many relationship of some owners, in their order. An owner without members is left
    /// out.
    func memberIdentifiers(
        _ slot: Int,
        of layout: ModelLayout,
        owners: [PersistentIdentifier]
    ) throws -> [PersistentIdentifier: [PersistentIdentifier]]
}
