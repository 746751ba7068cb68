/// Checks what a store answered to a fetch as far as the store cannot: whether the values are ones of the properties'
/// types. A getter has no way to say so later.
struct FetchedValues {
    /// Decodes the coded attributes of a row; what is decoded here is not decoded again when it is read.
    /// - Parameter known: The state of the row's model, if there is one: what it has decoded already stays.
    /// - Throws: ``StoreError`` with code `corruptRow`, naming entity, property and row.
    static func check(_ row: inout DefaultSnapshot, known: ModelState?) throws {
        for slot in row.layout.requiredToOneSlots {
            if case .null = row.values[slot] {
                throw damaged(row, slot, "it leads nowhere and is not optional")
            }
        }
        for (slot, attribute) in row.layout.codedAttributes {
            switch row.values[slot] {
            case .unloaded, .object: continue
            default: break
            }
            if let known, case .object = known.values[slot],
                known.values[slot].isSame(as: row.values[slot], encode: attribute.encoded)
            {
                row.values[slot] = known.values[slot]
                continue
            }
            do {
                let value = try attribute.value(from: row.values[slot])
                switch row.values[slot] {
                case .composite, .data: row.values[slot] = .object(ObjectBox(value))
                default: break
                }
            } catch {
                throw damaged(row, slot, "the stored value is not one of the property's type", error)
            }
        }
    }

    private static func damaged(
        _ row: DefaultSnapshot,
        _ slot: Int,
        _ message: String,
        _ error: (any Error)? = nil
    ) -> StoreError {
        StoreError(
            .corruptRow,
            message,
            entity: row.layout.entityName,
            property: row.layout.properties[slot].name,
            model: row.persistentIdentifier,
            underlying: error
        )
    }
}
