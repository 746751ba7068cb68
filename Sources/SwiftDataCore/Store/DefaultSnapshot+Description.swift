extension DefaultSnapshot: CustomDebugStringConvertible {
    /// The address of the row and its values by property, long ones shortened.
    public var debugDescription: String {
        let values = zip(layout.properties, values).map { "\($0.name): \($1.brief)" }
        return "DefaultSnapshot(\(persistentIdentifier): \(values.joined(separator: ", ")))"
    }
}

extension StoredValue {
    /// The value in a few words, for people.
    fileprivate var brief: String {
        switch self {
        case .null: "nil"
        case .composite(let values): "(\(values.map(\.brief).joined(separator: ", ")))"
        case .object(let box): "a \(type(of: box.value))"
        case .identifier(let identifier): "\(identifier)"
        case .identifiers(let identifiers): "\(identifiers.count) models"
        case .unloaded: "not loaded"
        default: entry?.brief(self) ?? ""
        }
    }
}
