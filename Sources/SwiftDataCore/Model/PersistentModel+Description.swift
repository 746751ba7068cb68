extension PersistentModel {
    /// The class, the address of the row, and which properties have unsaved edits; no values, so that it can be logged.
    ///
    /// An addition to Apple's API. A class may have a `debugDescription` of its own.
    public var debugDescription: String { _$modelState.summary }
}

extension ModelState {
    /// A description of a model without its values.
    var summary: String {
        let place =
            switch phase {
            case .detached: "in no context"
            case .inserted: "not saved yet"
            case .registered: edited.isEmpty ? "no unsaved edits" : "unsaved: \(edited.joined(separator: ", "))"
            case .deleted: "to be deleted"
            case .gone: "deleted"
            }
        return "\(layout.entityName)(\(identifier), \(place))"
    }

    private var edited: [String] { (changes?.slots ?? []).sorted().map { layout.properties[$0].name } }
}
