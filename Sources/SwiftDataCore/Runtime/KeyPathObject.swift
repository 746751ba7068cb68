/// The memory of a key path.
///
/// The object's header (two words), the name for key-value coding, the header of the buffer, the buffer with the
/// components, and the size of the largest value on the way. The layout belongs to Swift's stable ABI on Apple's platforms;
/// elsewhere ``KeyPathReader/isLayoutKnown`` tries it once.
struct KeyPathObject {
    private let words: UnsafePointer<UInt>

    /// The object is only used while `body` runs.
    static func reading<Result>(_ keyPath: AnyKeyPath, _ body: (KeyPathObject) -> Result) -> Result {
        withExtendedLifetime(keyPath) {
            let start = UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque())
            return body(KeyPathObject(words: start.assumingMemoryBound(to: UInt.self)))
        }
    }

    var buffer: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: words + 4, count: Int(words[3] & 0x00FF_FFFF))
    }

    /// The number of words, the last of which is the size of the largest value.
    private var count: Int { 4 + (buffer.count + 7) / 8 + 1 }

    /// The size of the largest value on the way.
    var largestValue: UInt { words[count - 1] }

    /// An object of another class of key paths with the same components, none of which may hold anything that is
    /// counted. It must never be released.
    func copy(as type: AnyKeyPath.Type) -> AnyKeyPath {
        // An object with room for them, which becomes one of the other class.
        let object = ManagedBuffer<Void, UInt>.create(minimumCapacity: count) { _ in () }
        let copy = Unmanaged.passRetained(object).toOpaque().assumingMemoryBound(to: UInt.self)
        copy[0] = unsafeBitCast(type as AnyClass, to: UInt.self)
        // The second word counts references.
        for index in 2..<count { copy[index] = words[index] }
        return Unmanaged<AnyKeyPath>.fromOpaque(copy).takeUnretainedValue()
    }
}
