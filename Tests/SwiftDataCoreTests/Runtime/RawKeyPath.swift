/// The words of a key-path object, read without the library.
struct RawKeyPath {
    let header: UInt
    let buffer: [UInt32]
    /// The word behind the buffer.
    let end: UInt

    init(_ keyPath: AnyKeyPath) {
        (header, buffer, end) = withExtendedLifetime(keyPath) {
            let object = UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque())
            let header = object.load(fromByteOffset: 24, as: UInt.self)
            // More than this is no size: nothing is read that may not be there.
            let size = min(Int(header & 0x00FF_FFFF), 256)
            let halves = (0..<size / 4).map { object.load(fromByteOffset: 32 + 4 * $0, as: UInt32.self) }
            return (header, halves, object.load(fromByteOffset: 32 + (size + 7) / 8 * 8, as: UInt.self))
        }
    }

    /// The kind of the first component.
    var kind: UInt32? { buffer.first.map { $0 >> 24 & 0x7F } }
    /// The rest of the header of the first component.
    var payload: UInt32? { buffer.first.map { $0 & 0x007F_FFFF } }
    /// The word behind the first component's header.
    var identity: UInt? { buffer.count < 4 ? nil : UInt(buffer[2]) | UInt(buffer[3]) << 32 }
}

struct Berth {
    var number: Int
    var depth: Double
    var name: String
}

class Vessel {
    final var length = 41
    final var tonnage = 42
    final var berth: Berth?
    final var tug: Vessel?
    var captain: String {
        get { "Ann" }
        set {}
    }
    var draught: Int {
        get { 4 }
        set {}
    }
}

final class Ferry: Vessel {}
