/// The values of a state as a row, for stores and for other contexts.
///
/// Changes nothing but values that are read for it. Asks ``SlotReading`` and ``ValueEncoding``.
struct RowMaking {
    let state: ModelState

    /// The values as they are, and the counter with which they were read.
    func row() -> DefaultSnapshot {
        var row = DefaultSnapshot(persistentIdentifier: state.identifier, layout: state.layout, values: state.values)
        row.lock = state.lock
        return row
    }

    /// The values as a row has them, without to-many relationships; nil where some are not known.
    func sharedValues() -> [StoredValue]? {
        var shared = state.values
        for property in state.layout.properties where !property.isEphemeral {
            switch (property.shape, state.values[property.slot]) {
            case (.toMany, _): shared[property.slot] = .unloaded
            case (_, .unloaded): return nil
            case (_, .identifier(let identifier)) where identifier.isTemporary: return nil
            case (_, .object):
                // Decoded values may hold objects, which belong to this context.
                guard let encoded = try? state.encoding.encoded(state.values[property.slot], slot: property.slot) else {
                    return nil
                }
                if case .object = encoded { return nil }
                shared[property.slot] = encoded
            default: break
            }
        }
        return shared
    }

    /// Returns the number of models in a to-many relationship, which is read if it was not; nil where it is nil.
    func memberCount(at slot: Int) throws -> Int? {
        // It may have been written to from the other side only, and not been read yet.
        switch state.reading.trueValue(at: slot) {
        case .identifiers(let members): return members.count
        case .unloaded:
            throw state.standIns.unreadable(
                slot,
                "the relationship could not be read, so its models could not be counted. Save again.",
                state.failedReads?.members[slot]
            )
        default: return nil
        }
    }

    /// - Throws: ``StoreError`` with code `unreadable` for a value that a row cannot be saved without.
    func checkUnread(_ slot: Int) throws {
        guard !state.isToMany(slot), !state.layout.properties[slot].isEphemeral else { return }
        throw state.standIns.unreadable(
            slot,
            "the stored value could not be read, so the row cannot be saved. Save again.",
            state.failedReads?.cause(of: slot, isToMany: false)
        )
    }
}
