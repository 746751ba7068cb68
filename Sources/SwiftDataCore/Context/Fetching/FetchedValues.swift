/// Checks the answer of a store to a fetch for values that are not of the properties' types, which the store cannot do.
/// A getter could not report them later.
struct FetchedValues {
    /// Decodes the coded attributes of a row. A value that is decoded here is not decoded again when it is read.
    /// - Parameter known: The state of the row's model, if there is one. The values that it has decoded already stay.
    /// - Throws: ``StoreError`` with code `corruptRow`, naming entity, property and row.
    static func check(_ row: inout DefaultSnapshot, known: ModelState?) throws {
        try check(&row.values, of: row.layout, row.persistentIdentifier, known: known)
    }

    /// The same for the values of a row.
    static func check(
        _ values: inout [StoredValue],
        of layout: ModelLayout,
        _ identifier: PersistentIdentifier,
        known: ModelState?
    ) throws {
        func damaged(_ slot: Int, _ message: String, _ error: (any Error)? = nil) -> StoreError {
            StoreError(
                .corruptRow,
                message,
                entity: layout.entityName,
                property: layout.properties[slot].name,
                model: identifier,
                underlying: error
            )
        }
        for slot in layout.requiredToOneSlots {
            if case .null = values[slot] { throw damaged(slot, "it has no destination and is not optional") }
        }
        for (slot, attribute) in layout.codedAttributes {
            switch values[slot] {
            case .unloaded, .object: continue
            default: break
            }
            if let known, case .object = known.values[slot],
                known.values[slot].isSame(as: values[slot], encode: { try known.encoding.encoded($0, slot: slot) })
            {
                values[slot] = known.values[slot]
                continue
            }
            do {
                let value = try attribute.value(from: values[slot])
                switch values[slot] {
                case .composite, .data: values[slot] = .object(ObjectBox(any: value))
                default: break
                }
            } catch {
                throw damaged(slot, "the stored value is not one of the property's type", error)
            }
        }
    }
}

extension ModelLayout {
    /// True if rows may hold values that their store cannot check.
    var needsChecks: Bool { !requiredToOneSlots.isEmpty || !codedAttributes.isEmpty }
}
