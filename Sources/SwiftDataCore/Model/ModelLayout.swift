/// The properties of a model class by slot: inherited ones first, then its own in the order of their declaration.
///
/// `@unchecked Sendable`: everything is set before the layout is published, except the inverses, which a lock guards. The
/// state that `factory` has as an example is never read or changed.
public final class ModelLayout: @unchecked Sendable {
    package let modelType: any PersistentModel.Type
    package let entityName: String
    package let superLayout: ModelLayout?
    /// Indexed by slot.
    package let properties: [PropertyLayout]
    /// Property lists of `.unique` and `#Unique`, as far as the class itself declares them.
    package let uniquenessConstraints: [[String]]
    /// The indices of `#Index`, as far as the class itself declares them.
    package let indices: [IndexDescription]
    /// The error that makes the class unusable as a model; nil for a usable class.
    package let problem: StoreError?

    /// The values of a model before anything is set, by slot: nothing, no models, and the defaults of ephemeral
    /// attributes, which no row has.
    package let emptyValues: [StoredValue]
    /// The values of a fault, by slot.
    package let unloadedValues: [StoredValue]
    /// The slots of ephemeral attributes.
    package let ephemeralSlots: [Int]
    let hasEphemeralSlots: Bool
    /// The stored attributes whose columns may hold bytes that are not a value of their type.
    package let codedAttributes: [(slot: Int, attribute: Schema.Attribute)]
    /// The slots of to-one relationships that are not optional.
    package let requiredToOneSlots: [Int]
    package let relationshipSlots: [Int]
    /// The numbers of the to-one relationships among themselves, by slot; -1 for other slots.
    let toOneNumbers: [Int]
    /// The slots of to-many relationships whose members are deleted with their owner.
    package let cascadingSlots: [Int]
    /// The slots of relationships that hold back a deletion.
    package let denyingSlots: [Int]
    /// The slots of to-many relationships with a least or a greatest number of models.
    package let countedSlots: [Int]
    /// True if a new model may turn out to be a stored one.
    package let hasUniqueValues: Bool

    /// The hooks of the class.
    package let hooks: ModelHooks

    /// The space of the temporary identifiers of the class's models.
    package let temporarySpace: IdentifierSpace
    /// Makes models of the class.
    private(set) var factory: ModelFactory

    /// The first slot of the class's own properties.
    package let ownOffset: Int

    let inverseTable: InverseTable
    let inverses = Locked<[Int: InverseAnswer]>([:])
    private let slotsByKeyPath: [AnyKeyPath: Int]
    private let slotsByName: [String: Int]

    /// - Parameter isKept: True if the layout is never released, as every ``ModelState`` needs.
    package init(
        modelType: any PersistentModel.Type,
        entityName: String,
        superLayout: ModelLayout?,
        properties: [PropertyLayout],
        uniquenessConstraints: [[String]] = [],
        indices: [IndexDescription] = [],
        problem: StoreError? = nil,
        isKept: Bool = true
    ) {
        self.modelType = modelType
        self.entityName = entityName
        self.superLayout = superLayout
        self.properties = properties
        self.uniquenessConstraints = uniquenessConstraints
        self.indices = indices
        self.problem = problem
        ownOffset = superLayout?.slotCount ?? 0
        inverseTable = InverseTable(slotCount: properties.count)
        temporarySpace = .named(store: nil, entity: entityName)
        factory = ModelFactory(modelType)
        hooks = ModelHooks(modelType, properties)
        emptyValues = properties.map(\.emptyValue)
        unloadedValues = properties.map { $0.isEphemeral ? $0.emptyValue : .unloaded }
        ephemeralSlots = properties.filter(\.isEphemeral).map(\.slot)
        hasEphemeralSlots = !ephemeralSlots.isEmpty
        codedAttributes = properties.compactMap { property in
            guard case .attribute(let attribute) = property.shape, attribute.kind.isCoded, !property.isEphemeral else {
                return nil
            }
            return (property.slot, attribute)
        }
        requiredToOneSlots = properties.compactMap { property in
            guard case .toOne = property.shape, !property.isOptional else { return nil }
            return property.slot
        }
        var toOneCount = 0
        toOneNumbers = properties.map { property in
            guard property.isToOne else { return -1 }
            defer { toOneCount += 1 }
            return toOneCount
        }
        relationshipSlots = properties.filter { $0.relationship != nil }.map(\.slot)
        cascadingSlots = properties.compactMap { property in
            guard case .toMany(let relationship, _) = property.shape, case .cascade = relationship.deleteRule else {
                return nil
            }
            return property.slot
        }
        denyingSlots = properties.compactMap { property in
            if case .deny = property.relationship?.0.deleteRule { property.slot } else { nil }
        }
        countedSlots = properties.compactMap { property in
            guard case .toMany(let relationship, _) = property.shape else { return nil }
            let hasCounts = (relationship.minimumModelCount ?? 0) > 0 || (relationship.maximumModelCount ?? 0) > 0
            return hasCounts ? property.slot : nil
        }
        hasUniqueValues = !uniquenessConstraints.isEmpty || superLayout?.hasUniqueValues == true
        slotsByKeyPath = Dictionary(properties.map { ($0.keyPath, $0.slot) }, uniquingKeysWith: { first, _ in first })
        slotsByName = Dictionary(properties.map { ($0.name, $0.slot) }, uniquingKeysWith: { $1 })
        factory = modelType.factory(example: ModelState(layout: self))
        // States refer to it without counting.
        if isKept { _ = Unmanaged.passRetained(self) }
    }

    /// Makes a model of the class over a state.
    package func make(_ state: ModelState) -> any PersistentModel { factory.make(state) }

    /// The number of slots; where a subclass's own slots begin.
    public var slotCount: Int { properties.count }

    /// The properties that the class itself declares.
    package var ownProperties: ArraySlice<PropertyLayout> { properties[ownOffset...] }

    /// The slot of a property by the key path in the class or in one of its superclasses.
    package func slot(for keyPath: AnyKeyPath) -> Int? {
        if let slot = slotsByKeyPath[keyPath] { return slot }
        return slotByAccessor(keyPath)
    }

    /// The slot of a property by its name.
    package func slot(named name: String) -> Int? { slotsByName[name] }

    /// `\Dog.name` for a property that `Animal` declares is another key path than `\Animal.name`, and so is one made
    /// in generic code; both call the same accessor.
    private func slotByAccessor(_ keyPath: AnyKeyPath) -> Int? {
        guard let root = type(of: keyPath).rootType as? AnyClass, root is any PersistentModel.Type,
            let accessor = KeyPathReader.accessor(of: keyPath)
        else { return nil }
        return properties.first { KeyPathReader.accessor(of: $0.keyPath) == accessor }?.slot
    }
}

extension ModelLayout {
    private static let registry = Locked<[ObjectIdentifier: ModelLayout]>([:])

    /// The number of layouts that have been made, for tests.
    package static var count: Int { registry.withLock { $0.count } }

    /// The layout of a model class, made at its first use and kept for the life of the process.
    public static func of(_ type: any PersistentModel.Type) -> ModelLayout {
        let key = ObjectIdentifier(type)
        if let layout = registry.withLock({ $0[key] }) { return layout }
        // Made outside the lock, since the metadata is code of the user's; the first thread wins.
        let made = ModelLayoutBuilder(type).layout
        return registry.withLock { layouts in
            if let layout = layouts[key] { return layout }
            layouts[key] = made
            return made
        }
    }
}
