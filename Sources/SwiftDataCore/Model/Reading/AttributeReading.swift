/// The reading of attributes as Swift values.
///
/// Changes a value in one way only: a decoded one replaces the encoded one. Asks ``SlotReading``, and the layout for
/// codecs and defaults.
struct AttributeReading {
    let state: ModelState

    /// An attribute that is stored as it stands.
    func storable<Value: _StorableValue>(at slot: Int) -> Value {
        if let value = Value(_stored: state.reading.shownValue(at: slot)) { return value }
        return fallback(at: slot) ?? Value._zero
    }

    /// An attribute that its codec turns into a Swift value. The value is kept, so that it is decoded once.
    func decoded<Value>(at slot: Int) -> Value? {
        let stored = state.reading.shownValue(at: slot)
        if case .object(let box) = stored, let value = box.value as? Value { return value }
        guard case .attribute(let attribute) = state.layout.properties[slot].shape else { return nil }
        do {
            if let value = try attribute.value(from: stored) as? Value {
                switch stored {
                case .composite, .data:
                    if !state.isUnloaded(slot), !state.ending.isEndingElsewhere {
                        state.put(.object(ObjectBox(any: value)), at: slot)
                    }
                default: break
                }
                return value
            }
        } catch {
            // If nothing was read, the failure has been noted.
            if state.phase == .registered, !state.isUnloaded(slot), !state.layout.properties[slot].isEphemeral,
                !state.ending.isEndingElsewhere
            {
                state.unit?.failures.note(error, of: state, slot: slot, isDamage: true)
                state.unit?.failures.announce()
            }
        }
        return fallback(at: slot)
    }

    /// Returns the value of a slot whose row is deleted or damaged: the last value, the declared default, or a zero of
    /// the type.
    private func fallback<Value>(at slot: Int) -> Value? {
        let property = state.layout.properties[slot]
        if let original = state.changes?.original, original.indices.contains(slot),
            case .object(let box) = original[slot], let value = box.value as? Value
        {
            return value
        }
        if let value = property.defaultValue as? Value { return value }
        if case .attribute(let attribute) = property.shape { return attribute.fallbackValue() as? Value }
        return nil
    }
}
