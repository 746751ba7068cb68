/// Makes `\Dog.name` out of `\Animal.name`, which name the same property but are not equal key paths.
///
/// Swift makes a key path with the subclass as its root where it compiles one only. This makes the very object that it
/// would have made: one of the subclass's key path class with the component of the superclass's key path. The
/// construction is tried once; where it does not work, there is no such key path. The objects are kept for the life of
/// the process.
package enum InheritedKeyPath {
    private struct Key: Hashable {
        let model: ObjectIdentifier
        let keyPath: AnyKeyPath
    }

    private static let made = Locked<[Key: AnyKeyPath]>([:])

    /// The number of key paths that have been made, for tests.
    package static var count: Int { made.withLock { $0.count } }

    /// The key path of a class to a property that a superclass declares; nil where it cannot be made.
    static func of<Model: AnyObject>(_ model: Model.Type, _ keyPath: AnyKeyPath) -> AnyKeyPath? {
        guard isPossible else { return nil }
        let key = Key(model: ObjectIdentifier(model), keyPath: keyPath)
        return made.withLock { known in
            if let found = known[key] { return found }
            let copy = copy(keyPath, root: Model.self)
            known[key] = copy
            return copy
        }
    }

    private static func copy<Root>(_ keyPath: AnyKeyPath, root: Root.Type) -> AnyKeyPath? {
        let (declaring, value) = (type(of: keyPath).rootType, type(of: keyPath).valueType)
        func withDeclaring<Declaring>(_: Declaring.Type) -> AnyKeyPath? {
            func withValue<Value>(_: Value.Type) -> AnyKeyPath? {
                guard type(of: keyPath) == ReferenceWritableKeyPath<Declaring, Value>.self else { return nil }
                return KeyPathReader.copy(of: keyPath, as: ReferenceWritableKeyPath<Root, Value>.self)
            }
            return withValue(value)
        }
        return withDeclaring(declaring)
    }

    private class Base {
        private var number = 1
        var first: Int {
            get { number }
            set { number = newValue }
        }
        var second: Int {
            get { -number }
            set { number = -newValue }
        }
    }

    private final class Derived: Base {}

    private static let isPossible: Bool = {
        guard let first = copy(\Base.first, root: Derived.self), let second = copy(\Base.second, root: Derived.self)
        else { return false }
        let object = Derived()
        guard first == \Derived.first, second == \Derived.second, first != second,
            first.hashValue == (\Derived.first).hashValue,
            let path = second as? ReferenceWritableKeyPath<Derived, Int>
        else { return false }
        object[keyPath: path] = -7
        return object.first == 7 && object[keyPath: path] == -7
    }()
}
