/// The state of a model as the model holds it, for reading one attribute. Used by the accessors that `@Model` writes; not
/// for use outside them.
///
/// The reference is not counted, which would cost as much as reading. It is safe as long as the model is there and nothing
/// but this library's own code runs: the model holds the state, or one whose successor it is. So it is asked for anew for
/// each read, and used at once.
@safe @frozen public struct _HeldState {
    @usableFromInline let reference: Unmanaged<ModelState>?

    /// No state that could be read as it is.
    @inlinable public init() {
        reference = nil
    }

    @inlinable init(_ state: ModelState) {
        reference = .passUnretained(state)
    }

    /// An attribute that can be read without telling anybody, and has been fetched.
    @inlinable func _unseenValue<Value: _StorableValue>(_ slot: Int) -> Value? {
        guard let reference else { return nil }
        return reference._withUnsafeGuaranteedRef { state in
            state._isReadUnseen() ? Value(_stored: state.values[slot]) : nil
        }
    }
}
