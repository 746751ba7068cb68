extension ModelLayout {
    /// The key path of a property in a class, as `\Dog.name` is written, also where `Animal` declares it; nil where the
    /// class is not the layout's.
    package func keyPath<Model: PersistentModel>(
        slot: Int,
        in type: Model.Type
    ) -> (any PartialKeyPath<Model> & Sendable)? {
        guard modelType == type, properties.indices.contains(slot) else { return nil }
        let declared = properties[slot].keyPath
        guard let keyPath = declared as? PartialKeyPath<Model> ?? InheritedKeyPath.make(declared, in: type) else {
            return nil
        }
        return dynamicCast(keyPath, to: (any PartialKeyPath<Model> & Sendable).self)
    }
}

/// A cast to a type with `Sendable` in it, which `as?` refuses since no value tells at run time whether it is `Sendable`.
/// Through a type parameter the cast looks at the rest of the type.
package func dynamicCast<Wanted>(_ value: Any, to type: Wanted.Type) -> Wanted? { value as? Wanted }

/// Makes `\Dog.name` of `\Animal.name`: key paths that differ in nothing but the class of their object.
///
/// The language has no way to do so at run time. A key path object is copied with another class, which relies on its
/// layout; that is checked once, on two classes here. Where it is another one, an inherited property has no key path.
enum InheritedKeyPath {
    private static let made = Locked<[Key: AnyKeyPath]>([:])

    private struct Key: Hashable {
        let keyPath: AnyKeyPath
        let type: ObjectIdentifier
    }

    /// Each is made once, and kept for the life of the process.
    static func make<Model: PersistentModel>(_ keyPath: AnyKeyPath, in type: Model.Type) -> PartialKeyPath<Model>? {
        guard isLayoutKnown, let root = Swift.type(of: keyPath).rootType as? any PersistentModel.Type else {
            return nil
        }
        func copied<Root: PersistentModel>(_ root: Root.Type) -> AnyKeyPath? {
            guard Model.self is Root.Type else { return nil }
            return made.withLock { made in
                let key = Key(keyPath: keyPath, type: ObjectIdentifier(type))
                if let known = made[key] { return known }
                let copy = copy(keyPath, from: root, to: type)
                made[key] = copy
                return copy
            }
        }
        return _openExistential(root, do: copied) as? PartialKeyPath<Model>
    }

    /// Two words that every object has, the name for key-value coding, the buffer's header with its size, the
    /// components, and a word with the largest size on the way.
    private static func copy<Root, Model>(_ keyPath: AnyKeyPath, from: Root.Type, to: Model.Type) -> AnyKeyPath? {
        func target<Value>(_ value: Value.Type) -> AnyClass? {
            switch keyPath {
            case is ReferenceWritableKeyPath<Root, Value>: ReferenceWritableKeyPath<Model, Value>.self
            case is KeyPath<Root, Value>: KeyPath<Model, Value>.self
            default: nil
            }
        }
        guard let target = _openExistential(type(of: keyPath).valueType, do: target) else { return nil }
        return withExtendedLifetime(keyPath) {
            let words = UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque())
                .assumingMemoryBound(to: UInt.self)
            let count = 5 + Int(words[3] & 0x00FF_FFFF) / MemoryLayout<UInt>.size
            // An object like any other, which is never let go, so that its real class does not matter.
            let space = ManagedBuffer<Void, UInt>.create(minimumCapacity: count) { _ in () }
            let copy = Unmanaged.passRetained(space).toOpaque()
            let target = unsafeBitCast(target, to: UInt.self)
            let destination = copy.assumingMemoryBound(to: UInt.self)
            for index in 2..<count { destination[index] = words[index] }
            destination[0] = target
            return Unmanaged<AnyKeyPath>.fromOpaque(copy).takeUnretainedValue()
        }
    }

    private class Base {
        var value = 1
        var first: Int {
            get { value }
            set { value = newValue }
        }
        var second: Int { 2 }
    }

    private final class Derived: Base {}

    private static let isLayoutKnown: Bool = {
        let (spelledFirst, spelledSecond): (AnyKeyPath, AnyKeyPath) = (\Derived.first, \Derived.second)
        guard MemoryLayout<UInt>.size == 8,
            let first = copy(\Base.first, from: Base.self, to: Derived.self)
                as? ReferenceWritableKeyPath<Derived, Int>,
            let second = copy(\Base.second, from: Base.self, to: Derived.self) as? KeyPath<Derived, Int>,
            first == spelledFirst, second == spelledSecond, first != spelledSecond
        else { return false }
        let object = Derived()
        object[keyPath: first] = 3
        return object.value == 3 && object[keyPath: first] == 3 && object[keyPath: second] == 2
    }()
}
