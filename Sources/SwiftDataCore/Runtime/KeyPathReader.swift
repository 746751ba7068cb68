/// One step of a key path, as far as it distinguishes key paths.
package enum KeyPathStep: Hashable {
    /// A stored property, by its offset.
    case stored(isClass: Bool, offset: UInt32)
    /// A computed property, by the identity of its declaration.
    case computed(identity: UInt)
    /// `?`
    case chain
    /// The end of an optional chain.
    case wrap
    /// `!`
    case force
}

/// Takes key paths apart.
///
/// There is no public way to see the steps of `\.trip?.name`, and none to put it together from its parts. The layout
/// that is read here is the one that Foundation reads for its own checks. It is tried once on key paths whose steps
/// are known. If that fails, or a step is of another kind, the answer is nil: the caller does not recognise `\Dog.name` as
/// `\Animal.name`, and refuses to sort by such a path.
package struct KeyPathReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    /// True if a component with arguments has been read, which the runtime counts or destroys.
    private(set) var hasArguments = false

    private init(_ object: KeyPathObject) { bytes = object.buffer }

    /// The steps, or nil where they cannot be determined.
    package static func steps(of keyPath: AnyKeyPath) -> [KeyPathStep]? {
        isLayoutKnown ? read(keyPath) : nil
    }

    /// Returns the identity of the accessor of a computed property that is the only step; nil for other key paths.
    ///
    /// `\Animal.name` and `\Dog.name` differ as key paths and call the same accessor.
    package static func accessor(of keyPath: AnyKeyPath) -> UInt? {
        isLayoutKnown ? onlyAccessor(of: keyPath)?.identity : nil
    }

    /// A key path of another class with the one component of a key path. It must never be released.
    ///
    /// Only a component without arguments, which holds nothing that is counted, can be copied; pointers that are signed by
    /// where they are, as on Apple's platforms, cannot.
    static func copy(of keyPath: AnyKeyPath, as type: AnyKeyPath.Type) -> AnyKeyPath? {
        #if canImport(Darwin)
            return nil
        #else
            guard isEndKnown, let accessor = onlyAccessor(of: keyPath), !accessor.hasArguments else { return nil }
            return KeyPathObject.reading(keyPath) { $0.copy(as: type) }
        #endif
    }

    private static func read(_ keyPath: AnyKeyPath) -> [KeyPathStep]? {
        KeyPathObject.reading(keyPath) { object in
            var reader = KeyPathReader(object)
            var steps: [KeyPathStep] = []
            while !reader.isAtEnd {
                guard let step = reader.next() else { return nil }
                steps.append(step)
            }
            return steps.isEmpty ? nil : steps
        }
    }

    private static func onlyAccessor(of keyPath: AnyKeyPath) -> (identity: UInt, hasArguments: Bool)? {
        KeyPathObject.reading(keyPath) { object in
            var reader = KeyPathReader(object)
            guard case .computed(let identity)? = reader.next(), identity != 0, reader.isAtEnd else { return nil }
            return (identity, reader.hasArguments)
        }
    }
}

// MARK: - The components

extension KeyPathReader {
    /// The greatest size of a key path: more is memory of another form.
    private static let longestBuffer = 4096

    private var isAtEnd: Bool { offset >= bytes.count }

    /// A component is its header of four bytes and the data of its kind, and ends at a whole word. Behind all but the
    /// last stands the type that it leads to.
    private mutating func next() -> KeyPathStep? {
        guard bytes.count < Self.longestBuffer, let header = half() else { return nil }
        guard let step = step(header) else { return nil }
        align()
        if !isAtEnd { offset += 8 }
        return step
    }

    private mutating func step(_ header: UInt32) -> KeyPathStep? {
        switch (header & 0x7F00_0000) >> 24 {
        case 1: return stored(header, isClass: false)
        case 3: return stored(header, isClass: true)
        case 2: return computed(header)
        case 4:
            return switch header & 0x00FF_FFFF {
            case 0: .chain
            case 1: .wrap
            case 2: .force
            default: nil
            }
        default: return nil
        }
    }

    private mutating func stored(_ header: UInt32, isClass: Bool) -> KeyPathStep? {
        let payload = header & 0x007F_FFFF
        guard payload == 0x007F_FFFF else { return .stored(isClass: isClass, offset: payload) }
        return half().map { .stored(isClass: isClass, offset: $0) }
    }

    /// The identity, the getter, a setter if there is one, and the arguments of subscripts and of generic code.
    private mutating func computed(_ header: UInt32) -> KeyPathStep? {
        guard let identity = word(), word() != nil else { return nil }
        if header & 0x0040_0000 != 0, word() == nil { return nil }
        // The values of the arguments do not distinguish declarations.
        if header & 0x0008_0000 != 0 {
            guard let count = word(), word() != nil, count <= UInt(bytes.count - offset) else { return nil }
            offset += Int(count)
            hasArguments = true
        }
        return .computed(identity: identity)
    }

    private mutating func align() { offset = (offset + 7) & ~7 }

    private mutating func half() -> UInt32? {
        guard offset + 4 <= bytes.count else { return nil }
        defer { offset += 4 }
        return bytes.load(fromByteOffset: offset, as: UInt32.self)
    }

    private mutating func word() -> UInt? {
        align()
        guard offset + 8 <= bytes.count else { return nil }
        defer { offset += 8 }
        return bytes.load(fromByteOffset: offset, as: UInt.self)
    }
}

// MARK: - Check of the layout

extension KeyPathReader {
    private class Base {
        final var stored = 0
        final var next: Base?
        var first: Int {
            get { 1 }
            set {}
        }
        var second: Int {
            get { 2 }
            set {}
        }
        var text: String {
            get { "" }
            set {}
        }
    }

    private final class Derived: Base {}

    /// True if key paths with known steps are read correctly.
    static let isLayoutKnown: Bool = {
        guard RuntimeFacts.areUsed, MemoryLayout<UInt>.size == 8 else { return false }
        guard let stored = read(\Base.stored), stored.count == 1, case .stored(isClass: true, _) = stored[0],
            let next = read(\Base.next), next.count == 1, next != stored,
            let first = read(\Base.first), first.count == 1, case .computed = first[0],
            let chain = read(\Base.next?.first), let forced = read(\Base.next!.stored),
            chain == next + [.chain] + first + [.wrap], forced == next + [.force] + stored
        else { return false }
        guard let base = onlyAccessor(of: \Base.first), let derived = onlyAccessor(of: \Derived.first),
            let other = onlyAccessor(of: \Base.second)
        else { return false }
        return base.identity == derived.identity && base.identity != other.identity
            && onlyAccessor(of: \Base.first.description) == nil
    }()

    /// True if the object of a key path ends as in the known versions of Swift.
    private static let isEndKnown: Bool = {
        func size(_ keyPath: AnyKeyPath) -> UInt { KeyPathObject.reading(keyPath) { $0.largestValue } }
        return isLayoutKnown && size(\Base.first) == 8 && size(\Base.text) == 16
    }()
}
