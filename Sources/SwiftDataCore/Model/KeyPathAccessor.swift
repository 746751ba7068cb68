/// The identity of the accessor that a key path with one computed component calls.
///
/// `\Animal.name` and `\Dog.name` differ as key paths while their component has the same identity: the word after
/// the component's header. It is read from the key path object, whose layout belongs to Swift's stable ABI on Apple
/// platforms and is checked here once on others; without it, such key paths are simply not recognised.
struct KeyPathAccessor: Equatable {
    private let identity: UInt

    init?(_ keyPath: AnyKeyPath) {
        guard Self.isLayoutKnown, let identity = Self.identity(keyPath) else { return nil }
        self.identity = identity
    }

    /// Object header (2 words), the name for key-value coding, the buffer's header, and then the component: its
    /// header, the identity, the getter, a setter if there is one, and the generic arguments of code that is generic.
    private static func identity(_ keyPath: AnyKeyPath) -> UInt? {
        withExtendedLifetime(keyPath) {
            let words = words(keyPath)
            let bufferSize = bufferSize(words)
            guard bufferSize >= 24 else { return nil }
            let header = UInt32(truncatingIfNeeded: words[4])
            guard header >> 24 & 0x7F == 2, words[5] != 0 else { return nil }
            var componentSize = header & 0x0040_0000 != 0 ? 32 : 24
            if header & 0x0008_0000 != 0 {
                guard bufferSize >= componentSize + 16 else { return nil }
                componentSize += 16 + Int(clamping: words[4 + componentSize / 8])
            }
            // More than this is a path of several steps, which no property has.
            return bufferSize == componentSize ? words[5] : nil
        }
    }

    private static func words(_ keyPath: AnyKeyPath) -> UnsafePointer<UInt> {
        UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque()).assumingMemoryBound(to: UInt.self)
    }

    private static func bufferSize(_ words: UnsafePointer<UInt>) -> Int { Int(words[3] & 0x00FF_FFFF) }

    /// The words before the buffer, the buffer, and the size of the largest value on the way.
    private static func lastWord(_ words: UnsafePointer<UInt>) -> Int { 4 + (bufferSize(words) + 7) / 8 }

    /// Whether the object ends as it did in the versions of Swift that are known.
    private static let isEndKnown = isLayoutKnown && size(\Base.first) == 8 && size(\Base.text) == 16

    private static func size(_ keyPath: AnyKeyPath) -> UInt {
        withExtendedLifetime(keyPath) {
            let words = words(keyPath)
            return words[lastWord(words)]
        }
    }

    /// A key path of another class with the component of one. It must not be let go of, ever.
    ///
    /// Only a component without generic arguments, which holds nothing that is counted, can be copied; pointers that
    /// are signed by where they are, as on Apple's platforms, cannot.
    static func copy(of keyPath: AnyKeyPath, as type: AnyKeyPath.Type) -> AnyKeyPath? {
        #if canImport(Darwin)
            return nil
        #else
            guard isEndKnown, identity(keyPath) != nil else { return nil }
            return withExtendedLifetime(keyPath) {
                let source = words(keyPath)
                guard UInt32(truncatingIfNeeded: source[4]) & 0x0008_0000 == 0 else { return nil }
                let count = lastWord(source) + 1
                // An object with room for them, which becomes one of the other class.
                let object = ManagedBuffer<Void, UInt>.create(minimumCapacity: count) { _ in () }
                let copy = Unmanaged.passRetained(object).toOpaque().assumingMemoryBound(to: UInt.self)
                copy[0] = unsafeBitCast(type as AnyClass, to: UInt.self)
                // The second word counts references.
                for index in 2..<count { copy[index] = source[index] }
                return Unmanaged<AnyKeyPath>.fromOpaque(copy).takeUnretainedValue()
            }
        #endif
    }

    private class Base {
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

    private static let isLayoutKnown: Bool = {
        guard MemoryLayout<UInt>.size == 8 else { return false }
        guard let base = identity(\Base.first), let derived = identity(\Derived.first),
            let other = identity(\Base.second)
        else { return false }
        return base == derived && base != other && identity(\Base.first.description) == nil
    }()
}
