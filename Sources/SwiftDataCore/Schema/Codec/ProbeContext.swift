/// Carries through a probe which types are being looked at, so that a type that contains itself ends.
package final class ProbeContext {
    /// Types whose codecs are being made.
    private var building: [ObjectIdentifier] = []
    /// Types of which a value is being made.
    private var blanks: [ObjectIdentifier] = []
    /// The type that was met inside itself. A type's own code may swallow the error for it.
    private(set) var recursiveType: ObjectIdentifier?
    /// Asks for other values than zeros, so that a type whose decoding depends on the values is detected.
    private(set) var wantsOtherValues = false

    init() {}

    /// A context for a second look at a type whose codec is being made.
    init(otherValuesIn context: ProbeContext) {
        building = context.building
        wantsOtherValues = true
    }

    struct Recursion: Error {}

    /// Makes a codec for a type, or notices that the type is being looked at already.
    func build<Codec>(_ type: any Any.Type, _ make: () throws -> Codec, orRecursive: () -> Codec) throws -> Codec {
        let key = ObjectIdentifier(type)
        guard !building.contains(key) else {
            recursiveType = key
            throw Recursion()
        }
        building.append(key)
        defer { building.removeLast() }
        do {
            let codec = try make()
            try rethrowRecursion()
            return codec
        } catch is Recursion where recursiveType == key {
            recursiveType = nil
            return orRecursive()
        }
    }

    /// Throws the error again that a type's own code may have swallowed.
    func rethrowRecursion() throws {
        if recursiveType != nil { throw Recursion() }
    }

    /// Makes a value, or nil where that takes a value of the same type.
    func blank<Value>(_ make: (ProbeContext) throws -> Value) -> Value? {
        let key = ObjectIdentifier(Value.self)
        guard !blanks.contains(key), blanks.count < 64 else { return nil }
        blanks.append(key)
        defer { blanks.removeLast() }
        return try? make(self)
    }
}
