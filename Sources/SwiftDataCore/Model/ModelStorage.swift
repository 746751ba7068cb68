/// The storage for a model's state. Written into models by `@Model`; not for use outside them.
///
/// It ends with the model, after the model's deinitialiser, on whatever thread releases the model, and notifies the
/// state.
public struct _ModelStorage: ~Copyable {
    @usableFromInline var state: ModelState?

    /// No state yet: it is made when it is first needed.
    @inlinable public init() {
        state = nil
    }

    /// The state behind a backing data.
    public init<M: PersistentModel>(_ backing: borrowing any BackingData<M>, _ type: M.Type) {
        state = nil
        set(ModelState._make(backing, type))
    }

    deinit {
        guard let state else { return }
        #if DEBUG
            ReleaseHooks.storageIsEnding()
        #endif
        state.ending.leave()
    }

    /// The state, if there is one that has its model and can be used unchanged.
    @inlinable public var _bound: ModelState? {
        if let state, state.isBound { return state }
        return nil
    }

    /// True if there is no state yet.
    @inlinable public var _isEmpty: Bool { state == nil }

    /// The state, as ``_bound``, without counting a reference.
    @inlinable public var _held: _HeldState? {
        if let state, state.isBound { return _HeldState(state) }
        return nil
    }

    /// Replaces the state.
    /// - Returns: The previous state, which the caller releases.
    public mutating func _exchange(_ newState: ModelState) -> ModelState? {
        let old = state
        set(newState)
        return old
    }

    mutating func set(_ newState: ModelState) {
        newState.ending.begin()
        state = newState
    }

    /// Releases the state.
    mutating func take() -> ModelState? {
        let taken = state
        state = nil
        return taken
    }
}
