import SwiftData

// Doors from key paths. A model of another class than the key path's has no door: nothing is read or written.

func attribute<Model: PersistentModel, Value: ScriptConvertible>(
    _ keyPath: ReferenceWritableKeyPath<Model, Value>
) -> ScriptDoors.Attribute {
    ScriptDoors.Attribute(
        read: { model in (model as? Model)?[keyPath: keyPath].scriptValue ?? .nothing },
        write: { model, value in
            if let model = model as? Model, let value = Value(value) { model[keyPath: keyPath] = value }
        }
    )
}

func toOne<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: ReferenceWritableKeyPath<Model, Target?>
) -> ScriptDoors.Link {
    ScriptDoors.Link(
        read: { model in (model as? Model)?[keyPath: keyPath].map { [$0] } ?? [] },
        write: { model, targets in (model as? Model)?[keyPath: keyPath] = targets.first as? Target }
    )
}

func toRequiredOne<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: ReferenceWritableKeyPath<Model, Target>
) -> ScriptDoors.Link {
    ScriptDoors.Link(
        read: { model in (model as? Model).map { [$0[keyPath: keyPath]] } ?? [] },
        write: { model, targets in
            if let target = targets.first as? Target { (model as? Model)?[keyPath: keyPath] = target }
        }
    )
}

func toMany<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: ReferenceWritableKeyPath<Model, [Target]>
) -> ScriptDoors.Link {
    ScriptDoors.Link(
        read: { model in (model as? Model)?[keyPath: keyPath] ?? [] },
        write: { model, targets in (model as? Model)?[keyPath: keyPath] = targets.compactMap { $0 as? Target } },
        append: { model, target in
            if let target = target as? Target { (model as? Model)?[keyPath: keyPath].append(target) }
        },
        remove: { model, target in (model as? Model)?[keyPath: keyPath].removeAll { $0 === target } }
    )
}

func toOptionalMany<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: ReferenceWritableKeyPath<Model, [Target]?>
) -> ScriptDoors.Link {
    ScriptDoors.Link(
        read: { model in (model as? Model)?[keyPath: keyPath] ?? [] },
        write: { model, targets in
            let members = targets.compactMap { $0 as? Target }
            (model as? Model)?[keyPath: keyPath] = members.isEmpty ? nil : members
        },
        append: { model, target in
            guard let model = model as? Model, let target = target as? Target else { return }
            if model[keyPath: keyPath] == nil {
                model[keyPath: keyPath] = [target]
            } else {
                model[keyPath: keyPath]?.append(target)
            }
        },
        remove: { model, target in (model as? Model)?[keyPath: keyPath]?.removeAll { $0 === target } }
    )
}

/// A type of attribute that scripts know.
protocol ScriptConvertible {
    static var blank: Self { get }
    init?(_ value: ScriptValue)
    var scriptValue: ScriptValue { get }
}

extension String: ScriptConvertible {
    static var blank: String { "" }
    init?(_ value: ScriptValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
    var scriptValue: ScriptValue { .text(self) }
}

extension Int: ScriptConvertible {
    static var blank: Int { 0 }
    init?(_ value: ScriptValue) {
        guard case .integer(let integer) = value else { return nil }
        self = integer
    }
    var scriptValue: ScriptValue { .integer(self) }
}

extension Double: ScriptConvertible {
    static var blank: Double { 0 }
    init?(_ value: ScriptValue) {
        guard case .real(let real) = value else { return nil }
        self = real
    }
    var scriptValue: ScriptValue { .real(self) }
}

extension Optional: ScriptConvertible where Wrapped: ScriptConvertible {
    static var blank: Wrapped? { .none }
    init?(_ value: ScriptValue) {
        if case .nothing = value {
            self = .none
        } else {
            guard let wrapped = Wrapped(value) else { return nil }
            self = .some(wrapped)
        }
    }
    var scriptValue: ScriptValue { self?.scriptValue ?? .nothing }
}
