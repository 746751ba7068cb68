/// The model classes of the rows of entities, for decoding a snapshot that has only the entity's name.
///
/// Two versions of a schema may share the name, and both may be open. So the nearest source comes first: the decoder,
/// then the store that is being called, then the open store that the identifier names, and the schema that was opened
/// last only where none of them is known.
package final class SnapshotTypes: Sendable {
    /// The types of the store that this task, or thread, is calling.
    @TaskLocal package static var called: SnapshotTypes?

    private static let registry = Locked(Registry())
    private let layouts: [String: ModelLayout]
    /// The store whose identifiers were read first, while a store is being opened: its name is taken for the store's
    /// own.
    private let opened: Locked<String?>?

    private struct Registry {
        var byStore: [String: WeakTypes] = [:]
        var lastOpened: [String: ModelLayout] = [:]
        var schedule = SweepSchedule()
    }

    private struct WeakTypes {
        weak var types: SnapshotTypes?
    }

    /// - Parameter isOpening: True if the types belong to a store that is being opened, and that may read its rows
    ///   meanwhile.
    package init(_ schema: Schema, isOpening: Bool = false) {
        opened = isOpening ? Locked(nil) : nil
        let found = schema.entities.compactMap { entity in entity.modelType.map { (entity.name, $0._$modelLayout) } }
        layouts = Dictionary(found) { first, _ in first }
    }

    /// True if identifiers of a store and an entity belong to the store that is being opened.
    func isOpening(_ store: String?, _ entity: String) -> Bool {
        guard let opened, let store, layouts[entity] != nil else { return false }
        return opened.withLock { first in
            if first == nil { first = store }
            return first == store
        }
    }

    /// The numbers of known stores and names of entities, for tests.
    package static var counts: (stores: Int, entities: Int) {
        registry.withLock { ($0.byStore.count, $0.lastOpened.count) }
    }

    /// The layout of an entity.
    package subscript(entityName: String) -> ModelLayout? { layouts[entityName] }

    /// Registers the types for as long as they live, as the types of some stores.
    package func register(forStores identifiers: [String]) {
        Self.registry.withLock { registry in
            if registry.schedule.isDue(registry.byStore.count) {
                registry.byStore = registry.byStore.filter { $0.value.types != nil }
                registry.schedule.swept(registry.byStore.count)
            }
            for identifier in identifiers { registry.byStore[identifier] = WeakTypes(types: self) }
            registry.lastOpened.merge(layouts) { _, new in new }
        }
    }

    /// The layout of the row that an identifier stands for.
    package static func layout(
        of identifier: PersistentIdentifier,
        userInfo: [CodingUserInfoKey: Any] = [:]
    ) -> ModelLayout? {
        if let schema = userInfo[.dataStoreSchema] as? Schema {
            return schema.entitiesByName[identifier.entityName]?.modelType?._$modelLayout
        }
        if let called { return called[identifier.entityName] }
        return registry.withLock { registry in
            let types = identifier.storeIdentifier.flatMap { registry.byStore[$0]?.types }
            return types?[identifier.entityName] ?? registry.lastOpened[identifier.entityName]
        }
    }
}

extension CodingUserInfoKey {
    /// The key, in the `userInfo` of a decoder, of the `Schema` whose classes the decoded snapshots have.
    ///
    /// An addition to Apple's API. It is needed for files of another version of the schema only: without it, snapshots
    /// are of the schema of the store that decodes them.
    public static let dataStoreSchema = CodingUserInfoKey(rawValue: "SwiftData.dataStoreSchema")!
}
