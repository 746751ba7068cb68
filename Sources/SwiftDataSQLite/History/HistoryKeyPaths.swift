import SwiftDataCore

/// The key paths of a class's properties, as the history hands them out.
struct HistoryKeyPaths<Model: PersistentModel> {
    private let layout: ModelLayout

    init(_ layout: ModelLayout) {
        self.layout = layout
    }

    subscript(slot: Int) -> (any PartialKeyPath<Model> & Sendable)? {
        guard layout.properties.indices.contains(slot) else { return nil }
        return DynamicCast.to((any PartialKeyPath<Model> & Sendable).self, layout.properties[slot].keyPath)
    }
}

/// Casts to types with `Sendable` in them, which `as?` refuses since values do not tell at run time whether they are
/// `Sendable`. Through a type parameter the cast looks at the rest of the type.
enum DynamicCast {
    static func to<Wanted>(_ type: Wanted.Type, _ value: Any) -> Wanted? { value as? Wanted }
}
