/// A writer of CBOR (RFC 8949) in its deterministic encoding: shortest heads, definite lengths, sorted keys of maps.
/// Floating-point numbers always have 64 bits.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    private mutating func head(_ major: UInt8, _ argument: UInt64) {
        let kind = major << 5
        switch argument {
        case 0..<24: bytes.append(kind | UInt8(argument))
        case 24...0xFF: bytes += [kind | 24, UInt8(argument)]
        case 0x100...0xFFFF: append(kind | 25, argument, 2)
        case 0x1_0000...0xFFFF_FFFF: append(kind | 26, argument, 4)
        default: append(kind | 27, argument, 8)
        }
    }

    private mutating func append(_ first: UInt8, _ argument: UInt64, _ count: Int) {
        bytes.append(first)
        bytes += argument.bigEndianBytes.suffix(count)
    }

    mutating func uint(_ number: UInt64) { head(0, number) }

    mutating func int(_ number: Int64) {
        number < 0 ? head(1, UInt64(bitPattern: ~number)) : head(0, UInt64(number))
    }

    mutating func data(_ data: some Collection<UInt8>) {
        head(2, UInt64(data.count))
        bytes += data
    }

    mutating func text(_ text: String) {
        head(3, UInt64(text.utf8.count))
        bytes += text.utf8
    }

    mutating func array(_ count: Int) { head(4, UInt64(count)) }

    mutating func map(_ count: Int) { head(5, UInt64(count)) }

    mutating func bool(_ value: Bool) { bytes.append(value ? 0xF5 : 0xF4) }

    mutating func null() { bytes.append(0xF6) }

    mutating func double(_ number: Double) { append(0xFB, SyncValue.canonicalBits(number), 8) }

    /// Appends one item that is encoded already.
    mutating func item(_ item: [UInt8]) { bytes += item }

    /// Writes a map with numbers as keys: the fields of this version and the fields that are kept for later versions.
    mutating func fields(_ unknown: UnknownFields, _ known: [(UInt64, (inout WireWriter) -> Void)?]) {
        let present = known.compactMap { $0 }
        map(present.count + unknown.items.count)
        var items = unknown.items
        for (number, write) in present {
            var writer = WireWriter()
            write(&writer)
            items[number] = writer.bytes
        }
        for number in items.keys.sorted() {
            uint(number)
            item(items[number] ?? [])
        }
    }
}
