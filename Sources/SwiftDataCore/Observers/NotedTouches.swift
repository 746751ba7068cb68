/// The changes of models since the observers of a context were last brought up to date, by identifier.
package struct NotedTouches {
    private var touches: [PersistentIdentifier: ResultTouch] = [:]
    /// The touched models as identifiers are now; nil where that is not computed.
    private var resolved: Set<PersistentIdentifier>?
    /// True if anything may have changed.
    private var isAll = false

    package init() {}

    package var count: Int { touches.count }
    package var isEmpty: Bool { touches.isEmpty }
    /// True if a model has been touched, or anything may have changed.
    package var isAnything: Bool { !touches.isEmpty || isAll }

    package subscript(identifier: PersistentIdentifier) -> ResultTouch? { touches[identifier] }

    /// Adds to the notes of a model.
    package mutating func note(_ identifier: PersistentIdentifier, _ change: (inout ResultTouch) -> Void) {
        change(&touches[identifier, default: ResultTouch()])
        resolved = nil
    }

    /// Notes that anything may have changed.
    package mutating func noteAll() { isAll = true }

    /// Notes of a touched model that it was saved.
    package mutating func markSaved(_ identifier: PersistentIdentifier) { touches[identifier]?.isSaved = true }

    /// Releases the row of a model, which is not current any more. A save may have given the model another identifier.
    package mutating func forgetRow(of identifier: PersistentIdentifier) {
        touches[identifier]?.row = nil
        resolved = nil
    }

    /// True if a model is touched, under its identifier of now.
    package mutating func contains(_ identifier: PersistentIdentifier) -> Bool {
        let found = resolved ?? Set(touches.keys.map(\.resolved))
        resolved = found
        return found.contains(identifier)
    }

    /// Forgets the models, where there is no observer for them, or where anything may have changed.
    package mutating func removeAll() {
        touches = [:]
        resolved = nil
    }

    /// Hands over the notes, and begins again without any.
    package mutating func take() -> (touches: [PersistentIdentifier: ResultTouch], isAll: Bool) {
        defer { self = NotedTouches() }
        return (touches, isAll)
    }
}
