/// A reader of the deterministic CBOR that ``WireWriter`` writes, for bytes of any origin.
///
/// It allocates nothing by a length that the bytes only claim: each element of an array or a map has a byte at least, and
/// more elements than bytes are refused. It throws ``SyncCoreError`` and never traps.
struct WireReader {
    private let bytes: [UInt8]
    private(set) var position = 0

    /// The depth of nested items that are kept for later versions.
    private static let depthLimit = 16

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    static func malformed(_ problem: String) -> SyncCoreError {
        SyncCoreError(.wireFormat, "\(problem). Ask the sender to send it again, or to update its app.")
    }

    private mutating func byte() throws(SyncCoreError) -> UInt8 {
        guard position < bytes.count else { throw Self.malformed("The bytes end too early") }
        defer { position += 1 }
        return bytes[position]
    }

    /// The major type and the argument of the next item.
    private mutating func head() throws(SyncCoreError) -> (major: UInt8, detail: UInt8, argument: UInt64) {
        let first = try byte()
        let (major, detail) = (first >> 5, first & 31)
        switch detail {
        case 0..<24: return (major, detail, UInt64(detail))
        case 24...27:
            var argument: UInt64 = 0
            for _ in 0..<(1 << (detail - 24)) { argument = argument << 8 | UInt64(try byte()) }
            let least: [UInt64] = [24, 0x100, 0x1_0000, 0x1_0000_0000]
            guard major == 7 || argument >= least[Int(detail - 24)] else {
                throw Self.malformed("A number is longer than it needs to be")
            }
            return (major, detail, argument)
        default: throw Self.malformed("An item has no definite length")
        }
    }

    private mutating func argument(_ major: UInt8, _ kind: String) throws(SyncCoreError) -> UInt64 {
        let found = try head()
        guard found.major == major else { throw Self.malformed("An item is not \(kind)") }
        return found.argument
    }

    private mutating func count(_ major: UInt8, _ kind: String, bytesEach: Int = 1) throws(SyncCoreError) -> Int {
        let count = try argument(major, kind)
        guard count <= UInt64((bytes.count - position) / bytesEach) else {
            throw Self.malformed("The bytes end too early")
        }
        return Int(count)
    }

    mutating func uint() throws(SyncCoreError) -> UInt64 { try argument(0, "an unsigned integer") }

    mutating func int() throws(SyncCoreError) -> Int64 {
        let found = try head()
        guard found.major <= 1, let size = Int64(exactly: found.argument) else {
            throw Self.malformed("An item is not an integer of 64 bits")
        }
        return found.major == 1 ? ~size : size
    }

    mutating func data() throws(SyncCoreError) -> [UInt8] {
        let count = try count(2, "bytes")
        defer { position += count }
        return Array(bytes[position..<(position + count)])
    }

    mutating func text(limit: Int = .max) throws(SyncCoreError) -> String {
        let count = try count(3, "text")
        guard count <= limit else {
            throw SyncCoreError(.wireLimit, "A name has more than \(limit) bytes. Shorten it in the schema.")
        }
        guard let text = String(validating: bytes[position..<(position + count)], as: UTF8.self) else {
            throw Self.malformed("A text is not UTF-8")
        }
        position += count
        return text
    }

    mutating func array() throws(SyncCoreError) -> Int { try count(4, "an array") }

    mutating func array(of count: Int) throws(SyncCoreError) {
        guard try array() == count else { throw Self.malformed("An array does not have \(count) items") }
    }

    mutating func map() throws(SyncCoreError) -> Int { try count(5, "a map", bytesEach: 2) }

    mutating func bool() throws(SyncCoreError) -> Bool {
        switch try byte() {
        case 0xF4: return false
        case 0xF5: return true
        default: throw Self.malformed("An item is not a truth value")
        }
    }

    mutating func null() throws(SyncCoreError) {
        guard try byte() == 0xF6 else { throw Self.malformed("An item is not null") }
    }

    mutating func double() throws(SyncCoreError) -> Double {
        let found = try head()
        guard found.major == 7, found.detail == 27 else { throw Self.malformed("An item is not a number of 64 bits") }
        return Double(bitPattern: found.argument)
    }

    /// Reads one item of any structure and returns its bytes.
    mutating func item() throws(SyncCoreError) -> [UInt8] {
        let start = position
        try skip(depth: 0)
        return Array(bytes[start..<position])
    }

    /// Skips one item of any structure, which may be the records of a change set.
    mutating func skipItem() throws(SyncCoreError) {
        // A record has fewer levels of its own than the items in it that are kept for later versions.
        try skip(depth: -Self.depthLimit)
    }

    private mutating func skip(depth: Int) throws(SyncCoreError) {
        guard depth < Self.depthLimit else {
            throw SyncCoreError(.wireLimit, "Items are nested more than \(Self.depthLimit) deep. Update the app.")
        }
        let start = position
        let found = try head()
        switch found.major {
        case 0, 1: break
        case 2:
            position = start
            _ = try data()
        case 3:
            position = start
            _ = try text()
        case 4:
            position = start
            for _ in 0..<(try array()) { try skip(depth: depth + 1) }
        case 5:
            position = start
            try skipMap(depth: depth)
        case 6: try skip(depth: depth + 1)
        default:
            guard found.detail != 24 || found.argument >= 32 else { throw Self.malformed("A simple value is reserved") }
        }
    }

    private mutating func skipMap(depth: Int) throws(SyncCoreError) {
        var last: [UInt8] = []
        for _ in 0..<(try map()) {
            let start = position
            try skip(depth: depth + 1)
            let key = Array(bytes[start..<position])
            guard last.lexicographicallyPrecedes(key) else { throw Self.malformed("The keys of a map are not sorted") }
            last = key
            try skip(depth: depth + 1)
        }
    }
}
