/// A check for a key path that ends at the raw value of an attribute, as in `\.mood.rawValue`.
///
/// A key path contains nothing of a computed property but the place of its code. So the key path is read on a model
/// that was made for the purpose, with each case of the enum in turn. A key path that gives the raw value of every case
/// sorts as the raw value does, whatever its name.
struct SortRawValue {
    /// A property that the key path leads through, and the class that it belongs to.
    struct Step {
        let layout: ModelLayout
        let slot: Int
    }

    /// The key path as a whole.
    let keyPath: AnyKeyPath
    /// Through to-one relationships to an attribute.
    var steps: [Step] = []
    /// The places of the members, from a composite attribute to the value.
    var members: [Int] = []

    /// True if the key path ends at the raw value of a value of the type, which the steps lead to.
    func ends(at type: Any.Type, by step: KeyPathStep) -> Bool {
        guard let type = type as? any RawRepresentable.Type else { return false }
        return ends(with: type, by: step)
    }

    private func ends<Value: RawRepresentable>(with type: Value.Type, by step: KeyPathStep) -> Bool {
        guard QueryTypes.hasNaturalOrder(Value.RawValue.self) else { return false }
        if case .stored(isClass: false, offset: 0) = step {
            // A structure that is nothing but its raw value.
            return MemoryLayout<Value>.size == MemoryLayout<Value.RawValue>.size
        }
        let cases = EnumCases.all(of: type)
        return !cases.isEmpty
            && cases.allSatisfy { value in
                let raw = QueryConstants.stored(value.rawValue)
                guard let model = model(steps[...], raw) else { return false }
                return QueryConstants.describesSame(model[keyPath: keyPath] as Any, value.rawValue)
            }
    }

    /// A model with the value at the end of the steps.
    private func model(_ steps: ArraySlice<Step>, _ value: StoredValue) -> (any PersistentModel)? {
        guard let step = steps.first else { return nil }
        let made = Self.make(step.layout.modelType)
        let state = made._$modelState
        switch step.layout.properties[step.slot].shape {
        case .attribute(let attribute):
            guard !members.isEmpty else {
                state.put(value, at: step.slot)
                return made
            }
            guard let blank = attribute.fallbackValue(),
                let composite = Self.replace(members[...], of: QueryConstants.stored(blank, for: attribute), value)
            else { return nil }
            state.put(composite, at: step.slot)
        case .toOne:
            guard let next = model(steps.dropFirst(), value) else { return nil }
            state.put(.identifier(next._$modelState.identifier), at: step.slot)
            state.held[step.slot] = [next]
        case .toMany: return nil
        }
        return made
    }

    private static func make(_ type: any PersistentModel.Type) -> any PersistentModel {
        func open<Model: PersistentModel>(_ type: Model.Type) -> any PersistentModel {
            Model(backingData: DefaultBackingData<Model>(for: type))
        }
        return open(type)
    }

    private static func replace(
        _ members: ArraySlice<Int>,
        of composite: StoredValue,
        _ value: StoredValue
    ) -> StoredValue? {
        guard let member = members.first else { return value }
        guard case .composite(var values) = composite, values.indices.contains(member),
            let replaced = replace(members.dropFirst(), of: values[member], value)
        else { return nil }
        values[member] = replaced
        return .composite(values)
    }
}

/// The cases of an enum without associated values.
private enum EnumCases {
    static func all<Value>(of type: Value.Type) -> [Value] {
        if let type = type as? any CaseIterable.Type { return listed(type).compactMap { $0 as? Value } }
        return EnumMetadata(type)?.plainCases(of: type) ?? []
    }

    private static func listed<Value: CaseIterable>(_ type: Value.Type) -> [Any] { Array(type.allCases) }
}
