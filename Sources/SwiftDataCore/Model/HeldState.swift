/// The state of a model as the model holds it, for reading and writing one attribute. Used by the accessors that `@Model`
/// writes; not for use outside them.
///
/// The reference is not counted, which would cost as much as reading. It is safe as long as the model exists and
/// nothing but this library's own code runs: the model holds the state, or one whose successor it is. So it is looked
/// up for each access, used at once, and counted before anything of the user's may run.
@safe @frozen public struct _HeldState {
    @usableFromInline let reference: Unmanaged<ModelState>

    /// A state that its model holds.
    @inlinable public init(_ state: ModelState) {
        reference = .passUnretained(state)
    }

    /// Reads an attribute; `model` is that of the accessor.
    @inline(__always) func value<Value: _StorableValue>(_ slot: Int, _ model: AnyObject) -> Value {
        if let value: Value = _unseenValue(slot) { return value }
        return _valueSlowly(slot, model)
    }

    /// An attribute that can be read without notifying Observation, and has been fetched.
    @inlinable func _unseenValue<Value: _StorableValue>(_ slot: Int) -> Value? {
        reference._withUnsafeGuaranteedRef { state in
            state._isReadUnseen() ? Value(_stored: state.values[slot]) : nil
        }
    }

    /// Reads an attribute where there is more to do than to read it.
    @usableFromInline @inline(never) package func _valueSlowly<Value: _StorableValue>(
        _ slot: Int,
        _ model: AnyObject
    ) -> Value {
        let state = reference.takeUnretainedValue()
        state.watchedAccess.noteAccessorRead(of: model, slot, Value.self)
        return state.backing.customValue(slot) ?? state.attributes.storable(at: slot)
    }

    /// Writes an attribute; `model` is that of the accessor.
    @usableFromInline package func _write(_ slot: Int, _ newValue: __owned StoredValue, _ model: AnyObject) {
        let state = reference.takeUnretainedValue()
        if !state.writeUnseen(slot, newValue) { state.watchedAccess.writeSlowly(slot, newValue, of: model) }
    }
}
