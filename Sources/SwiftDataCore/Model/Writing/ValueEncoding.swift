/// The values of a state in the form in which stores keep them.
///
/// Changes nothing. Code of the program runs here: the unit notes it, so that it leads to no other encoding.
struct ValueEncoding {
    let state: ModelState

    /// A value as stores keep it.
    func encoded(_ value: StoredValue, slot: Int) throws -> StoredValue {
        guard case .object = value, case .attribute(let attribute) = state.layout.properties[slot].shape else {
            return value
        }
        guard let unit = state.unit else { return try attribute.encoded(value) }
        guard !unit.isEncoding else { throw EncodingInProgress() }
        unit.isEncoding = true
        defer { unit.isEncoding = false }
        return try attribute.encoded(value)
    }

    /// Returns a value in the form in which stores keep it. One that cannot be encoded equals no other.
    func comparable(_ value: StoredValue, _ slot: Int) -> StoredValue {
        guard case .object = value else { return value }
        return (try? encoded(value, slot: slot)) ?? value
    }

    func encodedForStores(_ value: StoredValue, _ slot: Int) throws -> StoredValue {
        do {
            return try encoded(value, slot: slot)
        } catch {
            throw StoreError(
                .validation,
                "the value could not be encoded.",
                entity: state.layout.entityName,
                property: state.layout.properties[slot].name,
                model: state.identifier,
                underlying: error
            )
        }
    }
}

/// The error of a comparison that the encoding of a value led to. The comparison would encode values again, so that
/// they count as different.
private struct EncodingInProgress: Error {}
