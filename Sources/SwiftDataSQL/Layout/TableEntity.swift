package import SwiftDataCore

/// An entity of a store, with its table and its model class.
package protocol TableEntity {
    var table: EntityTable { get }
    /// The properties of the model class.
    var layout: ModelLayout { get }
}

extension TableEntity {
    /// An error about the entity, or about the property in one of its slots.
    package func error(
        _ code: StoreError.Code,
        _ message: String,
        slot: Int? = nil,
        model: PersistentIdentifier? = nil,
        underlying: (any Error)? = nil
    ) -> StoreError {
        let property = slot.flatMap { layout.properties.indices.contains($0) ? layout.properties[$0].name : nil }
        return StoreError(
            code,
            message,
            entity: table.entityName,
            property: property,
            model: model,
            underlying: underlying
        )
    }
}
